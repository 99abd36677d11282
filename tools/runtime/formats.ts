// The string and number formats of the contracts, and the two helpers that generated validators call.
// Stricter than ajv-formats on purpose: `date-time` wants the `T` of RFC 3339, `uuid` no `urn:uuid:` prefix, `uri` a parseable one.

/** What is wrong at one place of a value; the shape that generated validators report. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A generated validator. It fills in defaults; `errors` belongs to the latest call, so read it before anything else runs. */
export interface Validator<T> {
  (value: unknown): value is T;
  readonly errors?: readonly SchemaError[] | null;
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const timePattern = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i;
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
// Brackets only around an IPv6 address, one # at most.
const uriPattern =
  /^[a-z][a-z0-9+.-]*:(?![?#]|$)(?:\/\/(?:[a-z0-9\-._~!$&'()*+,;=:]*@)?\[[0-9a-f:.]+\](?::\d*)?(?=[/?#]|$))?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  if (!datePattern.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && leap ? 29 : daysOfMonth[month - 1];
  return last !== undefined && day >= 1 && day <= last;
}

function isTime(text: string): boolean {
  const found = timePattern.exec(text);
  if (found === null) return false;
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map(Number);
  const [zoneHour, zoneMinute] = [Number(found[5] ?? 0), Number(found[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return false;
  if (second < 60) return true;
  const shift = (zoneHour * 60 + zoneMinute) * (found[4] === '-' ? -1 : 1);
  return (hour * 60 + minute - shift + 1440) % 1440 === 1439; // a leap second ends a UTC day
}

const isDateTime = (text: string): boolean =>
  /^.{10}t/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));

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

/** Length in characters, as JSON Schema counts them: a surrogate pair is one. Text without any, such as a large file, is not walked through. */
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
