// Many calls of one function, some of them at once.
import test from 'ava';
import { sideBySide } from './side-by-side.ts';

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

test('sideBySide works on each once, on so many at the same time, and reports each', async (t) => {
  let [running, most] = [0, 0];
  const parts: number[] = [];
  const found = await sideBySide(
    2,
    [1, 2, 3, 4, 5],
    async (each) => {
      most = Math.max(most, ++running);
      await tick();
      running--;
      return each * 10;
    },
    async (part) => void parts.push(part),
  );
  t.deepEqual([found.toSorted(), most, parts], [[10, 20, 30, 40, 50], 2, [0.2, 0.4, 0.6, 0.8, 1]]);
});

test('sideBySide begins nothing after an error, and rejects once what runs has ended', async (t) => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const worked = sideBySide(
    2,
    [1, 2, 3, 4, 5],
    async (each) => {
      begun.push(each);
      await tick();
      if (each === 1) throw new Error('the first');
      await tick();
      ended.push(each);
    },
    async () => {},
  );
  await t.throwsAsync(worked, { message: 'the first' });
  t.deepEqual([begun, ended], [[1, 2], [2]]);
});

test('sideBySide rejects with what the report throws', async (t) => {
  const cancelled = sideBySide(
    1,
    [1, 2],
    async (each) => each,
    () => Promise.reject(new Error('cancelled')),
  );
  await t.throwsAsync(cancelled, { message: 'cancelled' });
});
