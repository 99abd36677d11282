// Every object of a tree with its path, examples left out: what callers send may hold any name. For trees as written,
// which have no cycles.

import type { Fields, Path } from './document.ts';

export type Visit = { readonly at: Path; readonly value: Fields };

const opaque = new Set(['example', 'examples', 'default', 'const', 'enum']);

export function* walk(value: unknown, at: Path = []): Generator<Visit> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, value: value as Fields };
  for (const [key, child] of Object.entries(value))
    if (!opaque.has(key)) yield* walk(child, [...at, Array.isArray(value) ? Number(key) : key]);
}
