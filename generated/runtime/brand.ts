// Generated from tools/runtime/brand.ts by tools/generate.ts; do not edit.
// Branded ids: strings that only a validator may mint, so that a user's id never passes for a lab's.
declare const brand: unique symbol;

export type Brand<Name extends string> = string & { readonly [brand]: Name };
