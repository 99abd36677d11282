// Numbers and names as sentences write them.
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });
export const inWords = (value: number): string => numbers.format(value);

const units: readonly (readonly [number, string])[] = [
  [1024 ** 3, 'GiB'],
  [1024 ** 2, 'MiB'],
  [1024, 'KiB'],
];

export function bytes(count: number): string {
  const [size, unit] = units.find(([each]) => count >= each) ?? [1, 'bytes'];
  return `${inWords(Math.round((count / size) * 10) / 10)} ${unit}`;
}

export function seconds(count: number): string {
  if (count % 3600 === 0) return counted(count / 3600, 'hour');
  return count % 60 === 0 ? counted(count / 60, 'minute') : counted(count, 'second');
}

export const counted = (count: number, noun: string): string => `${inWords(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `each minute`, `every 10 minutes`. */
export const every = (count: number): string =>
  seconds(count)
    .replace(/^1 (.*)$/, '$1')
    .replace(/^(?=\D)/, 'each ')
    .replace(/^(?=\d)/, 'every ');

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
