// A lost connection: since when, and that the page heals by itself.
import { useEffect, useState } from 'preact/hooks';
import type { Live } from '../state/live.ts';
import { texts } from '../texts/texts.ts';
import { Ago } from './time.tsx';

/** A connection that is back within this time is not worth a word. */
const graceMs = 1_500;

export function ConnectionLine({ connection, lostAt }: Pick<Live, 'connection' | 'lostAt'>) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    setShown(false);
    if (lostAt === null) return;
    const timer = setTimeout(() => setShown(true), graceMs);
    return () => clearTimeout(timer);
  }, [lostAt]);
  if (connection === 'refused') return <output class="over-line">{texts.connection.refused}</output>;
  if (!isShown || lostAt === null) return null;
  return (
    <output class="over-line">
      <span>
        {texts.connection.lost} {texts.connection.since} <Ago at={new Date(lostAt).toISOString()} />.
      </span>
    </output>
  );
}
