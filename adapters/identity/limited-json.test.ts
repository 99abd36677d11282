// A document of another server that may be too long.
import test from 'ava';
import { limitedJson } from './limited-json.ts';

test('limitedJson reads a document of the length that it may have, and no longer one', async (t) => {
  const text = JSON.stringify({ keys: ['ä'] });
  const bytes = Buffer.byteLength(text);
  t.deepEqual(await limitedJson(new Response(text), bytes), { keys: ['ä'] });
  await t.throwsAsync(limitedJson(new Response(text), bytes - 1), {
    message: `its answer is longer than ${bytes - 1} bytes`,
  });
  await t.throwsAsync(limitedJson(new Response(null), bytes), { instanceOf: SyntaxError });
});

test('limitedJson stops reading a document without an end', async (t) => {
  let sent = 0;
  let isCancelled = false;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1024));
    },
    cancel() {
      isCancelled = true;
    },
  });
  await t.throwsAsync(limitedJson(new Response(endless), 10 * 1024), { message: /longer than/ });
  t.true(isCancelled && sent < 20, String(sent));
});
