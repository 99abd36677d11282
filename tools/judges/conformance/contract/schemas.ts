// Values against schemas of a contract, by an implementation of JSON Schema that shares no engine with the generated
// validators (these are ajv's).
import {
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
  validate,
} from '@hyperjump/json-schema/openapi-3-1';
import '@hyperjump/json-schema/formats';
import { addFormat, addKeyword, getKeyword, setFormatHandler } from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import type { Contract } from './document.ts';

setShouldValidateFormat(true);

const formatKeyword = 'https://json-schema.org/keyword/draft-2020-12/format';
const numeric: Readonly<Record<string, (value: number) => boolean>> = {
  int32: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  int64: Number.isSafeInteger,
  double: Number.isFinite,
};
for (const [name, holds] of Object.entries(numeric)) {
  const id = `https://spec.openapis.org/registry/format/${name}`;
  addFormat({ id, handler: (value) => typeof value !== 'number' || holds(value) });
  setFormatHandler(formatKeyword, name, id);
}

/**
 * Decimals instead of binary fractions: 0.1025 is a multiple of 0.0001, though its nearest double divided by the other
 * one leaves a rest. The library allows an error of 1e-7 at any size; here the shortest decimal of each double counts,
 * which is what stands in the JSON text.
 */
const multipleOf = getKeyword<number>('https://json-schema.org/keyword/multipleOf');
addKeyword({
  ...multipleOf,
  interpret: (step, instance) =>
    Instance.typeOf(instance) !== 'number' || isMultiple(Instance.value<number>(instance), step),
});

export function isMultiple(value: number, step: number): boolean {
  const [a, b] = [decimal(value), decimal(step)];
  const digits = Math.max(a.digits, b.digits);
  const scaled = (each: typeof a) => each.units * 10n ** BigInt(digits - each.digits);
  return scaled(a) % scaled(b) === 0n;
}

/** `units` of the size 10^-digits. */
function decimal(value: number): { units: bigint; digits: number } {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const digits = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return digits >= 0 ? { units, digits } : { units: units * 10n ** BigInt(-digits), digits: 0 };
}

export type Breach = { readonly rule: string; readonly at: string };

/** What breaks the schema at `pointer` of the document; nothing when the value follows it. */
export type Follows = (pointer: string, value: unknown) => Promise<readonly Breach[]>;

/** The library keeps documents by address; two that are read may have one name. */
const addresses = new WeakMap<Contract['raw'], string>();
let registered = 0;

export function schemasOf({ raw }: Contract): Follows {
  const base = addresses.get(raw) ?? `https://covenant.example/contract/${registered++}`;
  if (!addresses.has(raw)) registerSchema(raw as SchemaObject, base, 'https://spec.openapis.org/oas/3.1/dialect/base');
  addresses.set(raw, base);
  const validators = new Map<string, ReturnType<typeof compiled>>();
  const compiled = (pointer: string) => validate(`${base}#${pointer.split('/').map(encodeURIComponent).join('/')}`);
  return async (pointer, value) => {
    const found = validators.get(pointer) ?? compiled(pointer);
    validators.set(pointer, found);
    const output = (await found)(value as never, 'BASIC');
    return output.valid
      ? []
      : (output.errors ?? []).map(({ keyword, instanceLocation }) => ({
          rule: keyword.slice(keyword.lastIndexOf('/') + 1),
          at: instanceLocation.slice(1),
        }));
  };
}
