// adapters/store/platform/hear.ts: hears PostgreSQL's notification that the live feed has grown, on a connection of its own. The feed: feed.ts.
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { liveChannel } from './feed.ts';
import type { HearFeed } from './port.ts';

const retryMs = 1000;

export const hearFeed =
  (url: string): HearFeed =>
  (wake) => {
    const stopping = new AbortController();
    const running = (async () => {
      while (!stopping.signal.aborted) {
        await hear(url, wake, stopping.signal).catch(() => {}); // away: whoever listens also looks now and then
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
async function hear(url: string, wake: () => void, signal: AbortSignal): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000, keepAlive: true });
  const ended = Promise.withResolvers<void>();
  client.on('error', () => ended.resolve());
  client.on('end', () => ended.resolve());
  client.on('notification', wake);
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  try {
    await client.connect();
    await client.query(`listen ${liveChannel}`);
    wake(); // for what was committed while nobody heard
    await ended.promise;
  } finally {
    void client.end().catch(() => {});
  }
}
