// ids.ts of a document: for each id schema, what makes an id of a text.
import type { ApiDocument } from '../../contract/document/model.ts';
import { ContractError } from '../../contract/document/source.ts';
import type { JsonObject } from '../../contract/json.ts';
import { comment, print } from './print.ts';

const understood = new Set(['format', 'pattern', 'minLength', 'maxLength']);
const silent = new Set(['type', 'title', 'description', 'examples']);

/** Undefined: the document has no ids. */
export function emitIds({ schemas, bundle }: ApiDocument, header: string, runtime: string): string | undefined {
  const ids = Object.entries(schemas).filter(
    ([name, schema]) => schema['x-brand'] === name && schema.type === 'string',
  );
  if (ids.length === 0) return undefined;
  const wrongs = ids.flatMap(([name, schema]) =>
    strangeIn(schema).map((keyword) => `${bundle.placeOf(schema, keyword)}: ${name}: an id cannot have ${keyword}`),
  );
  if (wrongs.length > 0) throw new ContractError(wrongs);
  const names = ids.map(([name]) => name).sort();
  const imports = `import { idType } from '${runtime}/id.ts';\nimport type { ${names.join(', ')} } from './types.ts';`;
  return `${header}\n${imports}\n\n${ids.map(([name, schema]) => emitId(name, schema)).join('\n')}`;
}

const strangeIn = (schema: JsonObject): string[] =>
  Object.keys(schema).filter(
    (keyword) =>
      !keyword.startsWith('x-') &&
      !silent.has(keyword) &&
      (!understood.has(keyword) || (keyword === 'format' && schema.format !== 'uuid')),
  );

function emitId(name: string, schema: JsonObject): string {
  const rules = Object.fromEntries(Object.entries(schema).filter(([keyword]) => understood.has(keyword)));
  const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return `${comment(String(schema.description ?? name))}\nexport const ${constant} = idType<${name}>(${print({ name, ...rules })});\n`;
}
