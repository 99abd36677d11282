// Bodies over their limits, uploads that are broken off, and files that only their job can judge: what is reported
// about them, and that nothing stays. Requests that are wrong as they are: bad-input.system.test.ts. Rows in all their
// variety: analytics/ingest. A file as large as none may be: large-upload.fault.test.ts.
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { eventually } from '../fixtures/eventually.ts';
import { type Left, left } from '../fixtures/leftovers.ts';
import { peakOf, pieceBytes, stream } from '../fixtures/streamed-body.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import { accepted, dealers, ended, login, person, problemOf, problemType, upload } from '../fixtures/users.ts';

let whole: System;
let apis: readonly [Running, Running];
let token: string;
let before: Left;

const good = 'period_start,brand,units_sold\n2024-01,Toyota,1\n';
const own = { dealer_id: 'fjordbil', period: '2024-01/2024-06' };

test.before(async (t) => {
  whole = await system(t);
  apis = await Promise.all([whole.run(['analytics', 'ingest']), whole.run(['analytics', 'ingest'])]);
  await dealers(whole, ['fjordbil']);
  token = (await login(apis[0], await person(whole, { dealer: 'fjordbil' }))).access_token;
  before = await left(whole);
});

let turn = 0;
const api = (): Running => apis[turn++ % 2 === 0 ? 0 : 1];

const tooLarge = (detail: string, limit_bytes: number) => ({
  type: problemType('body-too-large'),
  title: 'Body too large',
  status: 413,
  detail,
  limit_bytes,
});

const json = { 'content-type': 'application/json' };
/**
 * Its length and letters are those of browsers' ones: the reader of forms skips what cannot end at one, and what is
 * sent has no letter of it.
 */
const boundary = '----boundary-as-long-as-those-of-browsers';
const part = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${good}\r\n`;

const MIB = 1024 * 1024;

test.serial('the API refuses a body over its limit while it arrives', async (t) => {
  const { response, sent } = await stream(api(), {
    path: '/auth/login',
    headers: { ...json, 'transfer-encoding': 'chunked' },
    start: '{"email": "',
    total: 200 * MIB,
  });
  t.deepEqual(await problemOf(response), tooLarge('The body may have at most 65536 bytes.', 65_536));
  t.true(sent < 8 * MIB, `${sent} bytes were taken`);
});

test.serial('the API refuses form fields over their limit while they arrive', async (t) => {
  const { response, sent } = await stream(api(), {
    path: '/ingest/files',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'transfer-encoding': 'chunked',
    },
    start: part('dealer_id', ''),
    total: 200 * MIB,
  });
  t.deepEqual(
    await problemOf(response),
    tooLarge('The fields of the form together may have at most 1048576 bytes.', MIB),
  );
  t.true(sent < 16 * MIB, `${sent} bytes were taken`);
  t.deepEqual(await left(whole), before);
});

const chunkedForm = () => ({
  authorization: `Bearer ${token}`,
  'content-type': `multipart/form-data; boundary=${boundary}`,
  'transfer-encoding': 'chunked',
});

const form = part('dealer_id', 'fjordbil') + part('period', '2024-01');
const besideTheFile = [
  ['the name of a header', `--${boundary}\r\n`],
  ['the head of a part', `--${boundary}\r\ncontent-disposition: form-data; name="`],
  ['the head of the file', `${form}--${boundary}\r\ncontent-type: `],
] as const;

for (const [where, start] of besideTheFile)
  test.serial(`the API refuses ${where} that never ends while it arrives`, async (t) => {
    const peaks = apis.map(peakOf);
    const { response, sent } = await stream(api(), {
      path: '/ingest/files',
      headers: chunkedForm(),
      start,
      total: 200 * MIB,
    });
    const refused = await problemOf(response);
    t.true(response.status === 413 || response.status === 400, JSON.stringify(refused));
    t.true(sent < 16 * MIB, `${sent} bytes were taken`);
    t.deepEqual(
      apis.map(peakOf).filter((peak, i) => peak - (peaks[i] ?? 0) > 128 * MIB),
      [],
    );
    t.deepEqual(await left(whole), before);
  });

test.serial('the API refuses a body with a length over its limit before it begins', async (t) => {
  const { response, sent } = await stream(api(), {
    path: '/ingest/files',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(2 * 1024 * MIB),
    },
    start: '',
    total: 0,
  });
  t.deepEqual(await problemOf(response), tooLarge('The body may have at most 1074790400 bytes.', 1_074_790_400));
  t.is(sent, 0);
});

