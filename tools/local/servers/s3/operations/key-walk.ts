// One page of a listing: which keys and which groups (common prefixes) come next.

import { compareKeys, type KeyIndex } from '../disk/key-index.ts';
import { refusal } from '../protocol/errors.ts';
import { type Call, numberParam, param } from '../protocol/request.ts';
import { encode } from '../protocol/signature.ts';

export type Step = { readonly kind: 'key' | 'group'; readonly name: string };
export type Walk = {
  readonly prefix: string;
  readonly delimiter: string;
  /** Only what stands after it is shown; a group's name means that the group has been. */
  readonly after: string;
};

/** Keys in order; those that share the text up to the delimiter behind the prefix become one group. */
export function* walk(
  index: Pick<KeyIndex, 'keysFrom'>,
  { prefix, delimiter, after }: Walk,
  selects: (key: string) => boolean,
): Generator<Step> {
  let group: string | undefined;
  for (const key of index.keysFrom(compareKeys(prefix, after) > 0 ? prefix : after)) {
    if (!key.startsWith(prefix)) return;
    if (key === after || (group !== undefined && key.startsWith(group)) || !selects(key)) continue;
    const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    if (at < 0) {
      yield { kind: 'key', name: key };
      continue;
    }
    group = key.slice(0, at + delimiter.length);
    if (group !== after) yield { kind: 'group', name: group };
  }
}

const MAX_KEYS = 1000;
export const maxKeys = (call: Call, name = 'max-keys'): number =>
  numberParam(call, name, { min: 0, max: MAX_KEYS, fallback: MAX_KEYS });

/**
 * How names are written: as they are, or percent-encoded with encoding-type=url, which XML can carry whatever they
 * hold.
 */
export function namesWriter(call: Call): { encoding: 'url' | undefined; name: (text: string) => string } {
  const encoding = param(call, 'encoding-type');
  if (encoding === undefined || encoding === '') return { encoding: undefined, name: (text) => text };
  if (encoding !== 'url') throw refusal('InvalidArgument', 'Invalid Encoding Method specified in Request');
  return { encoding, name: (text) => text.split('/').map(encode).join('/') };
}
