// The checks of who is connected, by a clock that is turned by hand and a provider that answers on demand.
import test from 'ava';
import type { FeedRead } from '../../../adapters/store/platform/port.ts';
import type { Socket } from '../../../adapters/websocket/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { ProblemReply } from '../../../generated/runtime/problem.ts';
import { manualClock } from '../../lib/clock.ts';
import type { Caller } from '../caller.ts';
import { live } from './live.ts';

const origin = 'https://covenant.example';
const resume = JSON.stringify({ type: 'resume', epoch: null, after: null });

const callerOf = (name: string): Caller => ({
  subject: name,
  kind: 'user',
  roles: ['student'],
  scopeKey: name,
  user: {
    user_id: name,
    subject: name,
    username: name,
    email: null,
    display_name: name,
    roles: ['student'],
    student_id: name,
  } as unknown as Caller['user'],
  session: null,
});

const empty: FeedRead = { epoch: 'one', number: 0, whole: true, labs: [], instances: [], notices: [] };

/** Lets everything come to where it waits for the clock. */
const turn = () => new Promise(setImmediate);

/** A live service, and when it has checked whose credential. */
function scene() {
  const clock = manualClock();
  const checked: string[] = [];
  const closed: string[] = [];
  const isSlow = new Set<string>();
  const answers = new Map<string, (answer: Caller | ProblemReply) => void>();
  const isBroken = new Set<string>();
  const { open, run } = live({
    clock,
    origins: new Set([origin]),
    feed: {
      state: async () => ({ epoch: 'one', number: 0 }),
      since: async () => ({ epoch: 'one', number: 0, instances: [], notices: [] }),
      read: async () => empty,
      acknowledge: async () => undefined,
    },
    listen: () => ({ close: async () => undefined }),
    listenEnded: () => ({ close: async () => undefined }),
    report: { dependencyFailed: () => undefined },
    authenticate: async ({ headers }) => {
      const name = String(headers.authorization);
      checked.push(`${name} ${clock.monotonicMs() / 1000} s`);
      if (isBroken.has(name)) return {} as Caller;
      return isSlow.has(name) ? new Promise((resolve) => void answers.set(name, resolve)) : callerOf(name);
    },
  });
  const connect = (name: string) => {
    const socket: Socket = {
      headers: { origin, authorization: name },
      isOpen: true,
      onClose: () => undefined,
      send: () => undefined,
      close: (_code, reason) => void closed.push(`${name} ${reason} ${clock.monotonicMs() / 1000} s`),
    };
    return open(socket);
  };
  return { clock, checked, closed, isSlow, isBroken, answers, connect, run };
}

test('a check of a credential that gets no answer delays no other check, and is given up after 30 s', async (t) => {
  const { clock, checked, closed, isSlow, connect, run } = scene();
  const stop = new AbortController();
  const running = run(stop.signal);
  connect('anna')(resume);
  connect('ben')(resume);
  await turn();
  await clock.advance(30_000);
  connect('clara')(resume);
  connect('silent');
  isSlow.add('anna');
  await turn();
  await clock.advance(120_000);
  t.deepEqual(
    {
      anna: checked.filter((each) => each.startsWith('anna')),
      ben: checked.filter((each) => each.startsWith('ben')),
      clara: checked.filter((each) => each.startsWith('clara')),
      closed: closed.slice(0, 1),
    },
    {
      anna: ['anna 0 s', 'anna 60 s', 'anna 120 s'],
      ben: ['ben 0 s', 'ben 60 s', 'ben 120 s'],
      clara: ['clara 30 s', 'clara 90 s', 'clara 150 s'],
      closed: ['silent no resume within ten seconds 40 s'],
    },
  );
  stop.abort();
  await running;
});

test('a refusal that comes after its check was given up still closes the connection', async (t) => {
  const { clock, closed, isSlow, answers, connect, run } = scene();
  const stop = new AbortController();
  const running = run(stop.signal);
  connect('anna')(resume);
  await turn();
  isSlow.add('anna');
  await clock.advance(60_000);
  const first = answers.get('anna');
  isSlow.clear();
  await clock.advance(60_000);
  t.deepEqual(closed, []);
  first?.(problems.unauthenticated({ detail: 'The browser session has ended.' }));
  await turn();
  t.deepEqual(closed, ['anna the session has ended; log in again 120 s']);
  stop.abort();
  await running;
});

test('a check that fails closes its own connection and ends no other', async (t) => {
  const { clock, checked, closed, isBroken, connect, run } = scene();
  const stop = new AbortController();
  const running = run(stop.signal);
  connect('anna')(resume);
  connect('ben')(resume);
  await turn();
  isBroken.add('anna');
  await clock.advance(60_000);
  await turn();
  t.deepEqual(closed, ['anna the server is restarting; reconnect 60 s']);
  await clock.advance(60_000);
  t.deepEqual(
    checked.filter((each) => each.startsWith('ben')),
    ['ben 0 s', 'ben 60 s', 'ben 120 s'],
  );
  stop.abort();
  await running;
});
