// A wait: nothing for 200 ms, then the outline of what comes, and words when it takes longer than two seconds.
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/texts.ts';

export function Waiting({ rows = 3 }: { readonly rows?: number }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 2_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="waiting">
      <output class={isSlow ? '' : 'hidden'}>{isSlow ? texts.slow : texts.loading}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="outline" aria-hidden="true" />
      ))}
    </div>
  );
}
