// A value, or the problem that is answered in its place.

export type Refused<Refusal> = { readonly kind: 'refused'; readonly refusal: Refusal };

export type Refusable<Value, Refusal> = { readonly kind: 'value'; readonly value: Value } | Refused<Refusal>;
