// The configuration file that a teacher uploads: its type, and a validator without defaults so that the file can be
// shown as it was written.
import { readSource } from '../contract/document/source.ts';
import { asRecord, isRecord, type Json, type JsonObject } from '../contract/json.ts';
import { messageValidators } from './messages/messages-schemas.ts';
import { emitTypes } from './messages/messages-types.ts';
import { referenceTo, type Schemas } from './messages/references.ts';

const source = 'spec/lab/lab-config.schema.yaml';

/** Path below the repository -> content. */
export function labConfig(root: string): ReadonlyMap<string, string> {
  const header = `// Generated from ${source} by npm run generate; do not edit.`;
  const document = asRecord(readSource(root, source).value);
  const { $defs, $schema: _dialect, $id: _id, ...schema } = document;
  const schemas = { ...(local($defs ?? {}) as Schemas), LabConfig: local(schema) as JsonObject };
  const validators = { LabConfig: referenceTo('LabConfig') };
  const { js, dts } = messageValidators(validators, schemas, header, './lab-config.ts');
  return new Map([
    ['generated/lab/lab-config.ts', emitTypes(schemas, header)],
    ['generated/lab/validate-lab-config.js', js],
    ['generated/lab/validate-lab-config.d.ts', dts],
    ['generated/lab/lab-config.schema.json', `${JSON.stringify(bare(document), null, 2)}\n`],
  ]);
}

const words = new Set(['$schema', '$id', 'title', 'description', 'examples', 'x-brand', 'x-decision']);

/**
 * Without what only people read: the service looks up in it what a mistake in a file is about. A property may have the
 * name of such a word.
 */
function bare(value: Json, isSchema = true): Json {
  if (Array.isArray(value)) return value.map((each) => bare(each));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !isSchema || !words.has(key));
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, bare(inner, !(isSchema && ['properties', '$defs'].includes(key)))]),
  );
}

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
