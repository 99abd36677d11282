// Numbers as spreadsheets show them and programs export them: what is read, and what is wrong with others.

/** Bytes; a longer text is no number. */
export const longestNumber = 40;

/** With a plus, an apostrophe that keeps it text, or another sign for the minus. */
export const plainNumber = (text: string): string =>
  text.replace(/^'?(?:\+|([\u2212\u2013\ufe63\uff0d]))?(?=\d)/u, (_, minus?: string) =>
    minus === undefined ? '' : '-',
  );

const exponent = /^-?\d+(?:\.\d+)?[eE][+-]?\d{1,3}$/;
const mostDecimals = 20;

/** `1e3` of JSON is 1000; what is too large stays as it is. */
export function withoutExponent(text: string): string {
  if (!exponent.test(text)) return text;
  const value = Number(text);
  const isLost = value === 0 && /^-?[0.]*[1-9]/.test(text);
  if (isLost || !Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return text;
  return Number.isInteger(value) ? String(value) : value.toFixed(mostDecimals).replace(/\.?0+$/, '');
}

const advice: readonly (readonly [RegExp, string])[] = [
  [
    exponent,
    'is in scientific notation, which may have left digits out; format the cell as a number and write all digits',
  ],
  [/^\(.*\d.*\)$/u, 'has parentheses; write a negative number with a minus in front, such as -3'],
  [/^\d[\d.,]*[-\u2212]$/u, 'has its minus at the end; write it in front, such as -3'],
  [/^-?[\d.,]+ ?%$/u, 'is a percentage; write the number'],
  [/^\d+[\u00a0\u202f\u2009]\d/u, 'has a no-break space in it, as a thousands separator; write the digits alone'],
  [/^\d+['\u2019 ]\d/u, 'has a thousands separator; write the digits alone'],
  [/^[-\u2013\u2014]$/u, 'is a dash; clear the field if the number is not known, or write 0'],
  [/^=/u, 'is a formula; save its value'],
];

/** What is wrong with a number, and what to do; null: it has nothing of a number. */
export const numberAdvice = (text: string): string | null => advice.find(([form]) => form.test(text))?.[1] ?? null;
