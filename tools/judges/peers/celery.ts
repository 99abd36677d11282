// Celery itself, in both directions: its worker takes what our scheduler sends, and our worker takes what its client
// sends (decision 219).
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import type { Broker } from '../../../adapters/broker/port.ts';
import { memory } from '../../../adapters/cluster/memory/memory.ts';
import { memoryWorld } from '../../../adapters/cluster/memory/world.ts';
import { memoryProbes } from '../../../adapters/ssh/memory.ts';
import { connect } from '../../../adapters/store/connect.ts';
import { listen } from '../../../adapters/store/messages/listen.ts';
import { outbox } from '../../../adapters/store/messages/outbox.ts';
import { migrate } from '../../../adapters/store/migrate.ts';
import { topology } from '../../../generated/lab/topology.ts';
import { systemClock } from '../../../services/lib/clock.ts';
import type { ConsumerEvent } from '../../../services/lib/messages/inbox.ts';
import { startRelay } from '../../../services/lib/messages/relay.ts';
import { workerOf } from '../../../services/test/fixtures/labs/lab-worker.ts';
import { consumeTasks } from '../../../services/worker/consumers/celery.ts';
import { sendDueTasks } from '../../../services/worker/schedule/schedule.ts';
import { type EmbeddedParts, startParts } from '../../local/servers/parts.ts';
import { testFolder } from '../../test/folder.ts';
import { installed, output, type Peer } from './peer.ts';

const version = '5.7.0';
const timeoutMs = 60_000;

/** The application of both its worker and its client; the queue is made by ours alone. */
const application = `
import json, os
from celery import Celery
from kombu import Exchange, Queue

tasks = Queue('celery.tasks', Exchange('celery', type='direct', no_declare=True), routing_key='celery.tasks', no_declare=True)
app = Celery('peer', broker=os.environ['BROKER'])
app.conf.update(task_queues=[tasks], task_ignore_result=True, worker_enable_remote_control=False)

def taking(name):
    def take(*args, **kwargs):
        with open(os.environ['TAKEN'], 'a') as file:
            file.write(json.dumps([name, list(args), kwargs]) + '\\n')
    return app.task(name=name)(take)

for name in ('cleanup_old_labs', 'archive_finished_volumes'):
    taking(name)
`;

const client = `
from kombu import Exchange, Queue
from peer import app

direct = Queue('celery.tasks', Exchange(''), routing_key='celery.tasks', no_declare=True)
app.send_task('cleanup_old_labs', kwargs={'dry_run': True, 'older_than_days': 30}, exchange='celery', routing_key='celery.tasks')
app.send_task('archive_finished_volumes', queue=direct)
app.send_task('cleanup_old_labs', kwargs={'dry_run': True}, exchange='celery', routing_key='celery.tasks', countdown=3600)
app.send_task('cleanup_old_labs', kwargs={'dry_run': True}, exchange='celery', routing_key='celery.tasks', expires=3600)
app.send_task('unknown_task', exchange='celery', routing_key='celery.tasks')
app.send_task('cleanup_old_labs', args=[30], exchange='celery', routing_key='celery.tasks')
`;

type Line = { readonly what: string; readonly found: unknown; readonly expected: unknown };
type Snake = ReturnType<typeof snakeIn>;

