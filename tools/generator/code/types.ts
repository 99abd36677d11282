// TypeScript types of a document, by openapi-typescript: ids branded, files as blobs, one exported name for each
// schema.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import type { ApiDocument } from '../../contract/document/model.ts';
import { isRecord, type Json, mapObject } from '../../contract/json.ts';

export async function emitTypes({ bundle, schemas }: ApiDocument, header: string, runtime: string): Promise<string> {
  const nodes = await openapiTS(complete(bundle.json) as unknown as OpenAPI3, {
    silent: true,
    immutable: true,
    // A caller may leave out what has a default; what handlers get is in server.ts.
    defaultNonNullable: false,
    transform(schema) {
      const brand: unknown = (schema as Record<string, unknown>)['x-brand'];
      if (typeof brand === 'string') return branded(brand, schema.type);
      return schema.format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined;
    },
  });
  const names = Object.keys(schemas).map((name) => `export type ${name} = components['schemas']['${name}'];`);
  const code = astToString(nodes).trim();
  // Another name, since a schema may well be called Brand.
  const importBrand = code.includes('BrandedId<')
    ? `import type { Brand as BrandedId } from '${runtime}/brand.ts';\n`
    : '';
  return `${header}\n${importBrand}\n${code}\n\n${names.join('\n')}\n`;
}

/** Handlers return whole items, which the runtime narrows to the fields that were asked for. */
export function complete(value: Json): Json {
  if (Array.isArray(value)) return value.map(complete);
  if (!isRecord(value)) return value;
  const { 'x-complete': required, ...rest } = value;
  return mapObject(required === undefined ? rest : { ...rest, required }, complete);
}

const literal = (text: string) => ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(text, true));

/** An id, or null where the contract allows that. */
function branded(name: string, type: unknown): ts.TypeNode {
  const id = ts.factory.createTypeReferenceNode('BrandedId', [literal(name)]);
  const isNullable = Array.isArray(type) && type.includes('null');
  return isNullable
    ? ts.factory.createUnionTypeNode([id, ts.factory.createLiteralTypeNode(ts.factory.createNull())])
    : id;
}
