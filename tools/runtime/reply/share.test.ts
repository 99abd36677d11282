// Equal reads at the same time: one answer for all of them, which is given up when no one waits for it any more.
import { Readable } from 'node:stream';
import { problems } from '../../generator/fixtures/tiny/generated/tiny/server.ts';
import type { Box, BoxId } from '../../generator/fixtures/tiny/generated/tiny/types.ts';
import { type Asked, boxHandlers, caller } from '../../generator/fixtures/tiny/serve.ts';
import { problem, served } from '../../generator/fixtures/tiny/served.ts';

type Work = { readonly id: string; readonly signal: AbortSignal; readonly end: PromiseWithResolvers<Box | null> };

/** Handlers whose box is found when the test says so. */
function slowBoxes() {
  const begun: Work[] = [];
  const joined: string[] = [];
  let changed = () => {};
  const handlers = {
    ...boxHandlers(),
    async getBox({ path, unchanged, signal }) {
      joined.push(path.id);
      changed();
      if (await unchanged('1')) return { status: 304, revision: '1' };
      const end = Promise.withResolvers<Box | null>();
      begun.push({ id: path.id, signal, end });
      signal.addEventListener('abort', () => end.reject(signal.reason));
      changed();
      const body = await end.promise;
      return body === null ? problems.notFound({ detail: 'There is none.' }) : { status: 200, body, revision: '1' };
    },
  } satisfies ReturnType<typeof boxHandlers>;
  /** Until so many requests have come, and so many of them work. */
  const until = (requests: number, works: number) =>
    new Promise<void>((resolve) => {
      changed = () => {
        if (joined.length >= requests && begun.length >= works) resolve();
      };
      changed();
    });
  return { handlers, begun, until };
}

const box: Box = { id: 'b1' as BoxId, colour: 'red', size: 1, note: null };
const plenty = { limit: async () => ({ allowed: true, remaining: 1, resetS: 1, retryAfterS: 0 }) };
const statusAndText = ({ status, text }: Asked) => [status, text];

served('sixty-four equal reads are computed once and answered alike, each to its own request', async (t, serve) => {
  const { handlers, begun, until } = slowBoxes();
  const { ask } = await serve(handlers, plenty);
  const asked = Array.from({ length: 64 }, () => ask('GET', '/boxes/b1'));
  const other = ask('GET', '/boxes/b2');
  await until(65, 2);
  for (const { id, end } of begun) end.resolve({ ...box, id: id as BoxId });
  const answers = await Promise.all(asked);
  t.deepEqual(answers.map(statusAndText), Array(64).fill([200, JSON.stringify(box)]));
  t.is(new Set(answers.map(({ headers }) => headers.etag)).size, 1);
  t.is(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, 64);
  t.deepEqual((await other).json, { ...box, id: 'b2' });
  t.deepEqual(begun.map(({ id }) => id).sort(), ['b1', 'b2']);
});

served('equal reads of callers with different scopes are not shared', async (t, serve) => {
  const { handlers, begun, until } = slowBoxes();
  const authenticate = async ({ headers }: { headers: NodeJS.Dict<string | string[]> }) => ({
    ...caller,
    scopeKey: String(headers['x-scope']),
  });
  const { ask } = await serve(handlers, { ...plenty, authenticate });
  const asked = ['one', 'other'].map((scope) => ask('GET', '/boxes/b1', { headers: { 'x-scope': scope } }));
  await until(2, 2);
  begun[0]?.end.resolve(box);
  begun[1]?.end.resolve({ ...box, size: 2 });
  const sizes = (await Promise.all(asked)).map(({ json }) => (json as Box).size);
  t.deepEqual(sizes.sort(), [1, 2]);
});

served(
  'a refusal and a fault of a shared read reach all who wait, each with the id of its request',
  async (t, serve) => {
    const { handlers, begun, until } = slowBoxes();
    const { ask, faults } = await serve(handlers, plenty);
    const refused = [ask('GET', '/boxes/b1'), ask('GET', '/boxes/b1')];
    await until(2, 1);
    begun[0]?.end.resolve(null);
    const bodies = (await Promise.all(refused)).map(({ json }) => json as { instance: string });
    const none = (request: string) => problem('not-found', 404, 'Not found', { detail: 'There is none.' }, request);
    t.deepEqual(
      bodies.sort((a, b) => (a.instance < b.instance ? -1 : 1)),
      ['request-1', 'request-2'].map(none),
    );
    const failed = [ask('GET', '/boxes/b1'), ask('GET', '/boxes/b1')];
    await until(4, 2);
    const error = new Error('broken');
    begun[1]?.end.reject(error);
    t.deepEqual(
      (await Promise.all(failed)).map(({ status }) => status),
      [500, 500],
    );
    t.deepEqual(faults, [error, error]);
  },
);

served('a shared read goes on while one waits for it, and ends without a fault when no one does', async (t, serve) => {
  const { handlers, begun, until } = slowBoxes();
  const { url, events, ended, faults } = await serve(handlers, plenty);
  const ask = (signal: AbortSignal) => fetch(`${url}/boxes/b1`, { headers: { authorization: 'Bearer ann' }, signal });
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const gone = [t.throwsAsync(ask(first.signal))];
  await until(1, 1);
  gone.push(t.throwsAsync(ask(second.signal)));
  const stays = ask(third.signal);
  await until(3, 1);
  first.abort(new Error('gone'));
  second.abort(new Error('gone'));
  await Promise.all(gone);
  await ended(2);
  t.false(begun[0]?.signal.aborted, 'the third waits for what the first has begun');
  begun[0]?.end.resolve(box);
  t.deepEqual(await (await stays).json(), box);
  const last = new AbortController();
  const alone = t.throwsAsync(ask(last.signal));
  await until(4, 2);
  const aborted = new Promise((resolve) => begun[1]?.signal.addEventListener('abort', resolve));
  last.abort(new Error('gone'));
  await Promise.all([alone, aborted, ended(4)]);
  t.deepEqual([faults, events.map((event) => event.aborted).sort()], [[], [false, true, true, true]]);
  const again = ask(new AbortController().signal);
  await until(5, 3);
  begun[2]?.end.resolve(box);
  t.is((await again).status, 200, 'who comes then begins it again');
});

served('a stream is of one reader: others who asked the same get their own', async (t, serve) => {
  let [requests, streams] = [0, 0];
  const all = Promise.withResolvers<void>();
  const handlers = {
    ...boxHandlers(),
    async getLabel({ accept, unchanged }) {
      requests += 1;
      if (requests === 3) setImmediate(all.resolve);
      if (await unchanged('1')) return { status: 304, revision: '1' };
      await all.promise;
      streams += 1;
      return {
        status: 200,
        body: Readable.from([`label ${streams}`]) as never,
        mediaType: accept,
        revision: '1',
      } as never;
    },
  } satisfies ReturnType<typeof boxHandlers>;
  const { ask } = await serve(handlers, { ...plenty, checkReplies: false });
  const asked = [1, 2, 3].map(() => ask('GET', '/boxes/b1/label', { headers: { accept: 'text/plain' } }));
  const texts = (await Promise.all(asked)).map(({ text }) => text);
  t.deepEqual(texts.sort(), ['label 1', 'label 2', 'label 3']);
});
