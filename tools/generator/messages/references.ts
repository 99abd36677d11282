// References from one schema of a message document to another, by name.
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';

export type Schemas = Record<string, JsonObject>;

const prefix = '#/components/schemas/';

export const referredName = (schema: Json | undefined): string | undefined => {
  const reference = asRecord(schema ?? null).$ref;
  return typeof reference === 'string' && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
};

export const referenceTo = (name: string): JsonObject => ({ $ref: prefix + name });
