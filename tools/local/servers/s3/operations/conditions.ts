// If-Match and its kin: for reads, copies and writes.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html
import type { Guard } from '../disk/bucket.ts';
import { httpDate, quoted, type Version } from '../disk/version.ts';
import { refusal } from '../protocol/errors.ts';
import { type Call, header } from '../protocol/request.ts';

/** Reads say `proceed`, `unchanged` (304) or `failed` (412), in the order of RFC 9110, section 13.2.2. */
export function judgeRead(call: Call, version: Version, prefix = ''): 'proceed' | 'unchanged' | 'failed' {
  const get = (name: string) => header(call, `${prefix}${name}`);
  const match = get('if-match');
  if (match !== undefined ? !matches(match, version) : changedSince(get('if-unmodified-since'), version) === true)
    return 'failed';
  const noneMatch = get('if-none-match');
  if (noneMatch !== undefined ? matches(noneMatch, version) : changedSince(get('if-modified-since'), version) === false)
    return 'unchanged';
  return 'proceed';
}

/** Asked under the lock of the key, so of any number of writers with If-None-Match: * exactly one gets through. */
export function writeGuard(call: Call): Guard {
  const [match, noneMatch] = [header(call, 'if-match'), header(call, 'if-none-match')];
  if (noneMatch !== undefined && noneMatch.trim() !== '*')
    throw refusal('NotImplemented', 'If-None-Match of a write can only be *.');
  return (newest) => {
    const current = newest?.marker ? undefined : newest;
    if (noneMatch !== undefined && current)
      throw refusal('PreconditionFailed', { detail: { Condition: 'If-None-Match' } });
    if (match === undefined) return;
    if (current === undefined) throw refusal('NoSuchKey');
    if (!matches(match, current)) throw refusal('PreconditionFailed', { detail: { Condition: 'If-Match' } });
  };
}

/** If-Range: a range is honoured only when the object is still the one that the client has the rest of. */
export function rangeHolds(call: Call, version: Version): boolean {
  const condition = header(call, 'if-range');
  return condition === undefined || condition === quoted(version.etag) || condition === httpDate(version.created);
}

function matches(list: string, version: Version): boolean {
  const tags = list.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1'),
  );
  return tags.includes('*') || tags.includes(version.etag);
}

/** Undefined when there is no (valid) date, which means no condition. */
function changedSince(date: string | undefined, version: Version): boolean | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : Math.floor(version.created / 1000) * 1000 > time;
}
