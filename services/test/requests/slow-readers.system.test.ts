// What a caller can hold takes nothing from others: answers that are not read (decision 579), and files without a right
// to upload them (decision 580).
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import test from 'ava';
import { stream } from '../fixtures/streamed-body.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import { accepted, dealers, ended, get, login, person, upload } from '../fixtures/users.ts';

let whole: System;
let api: Running;
/** Readers of one dealer, each with a separate account. */
let readers: readonly string[];
let other: string;
let job: string;

const header = 'period_start,brand,region,units_sold\n';
const slowReaders = 7;

test.before(async (t) => {
  whole = await system(t);
  api = await whole.run(['analytics', 'ingest']);
  await dealers(whole, ['slow', 'other']);
  const of = async (dealer: string) => (await login(api, await person(whole, { dealer }))).access_token;
  readers = await Promise.all(Array.from({ length: slowReaders }, () => of('slow')));
  other = await of('other');
  // Its list of errors, and its rejected rows, are larger than what the kernel holds of an answer.
  const row = `2026-01,${'B'.repeat(190)},Oslo,${'many'.repeat(30)}\n`;
  const uploaded = await upload(api, readers[0] ?? '', header + row.repeat(95_000), {
    dealer_id: 'slow',
    period: '2026-01',
  });
  job = await accepted(uploaded);
  const { status } = await ended(api, readers[0] ?? '', job);
  t.is(status, 'failed');
});

const open: ClientRequest[] = [];
test.afterEach.always(() => {
  for (const each of open.splice(0)) each.destroy();
});

type Unread = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly request: ClientRequest;
};

/** Asks, and reads the head of the answer alone. */
async function unread(token: string, path: string): Promise<Unread> {
  const sent = request(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` }, agent: false });
  sent.on('error', () => {});
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
  response.on('error', () => {}).pause();
  open.push(sent);
  return { status: response.statusCode ?? 0, headers: response.headers, request: sent };
}

const statusesOf = (answers: readonly Unread[]): Record<number, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([key, all = []]) => [key, all.length]),
  );

test.serial(
  'a caller has eight downloads in progress, the next is refused by name, and each that ends gives room for one',
  async (t) => {
    const path = `/ingest/jobs/${job}/errors.csv`;
    const [token = ''] = readers;
    const answers = await Promise.all(Array.from({ length: 8 }, () => unread(token, path)));
    t.deepEqual(statusesOf(answers), { 200: 8 });
    const refused = await get(api, token, path);
    t.like(await refused.json(), {
      status: 429,
      policy: 'downloads-in-progress',
      detail:
        'You have 8 answers that are not JSON in progress, and can have no more at the same time. Wait until one of them has ended.',
    });
    t.is((await get(api, token, '/scope')).status, 200, 'other requests of the caller go on');
    answers[0]?.request.destroy();
    for (;;) {
      const again = await unread(token, path);
      again.request.destroy();
      if (again.status === 200) break;
    }
    for (const answer of answers) answer.request.destroy();
    t.pass();
  },
);

test.serial(
  'unread lists of errors, more than the object store has connections, hold back no upload of others',
  async (t) => {
    const path = `/ingest/jobs/${job}/errors.csv`;
    const answers = (
      await Promise.all(readers.map((token) => Promise.all(Array.from({ length: 8 }, () => unread(token, path)))))
    ).flat();
    // On a busy machine some of them learn that the store is busy; what matters is what others get.
    t.true((statusesOf(answers)[200] ?? 0) > 0);
    const id = await accepted(
      await upload(api, other, `${header}2026-01,Toyota,Oslo,7\n`, { dealer_id: 'other', period: '2026-01' }),
    );
    t.is((await ended(api, other, id)).status, 'succeeded');
    for (const answer of answers) answer.request.destroy();
  },
);

test.serial('unread downloads of rejected rows do not hold back those of others', async (t) => {
  const path = `/ingest/jobs/${job}/rejected.csv`;
  const [first = '', ...more] = readers;
  // Only who uploaded it, or reads all of the dealer, may have it: all of these do.
  const answers: Unread[] = [];
  for (const token of [first, ...more]) answers.push(await unread(token, path));
  t.deepEqual(statusesOf(answers), { 200: slowReaders });
  const uploaded = await upload(api, other, `${header}2026-02,Toyota,Oslo,many\n`, {
    dealer_id: 'other',
    period: '2026-02',
  });
  const id = await accepted(uploaded);
  t.is((await ended(api, other, id)).status, 'failed');
  const rows = await get(api, other, `/ingest/jobs/${id}/rejected.csv`);
  t.deepEqual([rows.status, (await rows.text()).split('\n').length], [200, 3]);
  for (const answer of answers) answer.request.destroy();
});

const total = 64 * 1024 * 1024;
const partOf = (disposition: string, value: string): string =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}`;

for (const [order, fields] of Object.entries({
  'dealer_id comes first': `${partOf('name="dealer_id"', 'slow')}\r\n`,
  'the file comes first, from a caller without any right to upload': '',
}))
  test.serial(`a file is refused when it begins, and not received, where ${order}`, async (t) => {
    const granted = fields === '' ? [{ dealer: 'other', roles: ['reader'] }] : [{ dealer: 'other' }];
    const token = (await login(api, await person(whole, ...granted))).access_token;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const start = `${fields}${partOf('name="file"; filename="a.csv"', header)}`;
    const { response, sent } = await stream(api, { path: '/ingest/files', headers, start, total });
    t.like(await response.json(), { status: 403, policy: 'upload-own-dealer', attribute: 'dealer_id' });
    t.true(sent < total / 2, `${sent} bytes were sent`);
  });
