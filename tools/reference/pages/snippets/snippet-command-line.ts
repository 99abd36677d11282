// A request with the command line of Covenant.

import { apiTitles, type Flag } from '../../../clients/cli/runtime/command.ts';
import { argumentsOf, isCommand, quoted } from '../../../clients/cli/table.ts';
import { asRecord, type Json } from '../../../contract/json.ts';
import type { Operation } from '../../../contract/model/operations.ts';
import { kebab } from '../../../generator/code/print.ts';
import { asText, isShown, type Request } from './request.ts';

const longestLine = 76;

/** Undefined for what has no command: logins of a browser, and what is planned. */
export function commandLine(operation: Operation, request: Request): string | undefined {
  if (!Object.hasOwn(apiTitles, operation.document) || !isCommand(operation)) return undefined;
  const { positionals, flags, body } = argumentsOf(operation);
  const values = valuesOf(operation, request);
  const given = ({ place, key }: Flag) => values.get(`${place}.${key}`);
  const asBody = body === 'json' && request.body !== undefined && !isTyped(request, flags);
  const options = [
    ...flags.filter(({ place }) => !(asBody && place === 'body')).flatMap((flag) => typed(flag, given(flag))),
    ...(asBody && request.body?.kind === 'json' ? [`--body ${quoted(JSON.stringify(request.body.value))}`] : []),
  ];
  const start = ['covenant', operation.document, kebab(operation.id)];
  const words = [...start, ...positionals.map((flag) => quoted(asText(given(flag) ?? `<${flag.name}>`)))].join(' ');
  const line = [words, ...options].join(' ');
  return line.length <= longestLine ? line : [words, ...options].join(' \\\n  ');
}

/** By place and name of the contract; a file has its name. */
function valuesOf({ parameters }: Operation, { body }: Request): ReadonlyMap<string, Json> {
  const values = new Map<string, Json>();
  for (const { name, place, example, values: allowed } of parameters.filter(isShown))
    values.set(`${place === 'header' ? 'headers' : place}.${name}`, example ?? allowed[0] ?? `<${name}>`);
  if (body?.kind === 'multipart')
    for (const { name, value, file } of body.fields) values.set(`form.${name}`, file ?? value);
  if (body?.kind === 'form') for (const [name, value] of body.fields) values.set(`body.${name}`, value);
  if (body?.kind === 'json')
    for (const [name, value] of Object.entries(asRecord(body.value))) values.set(`body.${name}`, value);
  return values;
}

/** Whether flags say all of a JSON body; else it is given as a whole. */
function isTyped({ body }: Request, flags: readonly Flag[]): boolean {
  if (body?.kind !== 'json') return true;
  return Object.entries(asRecord(body.value)).every(([key, value]) => {
    const flag = flags.find((each) => each.place === 'body' && each.key === key);
    if (flag === undefined || (Array.isArray(value) && value.length === 0)) return false;
    return value === null ? flag.isNullable : true;
  });
}

function typed(flag: Flag, value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  if (flag.type === 'boolean') return [String(value) === 'true' ? `--${flag.name}` : `--no-${flag.name}`];
  const all = flag.isList && Array.isArray(value) ? value : [value];
  return all.map((each) => `--${flag.name} ${quoted(asText(each))}`);
}
