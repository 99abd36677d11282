// `covenant messages tail` on a real broker, with the account of a team.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import { topology as analytics } from '../../../generated/analytics/topology.ts';
import { topology as lab } from '../../../generated/lab/topology.ts';
import { freshVhost, parts } from '../../test/servers.ts';
import { definitions } from '../messages/runtime/definitions.ts';
import { openMessages } from '../messages/runtime/messages.ts';
import { sample } from '../messages/runtime/samples.ts';
import { table, types } from './program.fixture.ts';
import { main } from './runtime/main.ts';

test('messages tail prints the messages that are asked for, and takes them from no other consumer', async (t) => {
  const { broker } = await parts(t, ['broker']);
  const { url, urls, teamUrl } = await freshVhost(broker);
  const services = openBroker({ url, name: t.title });
  for (const topology of [analytics, lab]) await services.assertTopology(topology);
  await services.close();
  const [labs, dealers] = [urls.infra, urls.analytics].map((each) => openMessages({ url: each, name: t.title }));
  t.teardown(() => Promise.all([labs?.close(), dealers?.close()]));
  const [out, err] = [new PassThrough(), new PassThrough()];
  const env = { COVENANT_BROKER_URL: teamUrl };
  const run = main(['messages', 'tail', 'lab.status', '--count', '1'], table, { env, out, err, in: new PassThrough() });
  const [line] = (await err.take(1).toArray()) as [Buffer];
  t.is(String(line), 'Listening for lab.status.\n');
  const { id, occurredAt, payload } = sample('lab.status');
  const job = sample('ingest.job.finished');
  await dealers?.publish('ingest.job.finished', job.payload, { id: job.id });
  await labs?.publish('lab.status', payload, { id, occurredAt: new Date(occurredAt) });
  t.is(await run, 0);
  out.end();
  const shown = JSON.parse(await text(out)) as unknown;
  t.deepEqual(shown, { name: 'lab.status', id, occurred_at: occurredAt, schema_version: 1, payload });
});

test('messages tail names a wrong broker and a wrong message, and never a password', async (t) => {
  const broker = 'amqp://reports:secret@127.0.0.1:1';
  const unreachable = await types(t, ['messages', 'tail', '--broker', broker]);
  t.is(unreachable.code, 8);
  t.regex(unreachable.err, /^Error: The broker at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/);
  t.false(unreachable.err.includes('secret'));
  t.deepEqual(await types(t, ['messages', 'tail', 'lab.stauts', '--broker', broker]), {
    code: 2,
    out: '',
    err: 'Error: There is no message lab.stauts. Did you mean lab.status?\n',
  });
  t.regex((await types(t, ['messages', 'tail'])).err, /COVENANT_BROKER_URL/);
});

test('messages tail knows every message of the contracts that teams may consume', (t) => {
  const known = table.messages.map(({ name, exchange }) => [name, exchange]);
  t.deepEqual(
    new Map(known as [string, string][]),
    new Map(Object.entries(definitions).map(([name, { exchange }]) => [name, exchange])),
  );
});
