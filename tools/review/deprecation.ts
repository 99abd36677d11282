// deprecated and x-deprecation: { since, sunset }: how something is announced to go. Whether a removal may stand for it: lifecycle.ts.

import type { Effect } from './change.ts';
import { additive, breaking } from './schema/verdicts.ts';
import type { Node } from './source.ts';

/** Promised by decisions 106 and 221. */
const noticeMonths = 12;

export type Announced = { readonly since: Date; readonly sunset: Date | undefined };

export function announced(node: Node | undefined): Announced | undefined {
  const { deprecated, 'x-deprecation': details } = node?.fields ?? {};
  if (deprecated !== true || typeof details !== 'object' || details === null) return undefined;
  const { since, sunset } = details as Record<string, unknown>;
  const date = (value: unknown): Date | undefined =>
    value === undefined || Number.isNaN(Date.parse(String(value))) ? undefined : new Date(String(value));
  const start = date(since);
  return start === undefined ? undefined : { since: start, sunset: date(sunset) };
}

export const day = (date: Date): string => date.toISOString().slice(0, 10);

/** For operations, parameters, fields, channels, messages and problems alike. */
export function compareDeprecation(before: Node | undefined, after: Node | undefined): Effect[] {
  const [was, is] = [before?.fields.deprecated === true, after?.fields.deprecated === true];
  const [old, now] = [announced(before), announced(after)];
  const place = (node: Node | undefined) => node?.raw('x-deprecation') ?? node?.raw('deprecated') ?? node;
  const ends = { before: place(before), after: place(after), pointer: '' };
  const effect = (rule: string, what: string, verdict: Effect['sending']): Effect => ({
    ...ends,
    rule,
    what,
    sending: verdict,
    reading: verdict,
  });
  if (was && !is) return [effect('deprecation-withdrawn', 'it is no longer deprecated', additive('It stays.'))];
  if (!is) return [];
  const soon = now?.sunset !== undefined && now.sunset < months(now.since, noticeMonths);
  const notice = soon
    ? [
        effect(
          'sunset-too-soon',
          `it goes on ${day(now.sunset)}, less than ${noticeMonths} months after ${day(now.since)}`,
          breaking(`The policy promises ${noticeMonths} months between Deprecation and Sunset.`),
        ),
      ]
    : [];
  if (!was) {
    const until = now?.sunset === undefined ? 'without a Sunset yet' : `and goes on ${day(now.sunset)}`;
    return [
      effect('deprecated', `it is deprecated ${until}`, additive('It works as before until its Sunset.')),
      ...notice,
    ];
  }
  if (old?.sunset === undefined || now?.sunset?.getTime() === old.sunset.getTime())
    return old?.sunset === now?.sunset || old?.sunset !== undefined ? [] : notice;
  if (now?.sunset === undefined || now.sunset > old.sunset)
    return [
      effect(
        'sunset-later',
        `it stays until ${now?.sunset === undefined ? 'further notice' : day(now.sunset)}`,
        additive('It stays longer than announced.'),
      ),
    ];
  return [
    effect(
      'sunset-earlier',
      `it goes on ${day(now.sunset)}, not on ${day(old.sunset)}`,
      breaking('Whoever planned by the announced Sunset is late.'),
    ),
  ];
}

const months = (date: Date, count: number): Date => {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + count);
  return later;
};
