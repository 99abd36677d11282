// Arithmetic on IPv4 subnets, and which of them an instance tries first.

/** The address at a place in a subnet: `nth('10.213.0.16/28', 2)` is `10.213.0.18`. */
export function nth(subnet: string, place: number): string {
  return dotted(numberOf(subnet.split('/')[0] ?? '') + place);
}

export const gatewayOf = (subnet: string): string => nth(subnet, 1);

/** As Docker makes it: one for each address, administered locally. */
export const macOf = (address: string): string =>
  ['02', '42', ...address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))].join(':');

/**
 * All subnets of a size in a pool, from one that depends on the seed: with different seeds, two labs rarely ask for the
 * same one, or for one that was freed just now.
 */
export function* candidates(pool: string, size: number, seed: string): Generator<string> {
  const [base = '', bits = '16'] = pool.split('/');
  const count = 2 ** (size - Number(bits));
  const first = hash(seed) % count;
  for (let tried = 0; tried < count; tried++)
    yield `${dotted(numberOf(base) + ((first + tried) % count) * 2 ** (32 - size))}/${size}`;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}

const numberOf = (address: string): number => address.split('.').reduce((total, part) => total * 256 + Number(part), 0);

const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
