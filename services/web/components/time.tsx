// Moments, relative to now; the exact one is in the title and for screen readers.
import { useEffect, useState } from 'preact/hooks';
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

export function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function Ago({ at }: { readonly at: string }) {
  const now = useNow();
  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={exact.format(moment)}>
      {relativeTo(moment, now)}
    </time>
  );
}
