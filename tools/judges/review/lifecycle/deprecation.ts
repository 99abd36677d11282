// deprecated and x-deprecation: { since, sunset }: how something is announced to go.

import type { Effect } from '../change.ts';
import { additive, breaking, editorial } from '../schema/verdicts.ts';
import type { Node } from '../source.ts';

/** Promised by decisions 106 and 221. */
export const noticeMonths = 12;

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

/** For operations, parameters, headers, fields, channels, messages and problems alike. */
export function compareDeprecation(before: Node | undefined, after: Node | undefined): Effect[] {
  const [was, is] = [before?.fields.deprecated === true, after?.fields.deprecated === true];
  const [old, now] = [announced(before), announced(after)];
  const place = (node: Node | undefined) => node?.raw('x-deprecation') ?? node?.raw('deprecated') ?? node;
  const effect: EffectOf = (rule, what, verdict) => ({
    before: place(before),
    after: place(after),
    pointer: '',
    rule,
    what,
    sending: verdict,
    reading: verdict,
  });
  if (was && !is) return [effect('deprecation-withdrawn', 'it is no longer deprecated', additive('It stays.'))];
  if (after === undefined || !is) return [];
  if (!was) {
    const until = now?.sunset === undefined ? 'without a Sunset yet' : `and goes on ${day(now.sunset)}`;
    const works = additive('It works as before until its Sunset date.');
    return [effect('deprecated', `it is deprecated ${until}`, works), ...notice(now, after.sources.day, effect)];
  }
  return old?.sunset?.getTime() === now?.sunset?.getTime()
    ? redated(old, now, effect)
    : rescheduled(old?.sunset, now, after.sources.day, effect);
}

type EffectOf = (rule: string, what: string, verdict: Effect['sending']) => Effect;

/** A notice begins on the day of the change, or later: a `since` in the past has warned no one. */
function notice(now: Announced | undefined, today: Date, effect: EffectOf): Effect[] {
  if (now?.sunset === undefined) return [];
  const start = now.since > today ? now.since : new Date(day(today));
  if (now.sunset >= monthsAfter(start, noticeMonths)) return [];
  return [
    effect(
      'sunset-too-soon',
      `it goes on ${day(now.sunset)}, less than ${noticeMonths} months after ${day(start)}`,
      breaking(`The policy promises ${noticeMonths} months between the day of the announcement and Sunset.`),
    ),
  ];
}

function rescheduled(old: Date | undefined, now: Announced | undefined, today: Date, effect: EffectOf): Effect[] {
  const sunset = now?.sunset;
  if (old === undefined && sunset !== undefined)
    return [
      effect('sunset-set', `it goes on ${day(sunset)}`, additive('Until then it works.')),
      ...notice(now, today, effect),
    ];
  if (old === undefined || sunset === undefined || sunset > old)
    return [
      effect(
        'sunset-later',
        `it stays until ${sunset === undefined ? 'further notice' : day(sunset)}`,
        additive('It is available for longer than announced.'),
      ),
    ];
  return [
    effect(
      'sunset-earlier',
      `it goes on ${day(sunset)}, not on ${day(old)}`,
      breaking('The removal is earlier than the date that callers planned for.'),
    ),
  ];
}

function redated(old: Announced | undefined, now: Announced | undefined, effect: EffectOf): Effect[] {
  if (old?.since.getTime() === now?.since.getTime()) return [];
  const of = (each: Announced | undefined) => (each === undefined ? 'no day' : day(each.since));
  return [
    effect(
      'deprecation-redated',
      `it says that it is deprecated since ${of(now)}, before ${of(old)}`,
      editorial('The Sunset date is the same, and the notice period starts on the day of the announcement.'),
    ),
  ];
}

export const monthsAfter = (date: Date, count: number): Date => {
  const other = new Date(date);
  other.setUTCMonth(other.getUTCMonth() + count);
  // The 31st of a month that has 30 days is the last of it, not the first of the next.
  if (other.getUTCDate() !== date.getUTCDate()) other.setUTCDate(0);
  return other;
};
