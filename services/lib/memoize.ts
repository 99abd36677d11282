// What is made of the same object again and again, made once for as long as the object is used.

/** `key`: what else the result depends on; few different ones. */
export function memoize<Of extends object, Key extends readonly (string | number)[], Made>(
  make: (of: Of, ...key: Key) => Made,
): (of: Of, ...key: Key) => Made {
  const made = new WeakMap<Of, Map<string, Made>>();
  return (of, ...key) => {
    const known = made.get(of) ?? new Map<string, Made>();
    made.set(of, known);
    const name = key.join(' ');
    if (!known.has(name)) known.set(name, make(of, ...key));
    return known.get(name) as Made;
  };
}

/** Remembers what was made for the `most` keys that were asked for last. */
export function memoizeNewest<Made>(most: number): (key: string, make: () => Made) => Made {
  const known = new Map<string, { readonly made: Made }>();
  return (key, make) => {
    const found = known.get(key) ?? { made: make() };
    known.delete(key);
    known.set(key, found);
    if (known.size > most) known.delete(known.keys().next().value ?? '');
    return found.made;
  };
}

/** Remembers what was made for each of few keys, also where that is nothing. */
export function memoizeText<Made>(make: (key: string) => Made): (key: string) => Made {
  const results = new Map<string, Made>();
  return (key) => {
    if (!results.has(key)) results.set(key, make(key));
    return results.get(key) as Made;
  };
}
