// Addresses in answers are followed as any client follows a link: resolved against the address of the request, behind a
// proxy that takes a prefix off.
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { frontDoor } from '../../../tools/local/servers/front-door/proxy.ts';
import { system } from '../fixtures/system.ts';
import { dealers, login, person } from '../fixtures/users.ts';

test('Location and errors_csv lead to the job and to its list of errors', async (t) => {
  const whole = await system(t);
  await dealers(whole, ['fjordbil-oslo']);
  const analytics = await whole.run(['analytics', 'ingest'], { TRUSTED_PROXIES: '127.0.0.1' });
  const { access_token: token } = await login(analytics, await person(whole, { dealer: 'fjordbil-oslo' }));
  const door = frontDoor({ analytics: Number(new URL(analytics.url).port), platform: 9, identity: 9, infra: 9 });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  t.teardown(() => door.closeAllConnections());
  t.teardown(() => door.close());
  const { port } = door.address() as AddressInfo;
  const follow = async (address: string, from: string, init: RequestInit = {}) => {
    const url = new URL(address, from).href;
    const response = await fetch(url, { ...init, headers: { authorization: `Bearer ${token}` } });
    return { url, response };
  };

  const body = new FormData();
  body.set('dealer_id', 'fjordbil-oslo');
  body.set('period', '2026-09');
  body.set('file', new Blob(['period_start,brand,units_sold\n2026-09,Toyota,many\n']), 'bad.csv');
  const base = `http://127.0.0.1:${port}/analytics/api/v1`;
  const { url, response } = await follow('/analytics/api/v1/ingest/files', base, { method: 'POST', body });
  const located = await follow(`${response.headers.get('location')}?wait=30`, url);
  let job = (await located.response.json()) as { status: string; errors_csv: string | null; job_id: string };
  while (job.status !== 'failed') job = await (await follow(located.url, url)).response.json();
  t.is(located.url, `${base}/ingest/jobs/${job.job_id}?wait=30`);
  const errors = await follow(job.errors_csv ?? '', located.url);
  t.is(errors.url, `${base}/ingest/jobs/${job.job_id}/errors.csv`);
  t.deepEqual(
    [errors.response.status, (await errors.response.text()).split('\n').slice(0, 2)],
    [
      200,
      [
        'row,column,value,rule,message,related_row,cell',
        '2,units_sold,many,type,"must be a whole number, without thousands separators",,',
      ],
    ],
  );
});
