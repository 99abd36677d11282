// Notifications on a connection that channels share.
import test from 'ava';
import pg from 'pg';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { listener } from './listen.ts';

test('channels of a database share a connection, which ends with the last of them', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl: url } = await freshDatabase(postgres, 'analytics');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.teardown(() => client.end());
  const listeners = async () => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where datname = current_database() and query like 'listen %'",
    );
    return rows[0]?.count;
  };
  const open = listener(url);
  const [jobs, queue] = [collector(), collector()];
  const first = open('upload_jobs')(jobs.wake);
  const second = open('upload_queue')(queue.wake);
  await Promise.all([jobs.gets(''), queue.gets('')]);
  t.is(await listeners(), 1);
  await client.query("select pg_notify('upload_jobs', 'one'), pg_notify('upload_queue', 'two')");
  await Promise.all([jobs.gets('one'), queue.gets('two')]);
  t.deepEqual(
    [jobs.all, queue.all],
    [
      ['', 'one'],
      ['', 'two'],
    ],
  );

  await first.close();
  await client.query("select pg_notify('upload_jobs', 'three'), pg_notify('upload_queue', 'four')");
  await queue.gets('four');
  t.deepEqual(jobs.all, ['', 'one']);
  const late = collector();
  const third = open('upload_jobs')(late.wake);
  await late.gets('');
  t.is(await listeners(), 1);
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()",
  );
  await client.query("select pg_notify('upload_jobs', 'lost')");
  await Promise.all([late.gets('', 2), queue.gets('', 2)]);
  await Promise.all([second.close(), third.close()]);
  while ((await listeners()) !== 0) await new Promise(setImmediate); // closed before PostgreSQL has noticed
  t.is(await listeners(), 0);
});

test('channels that are subscribed to together send one statement after the other, so pg prints no warning', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl: url } = await freshDatabase(postgres, 'analytics');
  const warnings: string[] = [];
  const warned = ({ message }: Error) => void warnings.push(message);
  process.on('warning', warned);
  t.teardown(() => process.off('warning', warned));
  const open = listener(url);
  const channels = ['upload_jobs', 'upload_queue', 'outbox'] as const;
  const all = channels.map((channel) => {
    const { wake, gets } = collector();
    return { subscription: open(channel)(wake), gets };
  });
  await Promise.all(all.map(({ gets }) => gets('')));
  await Promise.all(all.map(({ subscription }) => subscription.close()));
  t.deepEqual(warnings, []);
});

function collector() {
  const all: string[] = [];
  const waiting = new Set<() => void>();
  return {
    all,
    wake: (what: string) => {
      all.push(what);
      for (const check of waiting) check();
    },
    /** Resolves when it has come that often. */
    gets: (what: string, times = 1) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (all.filter((each) => each === what).length >= times) resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
