// How a breaking change can be made without breaking a caller: what the report advises beside each.
import type { Direction } from './change.ts';

type Side = 'sent' | 'read' | 'any';

const sideOf: Readonly<Record<Direction, Side>> = {
  request: 'sent',
  producer: 'sent',
  reply: 'read',
  consumer: 'read',
  both: 'any',
  text: 'any',
};

/** From the special to the general; the first that fits is taken. */
const remedies: readonly (readonly [rule: RegExp, side: Side, remedy: string])[] = [
  [/^(not|condition-not)-understood$/, 'any', 'Compare the two places by hand; the review cannot.'],
  [/^operation-renamed$/, 'any', 'Keep the operationId, which names a function of generated clients.'],
  [
    /^(operation-moved|address-changed|path-parameter-renamed)$/,
    'any',
    'Offer both addresses, and mark the old one `deprecated: true`.',
  ],
  [/^server-removed$/, 'any', 'Keep the old server as an alias of the new one.'],
  [
    /(security|credential|scope|role|flow)/,
    'any',
    'Accept what callers have today beside the new credential until they have moved.',
  ],
  [/^rate-limit/, 'any', 'Keep the limit for the callers of today.'],
  [
    /^(required-(property|parameter|body)-added|(property|parameter|body|header)-required)$/,
    'sent',
    'Leave it optional, and treat its absence as before.',
  ],
  [/^(property|header)-optional$/, 'read', 'Send it always, with a value that readers of today understand.'],
  [/-(removed|renamed|moved)$/, 'sent', 'Accept the old form, too, marked `deprecated: true`, until no one sends it.'],
  [
    /^(property|header|message|media-type|body)-(removed|renamed)$/,
    'read',
    'Send the old form beside the new one, marked `deprecated: true`, until no one reads it.',
  ],
  [
    /^(enum-value|known-value|state|alternative|null|type)-added$/,
    'read',
    'Send it in a new field, or only to those who ask for it with a new parameter.',
  ],
  [/-(removed|withdrawn|moved)$/, 'any', 'Keep it, marked `deprecated: true`, and remove it after its Sunset.'],
];

const general: Readonly<Record<Side, string>> = {
  sent: 'Accept what was valid before, and take the new form in a new field, parameter or operation.',
  read: 'Send only what readers know, and what is new in a new field, message or operation.',
  any: 'Offer the new form under a new name beside the old one, which goes when no one uses it.',
};

export function remedyOf(rule: string, direction: Direction): string {
  const side = sideOf[direction];
  const special = remedies.find(([pattern, of]) => pattern.test(rule) && (of === 'any' || of === side));
  return special?.[2] ?? general[side];
}
