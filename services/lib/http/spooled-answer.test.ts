import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { spooledAnswer } from './spooled-answer.ts';

async function spoolOf(t: ExecutionContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'covenant-answer-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return { folder, reserveBytes: 0 };
}

const line = `${'x'.repeat(99)}\n`;
const lines = 50_000;

function source(onEnd: () => void = () => {}) {
  return (async function* () {
    try {
      for (let i = 0; i < lines; i++) {
        if (i % 1_000 === 0) await setImmediate();
        yield i % 2 === 0 ? line : Buffer.from(line);
      }
    } finally {
      onEnd();
    }
  })();
}

test('the source is read to its end although nothing of the answer is, and the answer is whole', async (t) => {
  const spool = await spoolOf(t);
  const { body, written } = await spooledAnswer(source(), spool);
  await written;
  t.is(await text(body), line.repeat(lines));
  t.deepEqual(await readdir(spool.folder), []);
});

test('the answer begins while the source is still being read', async (t) => {
  const waiting = Promise.withResolvers<void>();
  const { body, written } = await spooledAnswer(
    (async function* () {
      yield line.repeat(1_000);
      await waiting.promise;
      yield 'last';
    })(),
    await spoolOf(t),
  );
  const chunks = body[Symbol.asyncIterator]();
  t.true(String((await chunks.next()).value).startsWith('xxx'));
  waiting.resolve();
  let rest = '';
  for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) rest += chunk;
  t.true(rest.endsWith('\nlast'));
  await written;
});

test('a reader that has gone ends the source', async (t) => {
  const ended = Promise.withResolvers<void>();
  const { body, written } = await spooledAnswer(source(ended.resolve), await spoolOf(t));
  body.destroy();
  await Promise.all([ended.promise, written]);
  t.pass();
});

test('a source that fails ends the answer with its error, and no longer counts as being read', async (t) => {
  const failing = async function* () {
    yield line.repeat(1_000);
    throw new Error('the store broke off');
  };
  const { body, written } = await spooledAnswer(failing(), await spoolOf(t));
  await t.throwsAsync(text(body), { message: 'the store broke off' });
  await written;
});

test('an answer is refused as by a full disk while the reserve of the disk is reached', async (t) => {
  const spool = { ...(await spoolOf(t)), reserveBytes: Number.MAX_SAFE_INTEGER };
  t.like(await t.throwsAsync(spooledAnswer(source(), spool)), { kind: 'disk-full', dependency: 'disk' });
  t.deepEqual(await readdir(spool.folder), []);
});