test.serial('uploadFile leaves nothing of an upload that breaks off', async (t) => {
  for (const after of [1, 40]) {
    const request = http.request(`${api().url}/api/v1/ingest/files`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    request.on('error', () => {});
    request.write(part('dealer_id', 'fjordbil') + part('period', '2024-01') + file.slice(0, -2));
    for (let i = 0; i < after; i++) await new Promise((sent) => request.write('x'.repeat(pieceBytes), sent));
    await eventually(
      () => left(whole),
      ({ spooled }) => spooled.length === 1,
    );
    request.destroy();
    await eventually(
      () => left(whole),
      ({ spooled }) => spooled.length === 0,
    );
    t.deepEqual(await left(whole), before);
  }
});

type Wrong = readonly [what: string, content: string | Uint8Array<ArrayBuffer>, expected: object];

const failed = (rows: object, detail: string, ...errors: readonly object[]) => ({
  status: 'failed',
  progress: 100,
  revision: null,
  rows,
  error_count: errors.length,
  errors: errors.map((error) => ({ row: null, column: null, value: null, related_row: null, ...error })),
  problem: {
    type: problemType('bad-file'),
    title: 'The file has errors',
    status: 422,
    detail,
    error_count: errors.length,
  },
});

const unreadable = (error: object, read = 0) =>
  failed({ read, accepted: read, rejected: 0 }, 'The file cannot be read. Nothing was stored.', error);
const oneOfThree = (...errors: readonly object[]) =>
  failed({ read: 3, accepted: 2, rejected: 1 }, '1 of 3 rows has errors. Nothing was stored.', ...errors);

const csv = (...rows: readonly string[]) => `period_start,brand,units_sold\n${rows.join('\n')}\n`;

const files: readonly Wrong[] = [
  [
    'a bad row',
    csv('2024-01,Toyota,1', '2024-02,Toyota,some', '2024-03,Toyota,3'),
    oneOfThree({
      row: 3,
      column: 'units_sold',
      value: 'some',
      rule: 'type',
      message: 'must be a whole number, without thousands separators',
    }),
  ],
  [
    'a repeated key',
    csv('2024-01,Toyota,1', '2024-02,Toyota,2', '2024-01,TOYOTA ,3'),
    oneOfThree({
      row: 4,
      related_row: 2,
      value: '2024-01-01/toyota',
      rule: 'repeated_key',
      message: 'the row has the same key as row 2',
    }),
  ],
  [
    'a name that is not UTF-8',
    Buffer.from(csv('2024-01,Toyota,1', '2024-02,Citro\x89n,2', '2024-03,Toyota,3'), 'latin1'),
    oneOfThree({
      row: 3,
      column: 'brand',
      value: 'Citro\ufffdn',
      rule: 'encoding',
      message: 'is not valid UTF-8 from byte 6 of the field; save the file as UTF-8',
    }),
  ],
  [
    'a million columns',
    ','.repeat(1_000_000),
    unreadable({ row: 1, rule: 'column_count', message: 'there are more than 1,000 columns' }),
  ],
  [
    'a heading that never ends',
    'x'.repeat(2 * 1024 * 1024),
    unreadable({ rule: 'line_length', message: 'the header line is longer than 1048576 bytes' }),
  ],
  [
    'a gzip bomb',
    gzipSync(Buffer.from(good + '\n'.repeat(64 * 1024 * 1024))),
    unreadable({ rule: 'compression_ratio', message: 'unpacks to more than 200 times its size' }, 1),
  ],
  [
    'half a workbook',
    Buffer.from('PK\x03\x04 and so on'),
    unreadable({
      rule: 'workbook',
      message: 'is not a complete XLSX workbook: its end is missing; open it in a spreadsheet and save it again',
    }),
  ],
  [
    'half a gzip file',
    gzipSync(Buffer.from(good)).subarray(0, 40),
    unreadable({ rule: 'compression', message: 'is a broken or incomplete gzip file' }),
  ],
];

for (const [what, content, expected] of files)
  test.serial(`a job fails and stores nothing for ${what}`, async (t) => {
    const id = await accepted(await upload(api(), token, content, own));
    const { status, progress, revision, rows, error_count, errors, problem } = await ended(api(), token, id);
    const { instance, ...stated } = problem as Record<string, unknown>;
    t.regex(String(instance), /^urn:request:/);
    t.deepEqual({ status, progress, revision, rows, error_count, errors, problem: stated }, expected);
    // The staging table goes a moment after the job has ended.
    const { rows: kept } = await eventually(
      () => left(whole),
      (now) => now.rows.stagings === 0,
    );
    const { upload_jobs, audit_events, outbox, ...stored } = kept;
    t.deepEqual(stored, dataOf(before));
  });

/** The record of a job that failed stays, what was said of it, and the file that the record is about. */
const dataOf = ({ rows: { upload_jobs, audit_events, outbox, ...stored } }: Left) => stored;
