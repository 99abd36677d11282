// Message code from the AsyncAPI documents and the lab configuration schema: types, validators, publishers, consumers, topology. HTTP: the files beside this one.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { asRecord, isRecord, type Json, type JsonObject } from './json.ts';
import { renderTemplate } from './messages-asyncapi.ts';
import {
  componentSchemas,
  dereference,
  open,
  reachable,
  readDocument,
  readYaml,
  referenceTo,
  referredName,
  type Schemas,
  without,
} from './messages-schemas.ts';
import { emitTypes } from './messages-types.ts';
import { emitSocket } from './socket.ts';
import { emitValidators } from './validators.ts';

type Files = Map<string, string>;

/** Path below the repository -> content. Everything is read below `root`; nothing is written. */
export async function generateMessages(root: string): Promise<ReadonlyMap<string, string>> {
  const files: Files = new Map();
  // One after the other: the AsyncAPI library keeps state between its runs.
  for (const name of ['analytics', 'lab'])
    await addAmqp(files, root, `spec/${name}/asyncapi.yaml`, `generated/${name}`);
  await addWebSocket(files, root, 'spec/platform/asyncapi.yaml', 'generated/platform');
  await addLabConfig(files, root, 'spec/lab/lab-config.schema.yaml', 'generated/lab');
  return files;
}

const headerOf = (source: string): string => `// Generated from ${source} by npm run generate; do not edit.`;

/** messages.ts and topology.ts through @asyncapi/generator; payloads.ts and validate-messages.js are ours. */
export async function addAmqp(files: Files, root: string, source: string, target: string): Promise<void> {
  if (!existsSync(resolve(root, source))) return;
  const header = headerOf(source);
  for (const [name, content] of await renderTemplate(root, resolve(root, source), header))
    files.set(`${target}/${name}`, content);
  const document = await readDocument(resolve(root, source));
  const messages = messagesOf(document);
  const schemas: Schemas = { ...componentSchemas(document) };
  for (const { inline } of messages) Object.assign(schemas, inline);
  const used = reachable(
    schemas,
    messages.flatMap(({ payload, headers }) => [payload, headers]),
  );
  files.set(`${target}/payloads.ts`, emitTypes(used, header));
  const stored = messages
    .filter(({ filled }) => filled.length > 0)
    .map(({ payload, filled }) => [`${payload}Stored`, without(used[payload] ?? {}, filled)] as const);
  addValidators(
    files,
    `${target}/validate-messages`,
    header,
    { ...closedAndOpen(messages), ...Object.fromEntries(stored) },
    used,
    './payloads.ts',
  );
}

type MessageFacts = {
  readonly payload: string;
  readonly headers: string;
  readonly filled: readonly string[];
  readonly inline: Schemas;
};

/** Names as the template gives them: a schema's own, or the message's where the schema has none. */
function messagesOf(document: JsonObject): MessageFacts[] {
  return Object.entries(asRecord(asRecord(document.components ?? null).messages ?? null)).map(([key, value]) => {
    const message = dereference(document, value);
    const name = typeof message.name === 'string' ? message.name : key;
    const inline: Record<string, JsonObject> = {};
    const nameOf = (schema: Json | undefined, otherwise: string): string => {
      const known = referredName(schema);
      if (known === undefined) inline[otherwise] = asRecord(schema ?? null);
      return known ?? otherwise;
    };
    const filled = message['x-filled-at-publish'];
    return {
      payload: nameOf(message.payload, name),
      headers: nameOf(message.headers, `${name}Headers`),
      filled: Array.isArray(filled) ? filled.map(String) : [],
      inline,
    };
  });
}

function closedAndOpen(messages: readonly MessageFacts[]): Schemas {
  const names = new Set(messages.flatMap(({ payload, headers }) => [payload, headers]));
  return Object.fromEntries(
    [...names].sort().flatMap((name) => [
      [name, referenceTo(name)],
      [`${name}Open`, referenceTo(`${name}Open`)],
    ]),
  );
}

