// Generated from tools/runtime/brand.ts by npm run generate; do not edit.
// Branded ids: strings that only a validator may mint, so that a user's id never passes for a lab's.
declare const brand: unique symbol;

export type Brand<Name extends string> = string & { readonly [brand]: Name };

/** A file as a caller of a client gives it. */
export type Upload = Blob | ArrayBufferView | ReadableStream<Uint8Array>;

/**
 * What a caller of a client writes: a plain string passes for an id, since the service checks it; an id of another kind
 * does not.
 */
export type Plain<Value> =
  Value extends Brand<infer Name>
    ? string & { readonly [brand]?: Name }
    : Value extends Blob
      ? Upload
      : Value extends object
        ? { [Key in keyof Value]: Plain<Value[Key]> }
        : Value;

/** Parameters as a caller writes them: what may be given several times may be one value, too. */
export type PlainQuery<Query> = {
  [Name in keyof Query]: NonNullable<Query[Name]> extends readonly (infer Item)[]
    ? Plain<Query[Name]> | Plain<Item>
    : Plain<Query[Name]>;
};
