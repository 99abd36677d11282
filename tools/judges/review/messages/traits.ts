// Traits: what several messages or operations have in common, written once. A message with its traits reads as if all
// of it stood there.

import { type Fields, isFields, Node } from '../source.ts';

/**
 * The message or operation wins over its traits, and a later trait over an earlier one (AsyncAPI 3.0, traits merge
 * mechanism).
 */
export function withTraits(node: Node): Node {
  const traits = node.get('traits')?.items() ?? [];
  return merged([node, ...traits.toReversed()]);
}

/** Objects are merged field by field; of anything else the first one counts. */
function merged([first, ...others]: readonly [Node, ...Node[]]): Node {
  const objects = others.filter(({ value }) => isFields(value));
  return isFields(first.value) && objects.length > 0 ? new Merged(first, objects) : first;
}

class Merged extends Node {
  readonly #parts: readonly [Node, ...Node[]];

  constructor(first: Node, others: readonly Node[]) {
    super(
      first.sources,
      first.file,
      first.path,
      [first, ...others].map(({ value }) => value).reduce((winner, other) => mergedValue(winner, other)),
    );
    this.#parts = [first, ...others];
  }

  override get id(): string {
    return this.places.join('&');
  }

  override get places(): readonly string[] {
    return this.#parts.flatMap(({ places }) => places);
  }

  override raw(key: string | number): Node | undefined {
    const [first, ...others] = this.#parts.flatMap((part) => part.raw(key) ?? []);
    // null takes away what a trait brought (RFC 7396).
    if (first === undefined || first.value === null) return undefined;
    return others.length === 0 ? first : merged([first.followed(), ...others.map((each) => each.followed())]);
  }
}

function mergedValue(winner: unknown, other: unknown): unknown {
  if (!isFields(winner) || !isFields(other)) return winner;
  const both: Fields = { ...other, ...winner };
  return Object.fromEntries(
    Object.entries(both)
      .map(
        ([key, value]) => [key, key in winner && key in other ? mergedValue(winner[key], other[key]) : value] as const,
      )
      .filter(([, value]) => value !== null),
  );
}
