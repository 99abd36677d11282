// Moments, relative to now; the exact one is in the title and for screen readers.
import { createStore, useStore } from '../state/store.ts';
import { texts } from '../texts/texts.ts';

const relative = new Intl.RelativeTimeFormat(texts.language, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(texts.language, { dateStyle: 'full', timeStyle: 'long' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

export function relativeTo(moment: number, now: number): string {
  const seconds = Math.round((moment - now) / 1_000);
  // Clocks differ by a few seconds.
  if (Math.abs(seconds) < 5) return relative.format(0, 'second');
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? units[3];
  return relative.format(Math.trunc(seconds / length), unit);
}

const tickMs = 5_000;

/** One for all moments of a page, which are 200 in a large class. */
const tick = createStore({ now: Date.now() });
setInterval(() => tick.set({ now: Date.now() }), tickMs);

export function Ago({ at }: { readonly at: string }) {
  // What has just happened is newer than the last tick.
  const now = Math.max(useStore(tick).now, Date.now() - tickMs);
  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={exact.format(moment)}>
      {relativeTo(moment, now)}
    </time>
  );
}