export const celeryPeer: Peer = {
  name: 'celery',
  async compare(folder) {
    const absent =
      (await installed('python3', ['-m', 'venv', join(folder, 'python')], {})) ??
      (await installed(join(folder, 'python/bin/pip'), ['install', '--quiet', `celery==${version}`], {}));
    if (absent) return absent;
    const dir = await testFolder();
    const parts = await startParts({ dir, only: ['postgres', 'broker', 'objects'], durable: false });
    try {
      const lines = await bothDirections(parts, snakeIn(folder, parts.broker.url));
      const rows = lines.map(
        (line) => `| ${line.what} | ${isKept(line) ? 'yes' : `no: ${JSON.stringify(line.found)}`} |`,
      );
      const text = [`Celery ${version}`, '', '| promise | kept |', '|---|---|', ...rows].join('\n');
      return { ok: lines.every(isKept), text };
    } finally {
      await parts.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  },
};

const isKept = ({ found, expected }: Line): boolean => JSON.stringify(found) === JSON.stringify(expected);

/** Celery, installed in the folder. */
function snakeIn(folder: string, broker: string) {
  writeFileSync(join(folder, 'peer.py'), application);
  const taken = join(folder, 'taken');
  const env = { ...process.env, BROKER: broker, TAKEN: taken };
  const python = join(folder, 'python/bin/python');
  return {
    send: () => output(python, ['-c', client], { folder, environment: env }),
    /** What its worker has taken: task, arguments, keyword arguments. */
    taken: () =>
      existsSync(taken)
        ? readFileSync(taken, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as unknown)
        : [],
    worker() {
      const quiet = ['--without-mingle', '--without-gossip', '--without-heartbeat', '--loglevel=ERROR'];
      const args = ['-W', 'ignore', '-m', 'celery', '-A', 'peer', 'worker', '--pool=solo', ...quiet];
      const child = spawn(python, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
      const ended = once(child, 'exit');
      return {
        async [Symbol.asyncDispose]() {
          // After the signal to end, it still acknowledges what it has done.
          child.kill('SIGTERM');
          const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
          await ended;
          clearTimeout(late);
        },
      };
    },
  };
}

async function bothDirections(parts: EmbeddedParts, celery: Snake): Promise<readonly Line[]> {
  await using stack = new AsyncDisposableStack();
  await migrate(parts.postgres.url('infrastructure', 'owner'), 'infrastructure');
  const databaseUrl = parts.postgres.url('infrastructure', 'app');
  const store = stack.use(connect(databaseUrl));
  const broker = stack.adopt(openBroker({ url: parts.broker.url, name: 'peer' }), (opened) => opened.close());
  await broker.assertTopology(topology);
  const keyRing = `peer:${randomBytes(32).toString('base64')}`;
  const settings = { databaseUrl, brokerUrl: '', objects: parts.objects, keyRing, clusterUrl: '', leaseMs: 30_000 };
  const world = memoryWorld({ clock: systemClock });
  const deps = workerOf({ settings, store, cluster: memory(world, 'peer'), probes: memoryProbes(world, () => true) });
  const relay = startRelay({ name: 'relay', outbox: outbox(store), broker, listen: listen(databaseUrl) });
  stack.defer(() => relay.close());
  return [await ours(deps, celery), ...(await theirs({ ...deps, broker }, celery))];
}

type Deps = ReturnType<typeof workerOf>;

async function ours(deps: Deps, celery: Snake): Promise<Line> {
  const sent = await sendDueTasks(deps);
  await using _ = celery.worker();
  await patiently(() => celery.taken().length >= sent.length);
  return {
    what: 'its worker takes both tasks of our scheduler',
    found: celery.taken().toSorted(),
    expected: [
      ['archive_finished_volumes', [], {}],
      ['cleanup_old_labs', [], {}],
    ],
  };
}

async function theirs(deps: Deps & { readonly broker: Broker }, celery: Snake): Promise<readonly Line[]> {
  const events: ConsumerEvent[] = [];
  const consumer = await consumeTasks({ ...deps, observe: (event) => events.push(event) });
  await celery.send();
  await patiently(() => events.length >= 6);
  await consumer.cancel();
  const dead = events.flatMap((event) => (event.kind === 'dead' ? [event.detail] : []));
  const later = await deps.store.transaction((tx) => deps.schedule.due(tx, new Date(Date.now() + 2 * 3_600_000)));
  return [
    {
      what: 'our worker takes tasks of its client, by the exchange and by the name of the queue, with `expires` and with `countdown`',
      found: events.filter(({ kind }) => kind === 'applied').length,
      expected: 4,
    },
    {
      what: 'one with `countdown` is put off, with its arguments',
      found: later.map(({ task, args }) => [task, args]),
      expected: [['cleanup_old_labs', { dryRun: true, olderThanDays: null }]],
    },
    {
      what: 'an unknown task and unknown arguments are dead letters with a reason, and not lost',
      found: dead.toSorted(),
      expected: ['the tasks accept only keyword arguments', 'unknown task unknown_task'],
    },
  ];
}

/** What does not come in this time is reported as missing. */
async function patiently(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end && !isSo(); ) await pause(100);
}
