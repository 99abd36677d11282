// A database that stands still keeps its connections open and answers nothing: each question fails after seconds.
import type pg from 'pg';

/**
 * Its queries fail while the database has answered none for `silenceMs`, also those that wait for a connection. A busy
 * process or a long queue is no silence: each answer that arrives begins the time again.
 */
export function failInSilence(pool: pg.Pool, silenceMs: number): pg.Pool {
  const query = pool.query.bind(pool) as (...args: readonly unknown[]) => Promise<unknown>;
  const waiting = new Set<(error: Error) => void>();
  let timer: NodeJS.Timeout | undefined;
  const listen = () => {
    clearTimeout(timer);
    timer = waiting.size === 0 ? undefined : setTimeout(giveUp, silenceMs).unref();
  };
  const giveUp = () => {
    for (const fail of waiting) fail(new Error('Query read timeout'));
  };
  const limited = async (...args: readonly unknown[]) => {
    const silence = Promise.withResolvers<never>();
    waiting.add(silence.reject);
    if (waiting.size === 1) listen();
    const answer = query(...args).finally(listen);
    try {
      return await Promise.race([answer, silence.promise]);
    } finally {
      waiting.delete(silence.reject);
    }
  };
  return Object.assign(pool, { query: limited as typeof pool.query });
}
