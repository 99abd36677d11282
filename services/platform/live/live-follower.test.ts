// What a follower is sent, by a feed and sockets that are held by hand.
import test from 'ava';
import type { FeedChanges, FeedRead, LabStatus } from '../../../adapters/store/platform/port.ts';
import type { Socket } from '../../../adapters/websocket/port.ts';
import type { Delta as DeltaMessage } from '../../../generated/platform/messages.ts';
import type { Caller } from '../caller.ts';
import { News } from './live-deltas.ts';
import { Follower } from './live-follower.ts';

const callerOf = (student_id: string): Caller => ({
  subject: student_id,
  kind: 'user',
  roles: ['student'],
  scopeKey: student_id,
  user: { user_id: student_id, student_id } as Caller['user'],
  session: null,
});

type Changed = { readonly id: string; readonly members: readonly string[]; readonly status: LabStatus };

const newsOf = (number: number, ...changed: readonly Changed[]) => newsIn('one', number, ...changed);

const newsIn = (epoch: string, number: number, ...changed: readonly Changed[]) =>
  new News({
    epoch,
    number,
    notices: [],
    instances: changed.map(({ id, members, status }, n) => ({
      instance: { instance_id: id, lab_id: 'lab', sequence: number } as FeedChanges['instances'][number]['instance'],
      number: number - changed.length + n + 1,
      lab_status: status,
      member_status: Object.fromEntries(members.map((member) => [member, status])),
      members,
      teachers: [],
    })),
  });

/** A follower whose reading of the feed at `number` has been sent. */
async function following(student_id: string, number: number) {
  const messages: DeltaMessage[] = [];
  const reads: (FeedRead | undefined)[] = [];
  let [left, release]: [Promise<void> | undefined, () => void] = [undefined, () => {}];
  const socket: Socket = {
    headers: {},
    isOpen: true,
    onClose: () => undefined,
    send(text) {
      messages.push(JSON.parse(text));
      return left;
    },
    close: (code, reason) => void messages.push({ code, reason } as never),
  };
  let read: FeedRead = { epoch: 'one', number, whole: true, labs: [], instances: [], notices: [] };
  const follower = new Follower(socket, {
    read: async () => {
      reads.push(read);
      return read;
    },
    acknowledge: async () => undefined,
  });
  follower.admit(callerOf(student_id));
  follower.received(JSON.stringify({ type: 'resume', epoch: null, after: null }));
  await turn();
  messages.length = 0;
  const pause = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    [left, release] = [promise, resolve];
  };
  const resume = async () => {
    left = undefined;
    release();
    await turn();
  };
  const restore = (epoch: string, at: number) => {
    read = { ...read, epoch, number: at };
  };
  return { follower, messages, reads, pause, resume, restore };
}

const turn = () => new Promise(setImmediate);

const delta = (
  previous: number,
  sequence: number,
  status: LabStatus | undefined,
  changes: readonly [string, number][],
) => ({
  type: 'delta',
  epoch: 'one',
  previous,
  sequence,
  labs: status === undefined ? [] : [{ lab_id: 'lab', status }],
  instances: changes.map(([instance_id, at]) => ({ instance_id, lab_id: 'lab', sequence: at })),
});

test('each follower of one reading is sent what it may see, from where it is', async (t) => {
  const [anna, ben, late] = [await following('anna', 1), await following('ben', 1), await following('anna', 3)];
  const all = [anna, ben, late];
  const both = { id: 'both', members: ['anna', 'ben'], status: 'starting' } as const;
  const first = newsOf(3, both, { id: 'own', members: ['anna'], status: 'starting' });
  for (const { follower } of all) follower.receive(first);
  const second = newsOf(4, both);
  for (const { follower } of all) follower.receive(second);
  const third = newsOf(5, { id: 'own', members: ['anna'], status: 'running' });
  for (const { follower } of all) follower.receive(third);
  t.deepEqual(
    all.map(({ messages }) => messages as unknown),
    [
      [
        delta(1, 3, 'starting', [
          ['both', 3],
          ['own', 3],
        ]),
        delta(3, 4, undefined, [['both', 4]]),
        delta(4, 5, 'running', [['own', 5]]),
      ],
      [delta(1, 3, 'starting', [['both', 3]]), delta(3, 4, undefined, [['both', 4]])],
      [delta(3, 4, 'starting', [['both', 4]]), delta(4, 5, 'running', [['own', 5]])],
    ],
  );
});

