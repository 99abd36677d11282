// covenant-messages for Python beside @covenant/messages, on a real broker: mypy accepts it, it takes what Node sends
// and the reverse, and both call the same payloads valid.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import { topology as analytics } from '../../../generated/analytics/topology.ts';
import { topology as lab } from '../../../generated/lab/topology.ts';
import { type Message, openMessages } from '../../clients/messages/runtime/messages.ts';
import { sample } from '../../clients/messages/runtime/samples.ts';
import { buildPythonMessages } from '../../clients/python-messages/build-python-messages.ts';
import { manage, team } from '../../local/servers/broker/rabbitmq.ts';
import { type EmbeddedParts, startParts } from '../../local/servers/parts.ts';
import { testFolder } from '../../test/folder.ts';
import { installed, output, type Peer } from './peer.ts';
import { variants, verdictsOf } from './python-verdicts.ts';

const root = join(import.meta.dirname, '../../..');
const queue = `${team}.python`;

type Line = { readonly what: string; readonly found: unknown; readonly expected: unknown };
type Shown = readonly unknown[];

export const pythonMessagesPeer: Peer = {
  name: 'python-messages',
  async compare(folder) {
    const { sources } = await buildPythonMessages({ root, folder });
    const bin = join(folder, 'python/bin');
    const absent =
      (await installed('python3', ['-m', 'venv', join(folder, 'python')], {})) ??
      (await installed(join(bin, 'pip'), ['install', '--quiet', sources, 'mypy'], {}));
    if (absent) return absent;
    const program = join(folder, 'python_messages.py');
    copyFileSync(join(import.meta.dirname, 'python_messages.py'), program);
    const example = join(root, 'tools/clients/python-messages/program.py');
    const typed = await output(join(bin, 'mypy'), ['--strict', join(sources, 'covenant_messages'), program, example], {
      timeoutMs: 300_000,
    });
    const dir = await testFolder();
    const parts = await startParts({ dir, only: ['broker'], durable: false });
    try {
      const python = (scenario: string) => ({ python: join(bin, 'python'), program, scenario });
      const lines = [
        { what: '`mypy --strict` accepts package and programs', found: /^Success/.test(typed), expected: true },
        await sameVerdicts(python('judge')),
        ...(await onBroker(parts, python)),
      ];
      const rows = lines.map(
        (line) => `| ${line.what} | ${isKept(line) ? 'yes' : `no: ${JSON.stringify(line.found)}`} |`,
      );
      return { ok: lines.every(isKept), text: ['| promise | kept |', '|---|---|', ...rows].join('\n') };
    } finally {
      await parts.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  },
};

const isKept = ({ found, expected }: Line): boolean => JSON.stringify(found) === JSON.stringify(expected);

type Scenario = { readonly python: string; readonly program: string; readonly scenario: string };

function start({ python, program, scenario }: Scenario, environment: Readonly<Record<string, string>>) {
  const child = spawn(python, [program, scenario], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const shown: Shown[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => shown.push(JSON.parse(line) as Shown));
  return { child, shown, lines, ended: once(child, 'close') };
}

/** What the payloads of samples, changed in one place each, are to Node and to Python. */
async function sameVerdicts(scenario: Scenario): Promise<Line> {
  const cases = variants();
  const child: ChildProcess = spawn(scenario.python, [scenario.program, scenario.scenario], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin?.end(cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const printed = child.stdout === null ? '' : await text(child.stdout);
  const theirs = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const different = cases.filter((each, index) => JSON.stringify(verdictsOf(each)) !== JSON.stringify(theirs[index]));
  return { what: `${cases.length} payloads are valid, or not, in both languages`, found: different, expected: [] };
}

async function onBroker(parts: EmbeddedParts, python: (scenario: string) => Scenario): Promise<readonly Line[]> {
  await using stack = new AsyncDisposableStack();
  const opened = (url: string) => stack.adopt(openBroker({ url, name: 'peer' }), (each) => each.close());
  const services = opened(parts.broker.url);
  for (const topology of [analytics, lab]) await services.assertTopology(topology);
  const node = (url: string) => stack.adopt(openMessages({ url, name: 'peer' }), (each) => each.close());
  const [labs, dealers, others] = [parts.broker.urls.infra, parts.broker.urls.analytics, parts.broker.teamUrl].map(
    node,
  ) as [Node, Node, Node];
  const consumed = await consumes(python('consume'), parts, { labs, dealers });
  return [...consumed, await publishes(python('publish'), parts, others)];
}

type Node = ReturnType<typeof openMessages>;

async function consumes(
  scenario: Scenario,
  { broker }: EmbeddedParts,
  { labs, dealers }: { readonly labs: Node; readonly dealers: Node },
): Promise<readonly Line[]> {
  const { child, shown, lines, ended } = start(scenario, { BROKER: broker.teamUrl, QUEUE: queue });
  const late = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const until = async (is: (line: Shown) => boolean): Promise<void> => {
    while (!shown.some(is)) await Promise.race([once(lines, 'line'), ended.then(() => Promise.reject(lost(shown)))]);
  };
  const lab = sample('lab.status').payload;
  const job = sample('ingest.job.finished');
  const { id, traceparent = '' } = job;
  const send = (lab_id: string, id: string) =>
    labs.publish('lab.status', { ...lab, lab_id: lab_id as typeof lab.lab_id }, { id });
  const [first, poison, again, slow] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
    string,
    string,
    string,
    string,
  ];
  await until(([kind]) => kind === 'ready');
  await dealers.publish('ingest.job.finished', job.payload, { id, traceparent });
  for (const _ of [1, 2]) await send('net-intro', first);
  await send('poison', poison);
  await until(([kind, of]) => kind === 'dead' && of === poison);
  await closeConnections(broker);
  await send('again', again);
  await until(([kind, of]) => kind === 'lab' && of === again);
  await send('slow', slow);
  await until(([kind, of]) => kind === 'begun' && of === slow);
  child.kill('SIGTERM');
  const [code] = await ended;
  clearTimeout(late);
  const letters = await deadLetters(broker);
  const of = (message: string) =>
    shown.filter((line) => line[1] === message).map(([kind, , ...rest]) => [kind, ...rest]);
  const received = (lab_id: string) => ['lab', null, { ...lab, lab_id }];
  return [
    {
      what: 'a job of Node arrives typed, with its trace',
      found: of(id),
      expected: [['job', traceparent, job.payload]],
    },
    { what: 'a message that comes twice is handled once', found: of(first), expected: [received('net-intro')] },
    {
      what: 'a handler that raises is called three times, then the message is a dead letter',
      found: [of(poison), letters],
      expected: [
        [
          ['error', 1],
          ['error', 2],
          ['error', 3],
          ['dead', 'delivery-limit'],
        ],
        [poison],
      ],
    },
    { what: 'a lost connection is replaced', found: of(again), expected: [received('again')] },
    {
      what: 'SIGTERM lets the handler in hand finish',
      found: [of(slow), shown.at(-1), code],
      expected: [[['begun'], received('slow')], ['stopped'], 0],
    },
  ];
}

const lost = (shown: readonly Shown[]) => new Error(`Python ended too early: ${JSON.stringify(shown)}`);

/** Their ids; they stay in the queue. */
async function deadLetters(broker: EmbeddedParts['broker']): Promise<readonly unknown[]> {
  const query = { count: 10, ackmode: 'ack_requeue_true', encoding: 'auto' };
  const answer = await manage(broker, 'POST', `queues/%2F/${queue}.dead/get`, query);
  const letters = (await answer.json()) as readonly { properties: { message_id: string } }[];
  return letters.map(({ properties }) => properties.message_id);
}

/** All of the team; the broker lists a new one after a moment. Node's come back as well. */
async function closeConnections(broker: EmbeddedParts['broker']): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(100)) {
    const listed = (await (await manage(broker, 'GET', 'connections')).json()) as readonly {
      name: string;
      user: string;
    }[];
    const theirs = listed.filter(({ user }) => user === team);
    for (const { name } of theirs) await manage(broker, 'DELETE', `connections/${encodeURIComponent(name)}`);
    if (theirs.length > 0) return;
  }
  throw new Error('the broker lists no connection of Python');
}

async function publishes(scenario: Scenario, { broker }: EmbeddedParts, others: Node): Promise<Line> {
  const { promise, resolve } = Promise.withResolvers<Message<'lab.status'>>();
  await others.consume({
    queue: `${team}.node`,
    messages: ['lab.status'],
    handle: async (message) => resolve(message),
  });
  const { child, shown, ended } = start(scenario, { BROKER: broker.urls.infra, TEAM_BROKER: broker.teamUrl });
  const late = setTimeout(() => child.kill('SIGKILL'), 120_000);
  // What Python has published may arrive after its end.
  const missing = ended.then(() => pause(10_000, undefined, { ref: false })).then(() => Promise.reject(lost(shown)));
  const { id, name, payload, traceparent } = await Promise.race([promise, missing]);
  await ended;
  clearTimeout(late);
  const { id: sent, payload: expected } = sample('lab.status', { title: 'failed' });
  return {
    what: 'Node takes what Python publishes; what is invalid, or not allowed to the account, raises',
    found: [{ id, name, payload, traceparent }, shown],
    expected: [
      {
        id: sent,
        name: 'lab.status',
        payload: expected,
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      [
        ['published', sent],
        ['refused', 'invalid-payload', 'lab.status /lab_id pattern'],
        ['failed', sent],
      ],
    ],
  };
}
