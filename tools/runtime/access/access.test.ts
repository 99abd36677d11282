// Who may ask: credential, role, what is planned, rate limits.

import { asJson } from '../../generator/fixtures/tiny/serve.ts';
import { problem, red, served } from '../../generator/fixtures/tiny/served.ts';

served(
  'a request gets 401 for a missing or wrong credential, 403 for a wrong role, and 501 for a planned operation after both',
  async (t, serve) => {
    const { ask } = await serve();
    const without = await ask('GET', '/boxes', { token: null });
    t.is(without.headers['www-authenticate'], 'Bearer realm="covenant"');
    t.deepEqual(
      without.json,
      problem('unauthenticated', 401, 'Not authenticated', { detail: 'There is no access token.' }),
    );
    const wrong = await ask('DELETE', '/boxes/b1', { token: 'eve' });
    t.is(wrong.headers['www-authenticate'], 'Bearer realm="covenant", error="invalid_token"');
    t.deepEqual(
      wrong.json,
      problem('unauthenticated', 401, 'Not authenticated', { detail: 'The access token is not valid.' }, 'request-2'),
    );
    t.deepEqual(
      (await ask('POST', '/boxes', { ...asJson(red), token: 'bob' })).json,
      problem(
        'forbidden-role',
        403,
        'Role not sufficient',
        { detail: 'This operation requires the role packer.', required_role: 'packer' },
        'request-3',
      ),
    );
    t.deepEqual(
      (await ask('DELETE', '/boxes/b1')).json,
      problem(
        'not-implemented',
        501,
        'Not implemented yet',
        { detail: 'The operation deleteBox is planned, but not available in this version.' },
        'request-4',
      ),
    );
  },
);

served('refusals of a credential count by address, and take nothing from callers there', async (t, serve) => {
  const { ask } = await serve();
  const statuses: number[] = [];
  for (const token of [null, 'eve', null, 'eve', null]) {
    const { status, headers } = await ask('GET', '/boxes', { token });
    statuses.push(status);
    t.is(headers.ratelimit, `"read";r=${5 - statuses.length};t=60`);
  }
  t.deepEqual(statuses, [401, 401, 401, 401, 401]);
  const over = await ask('GET', '/boxes', { token: 'eve' });
  t.deepEqual([over.status, over.headers['retry-after'], over.headers['www-authenticate']], [429, '7', undefined]);
  t.is((await ask('GET', '/boxes')).headers.ratelimit, '"read";r=4;t=60');
});

served('limits count by caller and by address, and every answer reports what is left', async (t, serve) => {
  const { ask } = await serve();
  const first = await ask('GET', '/boxes');
  t.deepEqual([first.headers['ratelimit-policy'], first.headers.ratelimit], ['"read";q=5;w=60', '"read";r=4;t=60']);
  for (const left of [3, 2, 1, 0]) t.is((await ask('GET', '/boxes')).headers.ratelimit, `"read";r=${left};t=60`);
  const over = await ask('GET', '/boxes');
  t.deepEqual([over.headers.ratelimit, over.headers['retry-after']], ['"read";r=0;t=60', '7']);
  t.deepEqual(
    over.json,
    problem(
      'rate-limited',
      429,
      'Too many requests',
      { detail: 'You have exceeded the rate limit "read". Try again in 7 s.', policy: 'read', retry_after_s: 7 },
      'request-6',
    ),
  );
  t.is((await ask('GET', '/boxes', { token: 'bob' })).status, 200);
  t.deepEqual(
    [(await ask('POST', '/knock')).status, (await ask('POST', '/knock', { token: 'bob' })).status],
    [200, 429],
  );
});
