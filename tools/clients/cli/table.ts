// The commands of the command line, made from the contracts.

import { asRecord, type Json } from '../../contract/json.ts';
import { type Channel, channelsOf } from '../../contract/model/channels.ts';
import { type HttpDocument, readContracts } from '../../contract/model/contracts.ts';
import { type Body, type Operation, operationsOf, type Parameter } from '../../contract/model/operations.ts';
import type { Field, Shape } from '../../contract/model/schema.ts';
import { textOf } from '../../contract/model/schema.ts';
import { kebab } from '../../generator/code/print.ts';
import type { Api, Command, Flag, SharedMessage, Table } from './runtime/command.ts';

/** Set by the client or by an option that all commands have. */
const ownHeaders = ['Idempotency-Key', 'If-None-Match'];

export function tableOf(root: string, version: string): Table {
  const { http, problems, messages } = readContracts(root);
  return {
    version,
    messages: messages.flatMap(channelsOf).flatMap(sharedMessage),
    commands: http.flatMap(commandsOf),
    problems: problems.map(({ slug, status, title }) => ({ slug, status, title })),
  };
}

const sharedMessage = ({ address, title, amqp, isShared }: Channel): readonly SharedMessage[] =>
  isShared ? [{ name: address, title, exchange: textOf(asRecord(amqp?.exchange).name) }] : [];

export function commandsOf(document: HttpDocument): readonly Command[] {
  const operations = operationsOf(document);
  return operations.filter(isCommand).map((operation) => commandOf(document.id as Api, operation, operations));
}

/** Not those that are planned, nor those of a browser's login: they redirect it, or need its cookie. */
export const isCommand = ({ isPlanned, security, replies }: Operation): boolean =>
  !isPlanned &&
  replies.some(({ status }) => status.startsWith('2')) &&
  (security.length === 0 || security.some((each) => !each.includes('session')));

function commandOf(api: Api, operation: Operation, all: readonly Operation[]): Command {
  const { id, summary, description, parameters, security, value } = operation;
  const command = {
    api,
    operation: id,
    name: kebab(id),
    summary,
    description: firstParagraph(description),
    ...argumentsOf(operation),
    isPaged: value['x-page'] === true || parameters.some(({ name }) => name === 'cursor'),
    job: jobOf(operation, all),
    isPublic: security.length === 0,
    returns: returnsOf(operation),
    problems: [...new Set(operation.replies.flatMap(({ problems }) => problems))],
  };
  return { ...command, example: exampleOf(command, operation) };
}

/** What is typed after the name of a command. */
export function argumentsOf({
  parameters,
  bodies: [body],
}: Operation): Pick<Command, 'positionals' | 'flags' | 'body'> {
  const kind = kindOf(body);
  const fields = kind === undefined ? [] : (body?.shape.fields ?? []).filter(isTop);
  const flags = [
    ...parameters
      .filter(({ place, name }) => place !== 'cookie' && !ownHeaders.includes(name))
      .map((each) => parameterFlag(each)),
    ...fields.map((each) => fieldFlag(each, kind === 'form' ? 'form' : 'body')),
  ];
  const isPositional = ({ place, type, isRequired }: Flag) => place === 'path' || (type === 'file' && isRequired);
  return {
    positionals: flags.filter(isPositional),
    flags: flags.filter((each) => !isPositional(each)),
    body: kind,
  };
}

const isTop = ({ path, key }: Field): boolean => path === key;

const kindOf = (body: Body | undefined): Command['body'] =>
  body === undefined ? undefined : body.mediaType === 'multipart/form-data' ? 'form' : 'json';

const placeOf = (place: string): Flag['place'] => (place === 'header' ? 'headers' : (place as 'path' | 'query'));

const parameterFlag = (each: Parameter): Flag => ({
  ...flagOf(each.name, each),
  place: placeOf(each.place),
  isRequired: each.isRequired,
});

const fieldFlag = (each: Field, place: 'form' | 'body'): Flag => ({
  ...flagOf(each.key, each),
  place,
  isRequired: each.isRequired,
});

function flagOf(key: string, shape: Shape): Omit<Flag, 'place' | 'isRequired'> {
  return {
    name: kebab(key),
    key,
    type: shape.kind === 'other' ? 'json' : shape.kind,
    isList: shape.isList && shape.kind !== 'other',
    isNullable: shape.isNullable,
    values: shape.values.filter((each) => each !== null).map(String),
    isOpen: shape.isOpen,
    fallback: shape.fallback === undefined ? undefined : JSON.stringify(shape.fallback),
    description: firstSentence(shape.description),
  };
}

const firstParagraph = (text: string): string =>
  text
    .split(/\n\s*\n/, 1)[0]
    ?.replaceAll(/\s+/g, ' ')
    .trim() ?? '';

const firstSentence = (text: string): string =>
  /^.*?\.(?=\s|$)/.exec(firstParagraph(text))?.[0] ?? firstParagraph(text);

function jobOf({ value }: Operation, all: readonly Operation[]): Command['job'] {
  const { status, id } = asRecord(value['x-job']);
  const follows = all.find((each) => each.id === status);
  if (follows === undefined || follows.id !== 'getJob') return undefined;
  return { poller: `waitFor${follows.id.replace(/^[a-z]+/, '')}`, id: textOf(id) || 'job_id' };
}

const returnsOf = ({ replies }: Operation): readonly string[] =>
  replies
    .filter(({ status }) => status.startsWith('2'))
    .map(({ status, description, bodies: [body] }) => {
      const fields = (body?.shape.fields ?? []).filter(isTop).map(({ key }) => key);
      const what = body === undefined ? 'nothing' : fields.length === 0 ? body.mediaType : fields.join(', ');
      return `${status} ${firstSentence(description)} ${what}`;
    });

type Unexemplified = Omit<Command, 'example'>;

/** What is required, and the first of the filters that has an example. */
function exampleOf({ api, name, positionals, flags }: Unexemplified, operation: Operation): string {
  const values = valuesOf(operation);
  const word = (flag: Flag) => quoted(flag.type === 'file' ? fileOf(operation) : textFor(values[flag.key]));
  const required = flags.filter(({ isRequired, key }) => isRequired && values[key] !== undefined);
  const optional = flags.find(
    ({ isRequired, place, key }) =>
      !isRequired && place === 'query' && !['limit', 'cursor'].includes(key) && values[key] !== undefined,
  );
  const shown = required.length > 0 || optional === undefined ? required : [optional];
  const typed = shown.map((flag) => {
    const value = values[flag.key] ?? null;
    const all = flag.isList && Array.isArray(value) ? value : [value];
    if (flag.type === 'boolean') return value === false ? `--no-${flag.name}` : `--${flag.name}`;
    return all.map((each) => `--${flag.name} ${quoted(textFor(each))}`).join(' ');
  });
  return ['covenant', api, name, ...positionals.map(word), ...typed].join(' ');
}

function valuesOf({ parameters, bodies: [body] }: Operation): Readonly<Record<string, Json>> {
  const own = parameters.flatMap(({ name, example, values }) => {
    const value = example ?? values[0];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(own), ...asRecord(body?.examples[0]?.value ?? {}) };
}

const fileOf = ({ id }: Operation): string =>
  /lab/i.test(id) ? 'lab.yaml' : /user/i.test(id) ? 'users.csv' : 'sales.csv';

const textFor = (value: Json | undefined): string =>
  value === undefined ? 'VALUE' : typeof value === 'string' ? value : JSON.stringify(value);

export const quoted = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
