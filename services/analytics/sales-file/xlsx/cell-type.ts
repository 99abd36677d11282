// How the value of a cell is read, by its attribute `t`. ECMA-376 part 1, 18.18.11.

export const [number, shared, string, boolean, error] = [0, 1, 2, 3, 4] as const;

const types: Readonly<Record<string, number>> = {
  n: number,
  s: shared,
  str: string,
  inlineStr: string,
  d: string,
  b: boolean,
  e: error,
};

/** Undefined: there is no such type. */
export function cellTypeOf(bytes: Buffer, from: number, to: number): number | undefined {
  if (to - from === 1 && bytes[from] === 0x73) return shared;
  const name = bytes.toString('latin1', from, to);
  return Object.hasOwn(types, name) ? types[name] : undefined;
}
