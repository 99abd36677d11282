// Idempotency-Key.

import { problems } from '../generator/fixtures/tiny/generated/tiny/server.ts';
import { asJson, boxHandlers, caller, memoryKeys } from '../generator/fixtures/tiny/serve.ts';
import { problem, red, served } from '../generator/fixtures/tiny/served.ts';

served(
  'an idempotency key repeats its first answer, refuses another request, and makes a second one wait',
  async (t, serve) => {
    const handlers = boxHandlers();
    const { ask } = await serve(handlers);
    const post = (key: string, body: object) => {
      const json = asJson(body);
      return ask('POST', '/boxes', { ...json, headers: { ...json.headers, 'idempotency-key': key } });
    };
    const first = await post('k1', red);
    const again = await post('k1', red);
    t.deepEqual([again.status, again.json, again.headers.location], [first.status, first.json, '/v1/boxes/b1']);
    t.deepEqual(
      [first, again].map(({ headers }) => headers['idempotent-replayed']),
      [undefined, 'true'],
    );
    t.is(handlers.boxes.size, 1);
    t.deepEqual(
      (await post('k1', { ...red, size: 3 })).json,
      problem(
        'idempotency-key-reused',
        422,
        'Idempotency-Key used for another request',
        {
          detail:
            'The key was used for a request with different content, or your permissions have changed since. Use a new key.',
        },
        'request-3',
      ),
    );
    t.is((await post('', red)).status, 400);
    const started = Promise.withResolvers<(error: Error) => void>();
    const slow = {
      ...boxHandlers(),
      createBox: () => new Promise<never>((_, reject) => started.resolve(reject)),
    };
    const second = await serve(slow);
    const keyed = { ...asJson(red), headers: { 'content-type': 'application/json', 'idempotency-key': 'k2' } };
    const running = second.ask('POST', '/boxes', keyed);
    const fail = await started.promise;
    const waiting = await second.ask('POST', '/boxes', keyed);
    t.deepEqual([waiting.status, waiting.headers['retry-after']], [409, '2']);
    fail(new Error('broken'));
    t.is((await running).status, 500);
  },
);

served(
  'the runtime keeps no answer that a retry may cure, and changed rights make a key another request',
  async (t, serve) => {
    const idempotency = memoryKeys();
    let scopeKey = 'all';
    let answer: 'throw' | 'scope' = 'throw';
    const handlers = {
      ...boxHandlers(),
      createBox: async () => {
        if (answer === 'throw') throw new Error('broken');
        return problems.outOfScope({ detail: 'It is not yours.', policy: 'p', attribute: 'colour' });
      },
    };
    const { ask } = await serve(handlers, { idempotency, authenticate: async () => ({ ...caller, scopeKey }) });
    const post = async () =>
      (
        await ask('POST', '/boxes', {
          ...asJson(red),
          headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
        })
      ).status;
    t.deepEqual([await post(), idempotency.records.size], [500, 0]);
    answer = 'scope';
    t.deepEqual([await post(), idempotency.records.size], [403, 1]);
    scopeKey = 'less';
    t.is(await post(), 422);
  },
);
