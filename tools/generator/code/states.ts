// The states of a document: the state tables, as data.

import type { ApiDocument } from '../../contract/document/model.ts';
import { ContractError } from '../../contract/document/source.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { StateTable } from '../../runtime/states.ts';
import { comment, print } from './print.ts';

export function emitStates({ schemas, bundle }: ApiDocument, header: string, runtime: string): string {
  const tables = Object.entries(schemas).filter(([, schema]) => schema['x-states'] !== undefined);
  const wrongs = tables.flatMap(([name, schema]) =>
    wrongsOf(schema).map((wrong) => `${bundle.placeOf(schema, 'x-states')}: ${name}: ${wrong}`),
  );
  if (wrongs.length > 0) throw new ContractError(wrongs);
  const names = tables.map(([name]) => name);
  const imports =
    names.length === 0
      ? ''
      : `import type { StateTable } from '${runtime}/states.ts';\nimport type { ${names.join(', ')} } from './types.ts';\n\n`;
  const consts = tables.map(([name, schema]) => {
    const { initial, moves, final } = schema['x-states'] as unknown as StateTable<string>;
    const all = Object.fromEntries((schema.enum as readonly string[]).map((state) => [state, moves[state] ?? []]));
    const doc = comment(String(schema.description ?? `Which ${name} may follow which.`));
    return `${doc}\nexport const ${constName(name, 'Table')} = ${print({ initial, moves: all, final })} as const satisfies StateTable<${name}>;\n${deadlines(name, schema)}`;
  });
  return `${header}\n${imports}export { canMove, isFinal } from '${runtime}/states.ts';\n\n${consts.join('\n')}`;
}

function deadlines(name: string, schema: JsonObject): string {
  const seconds = schema['x-deadlines'];
  if (seconds === undefined) return '';
  const doc = comment(`How long each ${name} may last, in seconds; one without a deadline lasts.`);
  return `\n${doc}\nexport const ${constName(name, 'Deadlines')} = ${print(seconds)} as const satisfies Partial<Record<${name}, number>>;\n`;
}

const constName = (schema: string, what: string): string =>
  `${schema.charAt(0).toLowerCase()}${schema.slice(1)}${what}`;

function wrongsOf(schema: JsonObject): string[] {
  const { initial, moves, final } = schema['x-states'] as unknown as StateTable<string>;
  const states = schema.enum as readonly string[] | undefined;
  if (!Array.isArray(states) || !Array.isArray(final) || moves === undefined)
    return ['a state table needs enum, initial, moves and final'];
  const unknown = [initial, ...final, ...Object.keys(moves), ...Object.values(moves).flat()].filter(
    (state) => !states.includes(state),
  );
  const silent = states.filter((state) => moves[state] === undefined && !final.includes(state));
  const leaving = final.filter((state) => (moves[state] ?? []).length > 0);
  return [
    ...(unknown.length > 0 ? [`unknown states ${unknown.join(', ')}`] : []),
    ...(silent.length > 0 ? [`no moves given for ${silent.join(', ')}`] : []),
    ...(leaving.length > 0 ? [`final states that can be left: ${leaving.join(', ')}`] : []),
  ];
}