test('a slow reader is sent the last change of each instance and the newest status of the lab', async (t) => {
  const { follower, messages, pause, resume } = await following('anna', 1);
  pause();
  const members = ['anna'];
  follower.receive(newsOf(2, { id: 'a', members, status: 'starting' }));
  follower.receive(newsOf(3, { id: 'b', members, status: 'starting' }));
  follower.receive(newsOf(4, { id: 'c', members, status: 'starting' }));
  follower.receive(newsOf(5, { id: 'b', members, status: 'running' }));
  t.is(messages.length, 1);
  await resume();
  follower.receive(newsOf(6, { id: 'a', members, status: 'running' }));
  t.deepEqual(messages as unknown, [
    delta(1, 2, 'starting', [['a', 2]]),
    delta(2, 5, 'running', [
      ['c', 4],
      ['b', 5],
    ]),
    delta(5, 6, undefined, [['a', 6]]),
  ]);
});

test('a follower begins again when an instance leaves its scope, also among changes that stay', async (t) => {
  const { follower, messages, reads } = await following('anna', 1);
  const members = ['anna'];
  follower.receive(newsOf(3, { id: 'a', members, status: 'running' }, { id: 'b', members, status: 'running' }));
  follower.receive(newsOf(5, { id: 'a', members, status: 'stopped' }, { id: 'b', members: [], status: 'stopped' }));
  await turn();
  t.is(reads.length, 2);
  t.deepEqual(
    messages.map(({ type }) => type as string),
    ['delta', 'snapshot'],
  );
});

test('a slow reader is not sent an instance that has left its scope', async (t) => {
  const { follower, messages, pause, resume } = await following('anna', 1);
  pause();
  follower.receive(newsOf(2, { id: 'a', members: ['anna'], status: 'starting' }));
  follower.receive(newsOf(3, { id: 'b', members: ['anna'], status: 'running' }));
  follower.receive(newsOf(4, { id: 'b', members: [], status: 'running' }));
  await resume();
  follower.receive(newsOf(5, { id: 'a', members: ['anna'], status: 'running' }));
  t.deepEqual(messages as unknown, [delta(1, 2, 'starting', [['a', 2]]), delta(2, 5, 'running', [['a', 5]])]);
});

test('a follower of a restored database is sent its changes, whatever numbers the one before had', async (t) => {
  const { follower, messages, pause, resume, restore } = await following('anna', 1_000);
  const members = ['anna'];
  pause();
  follower.receive(newsOf(1_001, { id: 'a', members, status: 'starting' }));
  follower.receive(newsOf(1_002, { id: 'a', members, status: 'running' }));
  restore('two', 5);
  follower.restart();
  follower.receive(newsIn('two', 6, { id: 'a', members, status: 'starting' }));
  await resume();
  t.deepEqual(messages as unknown, [
    delta(1_000, 1_001, 'starting', [['a', 1_001]]),
    { type: 'snapshot', epoch: 'two', sequence: 5, labs: [], instances: [] },
    { ...delta(5, 6, 'starting', [['a', 6]]), epoch: 'two' },
  ]);
});

test('a follower that cannot be sent a change is closed', async (t) => {
  const { follower, messages } = await following('anna', 1);
  const news = newsOf(2, { id: 'a', members: ['anna'], status: 'running' });
  news.after = () => {
    throw new Error('the change cannot be written');
  };
  follower.receive(news);
  t.deepEqual(messages as unknown, [{ code: 1012, reason: 'the server is restarting; reconnect' }]);
});
