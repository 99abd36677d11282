// What becomes of an image that the engine does not have; the engine's part is played by one of our servers.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { engine } from './engine.ts';
import { NoImage, Pulling, type PullLimits, pullsOf } from './pull.ts';

const image = 'registry.example.org/covenant/labs/shell:v1.0';
const line = (entry: object): string => `${JSON.stringify(entry)}\n`;

/** `asked` are requests that the test has not answered yet. */
async function registry(t: ExecutionContext, limits: PullLimits) {
  const folder = mkdtempSync(path.join(tmpdir(), 'covenant-pull-'));
  const asked: ServerResponse[] = [];
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    asked.push(response);
  });
  const socketPath = path.join(folder, 'engine.sock');
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const api = engine(socketPath);
  t.teardown(() => {
    api[Symbol.dispose]();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const answer = async (text: string) => {
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const response of asked.splice(0)) response.end(text);
  };
  return { pull: pullsOf(api, limits), answer, asked, count: () => count };
}

const noImage = async (t: ExecutionContext, work: Promise<void>) => {
  const error = await t.throwsAsync(work, { instanceOf: NoImage });
  return { isFinal: error?.isFinal, kind: error?.kind };
};

test('pull refuses an image of localhost at once', async (t) => {
  const { pull, asked } = await registry(t, { quickMs: 60_000 });
  t.deepEqual(await noImage(t, pull('localhost/covenant/labs/absent:v1.0')), { isFinal: true, kind: 'refused' });
  t.is(asked.length, 0);
});

test('pull fails for good on a missing image, not on a registry that does not answer', async (t) => {
  const { pull, answer } = await registry(t, { quickMs: 60_000 });
  const outcomes = [];
  for (const error of [
    `reading manifest v1.0 in ${image}: manifest unknown`,
    'pull access denied for covenant/labs/shell, repository does not exist or may require docker login',
    'dial tcp 192.0.2.1:443: connect: connection refused',
  ]) {
    const pulling = noImage(t, pull(image));
    await answer(line({ status: 'Trying' }) + line({ error }));
    outcomes.push(await pulling);
  }
  t.deepEqual(
    outcomes.map(({ isFinal }) => isFinal),
    [true, true, false],
  );
});

test('pull does not wait for a slow registry, asks once for all, and answers later calls with the outcome', async (t) => {
  const { pull, answer, asked, count } = await registry(t, { quickMs: 20 });
  await Promise.all([0, 1].map(() => t.throwsAsync(pull(image), { instanceOf: Pulling })));
  await t.throwsAsync(pull(image), { instanceOf: Pulling });
  await answer(line({ status: 'Downloaded' }));
  const isThere = () =>
    pull(image).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) t.is(asked.length, 0);
  t.is(count(), 1);
});

test('pull ends at its deadline, with a reason', async (t) => {
  const { pull } = await registry(t, { quickMs: 60_000, pullMs: 50 });
  t.deepEqual(await noImage(t, pull(image)), { isFinal: false, kind: 'refused' });
});
