// The string and number formats of the contracts, and the two helpers that generated validators call.
// Stricter than ajv-formats on purpose: `date-time` wants the `T` of RFC 3339, `uuid` no `urn:uuid:` prefix, `uri` a
// parseable one.

/** What is wrong at one place of a value; the shape that generated validators report. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * A generated validator. It fills in defaults; `errors` belongs to the latest call, so read it before anything else
 * runs.
 */
export interface Validator<T> {
  (value: unknown): value is T;
  readonly errors?: readonly SchemaError[] | null;
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:z|[+-]\d{2}:\d{2})$/i;
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
// Brackets only around an IPv6 address, one # at most.
const uriPattern =
  /^[a-z][a-z0-9+.-]*:(?![?#]|$)(?:\/\/(?:[a-z0-9\-._~!$&'()*+,;=:]*@)?\[[0-9a-f:.]+\](?::\d*)?(?=[/?#]|$))?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * The number that two digits say: a list of a thousand rows has thousands of dates, and text cut out of each would be
 * most of their check.
 */
const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * zero;
const zero = 48;

const isDate = (text: string): boolean => datePattern.test(text) && isDay(text);

/** True when a text of the form of a date names a day that exists. */
function isDay(text: string): boolean {
  const [century, year, month, day] = [pairAt(text, 0), pairAt(text, 2), pairAt(text, 5), pairAt(text, 8)];
  const leap = (year === 0 ? century : year) % 4 === 0;
  const last = month === 2 && leap ? 29 : daysOfMonth[month - 1];
  return last !== undefined && day >= 1 && day <= last;
}

const isDateTime = (text: string): boolean => dateTimePattern.test(text) && isDay(text) && isTimeOfDay(text);

function isTimeOfDay(text: string): boolean {
  const [hour, minute, second] = [pairAt(text, 11), pairAt(text, 14), pairAt(text, 17)];
  const hasOffset = text.at(-3) === ':';
  const [zoneHour, zoneMinute] = hasOffset ? [pairAt(text, text.length - 5), pairAt(text, text.length - 2)] : [0, 0];
  if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return false;
  if (second < 60) return true;
  const shift = (zoneHour * 60 + zoneMinute) * (text.at(-6) === '-' ? -1 : 1);
  return (hour * 60 + minute - shift + 1440) % 1440 === 1439; // a leap second ends a UTC day
}

// RFC 5321: an address has at most 254 characters.
const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text);

const isUri = (text: string): boolean => uriPattern.test(text) && URL.canParse(text);

const isInt32 = (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;

export const formats = {
  date: isDate,
  'date-time': isDateTime,
  email: isEmail,
  uri: isUri,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  // Both say how to treat the text, not what it looks like.
  binary: true,
  password: true,
  int32: { type: 'number', validate: isInt32 },
  // JSON numbers beyond 2^53 have lost digits before anybody can look at them.
  int64: { type: 'number', validate: Number.isSafeInteger },
  double: { type: 'number', validate: Number.isFinite },
} as const;

const surrogate = /[\ud800-\udfff]/;

/**
 * Length in characters, as JSON Schema counts them: a surrogate pair is one. Text without any, such as a large file, is
 * not walked through.
 */
export function ucs2length(text: string): number {
  if (!surrogate.test(text)) return text.length;
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length--;
      i++;
    }
  }
  return length;
}

/** Equality of JSON values, for `uniqueItems`, `const` and `enum`. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), b as Record<string, unknown>];
  return (
    left.length === Object.keys(right).length &&
    left.every(([key, value]) => Object.hasOwn(right, key) && equal(value, right[key]))
  );
}

/**
 * By the digits as JSON writes them: binary fractions leave a rest when they are divided, and a larger one the larger
 * the number is.
 */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  if (!Number.isFinite(value)) return false;
  const [a, b] = [decimal(value), decimal(step)];
  const places = Math.max(a.places, b.places);
  const scaled = (each: Decimal): bigint => each.units * 10n ** BigInt(places - each.places);
  return scaled(a) % scaled(b) === 0n;
}

/** `units` of the last of so many decimal places; after a large exponent there are fewer than none. */
type Decimal = { readonly units: bigint; readonly places: number };

function decimal(value: number): Decimal {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return { units: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}