function addValidators(
  files: Files,
  path: string,
  header: string,
  validators: Schemas,
  schemas: Schemas,
  typesFrom: string,
): void {
  const openSchemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [`${name}Open`, open(schema)]),
  );
  const typed = Object.keys(validators).filter((name) => typeName(name) in schemas);
  const { js, dts } = emitValidators(validators, {
    header,
    runtime: '../runtime',
    components: { ...schemas, ...openSchemas },
    types: Object.fromEntries(typed.map((name) => [name, typeName(name)])),
    imports: [`import type { ${[...new Set(typed.map(typeName))].sort().join(', ')} } from '${typesFrom}';`],
  });
  files.set(`${path}.js`, js);
  files.set(`${path}.d.ts`, dts);
}

/** What an open validator has seen is of the same type, with more in it. */
const typeName = (validator: string): string => validator.replace(/Open$/, '');

/** A browser's messages have no broker: only types and validators, and one union per direction. */
async function addWebSocket(files: Files, root: string, source: string, target: string): Promise<void> {
  if (!existsSync(resolve(root, source))) return;
  const header = headerOf(source);
  const document = await readDocument(resolve(root, source));
  const messages = messagesOf(document);
  const schemas: Schemas = { ...componentSchemas(document) };
  for (const { inline } of messages) Object.assign(schemas, inline);
  const unions = Object.fromEntries(
    (['send', 'receive'] as const)
      .map(
        (action) =>
          [
            action === 'send' ? 'ServerMessage' : 'ClientMessage',
            { oneOf: payloadsOf(document, action).map(referenceTo) },
          ] as const,
      )
      .filter(([, { oneOf }]) => oneOf.length > 0),
  );
  const used = {
    ...reachable(
      schemas,
      Object.values(unions).flatMap(({ oneOf }) => oneOf.map((schema) => referredName(schema) ?? '')),
    ),
    ...unions,
  };
  files.set(`${target}/messages.ts`, emitTypes(used, header));
  const socket = emitSocket(document, header);
  if (socket !== undefined) files.set(`${target}/socket.ts`, socket);
  addValidators(
    files,
    `${target}/validate-messages`,
    header,
    Object.fromEntries(
      Object.keys(unions).flatMap((name) => [
        [name, referenceTo(name)],
        [`${name}Open`, referenceTo(`${name}Open`)],
      ]),
    ),
    used,
    './messages.ts',
  );
}

function payloadsOf(document: JsonObject, action: 'send' | 'receive'): string[] {
  const operations = Object.values(asRecord(document.operations ?? null)).filter(
    (operation) => isRecord(operation) && operation.action === action,
  );
  const names = operations.flatMap((operation) => {
    const channel = dereference(document, asRecord(operation).channel);
    const listed = asRecord(operation).messages ?? Object.values(asRecord(channel.messages ?? null));
    return (Array.isArray(listed) ? listed : []).map((reference) => {
      const message = dereference(document, reference);
      return referredName(message.payload) ?? String(message.name);
    });
  });
  return [...new Set(names)];
}

/** What a teacher uploads: its type, and a validator without defaults so that the file can be shown as it was written. */
async function addLabConfig(files: Files, root: string, source: string, target: string): Promise<void> {
  if (!existsSync(resolve(root, source))) return;
  const header = headerOf(source);
  const { $defs, $schema: _dialect, $id: _id, ...schema } = await readYaml(resolve(root, source));
  const local = (value: Json): Json =>
    Array.isArray(value)
      ? value.map(local)
      : isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, inner]) => [
              key,
              key === '$ref' && typeof inner === 'string'
                ? inner.replace('#/$defs/', '#/components/schemas/')
                : local(inner),
            ]),
          )
        : value;
  const schemas = { ...(local($defs ?? {}) as Schemas), LabConfig: local(schema) as JsonObject };
  files.set(`${target}/lab-config.ts`, emitTypes(schemas, header));
  addValidators(
    files,
    `${target}/validate-lab-config`,
    header,
    { LabConfig: referenceTo('LabConfig') },
    schemas,
    './lab-config.ts',
  );
}
