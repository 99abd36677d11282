// Receives PostgreSQL's notifications of one channel, on a separate connection.
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Channel, Listen } from './port.ts';

const retryMs = 1000;

export const listen =
  (url: string, channel: Channel = 'outbox'): Listen =>
  (wake) => {
    const stopping = new AbortController();
    const running = (async () => {
      while (!stopping.signal.aborted) {
        await listenOnce(url, channel, wake, stopping.signal).catch(() => {}); // away: the listener's own look stands in
        await wait(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      }
    })();
    return {
      async close() {
        stopping.abort();
        await running;
      },
    };
  };

/** Returns when the connection is lost or `signal` aborts. */
async function listenOnce(
  url: string,
  channel: Channel,
  wake: (what: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
    keepAlive: true,
  });
  const ended = Promise.withResolvers<void>();
  client.on('error', () => ended.resolve());
  client.on('end', () => ended.resolve());
  client.on('notification', ({ payload }) => wake(payload ?? ''));
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    wake(''); // for what was committed while no connection listened
    await ended.promise;
  } finally {
    void client.end().catch(() => {});
  }
}
