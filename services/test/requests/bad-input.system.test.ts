// Bad requests over HTTP, at two processes of the API: each gets a problem document that names the place, and leaves
// nothing behind. Bodies that are too large, broken off, or wrong inside their file: bad-files.system.test.ts. Tokens
// that are none: access-tokens.system.test.ts.
import test from 'ava';
import { type Left, left } from '../fixtures/leftovers.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import {
  accepted,
  dealers,
  ended,
  type Fields,
  formOf,
  get,
  login,
  person,
  post,
  postJson,
  problemOf,
  problemType,
  upload,
} from '../fixtures/users.ts';

let whole: System;
let apis: readonly [Running, Running];
let token: string;
let otherDealersJob: string;
let before: Left;

const good = 'period_start,brand,units_sold\n2024-01,Toyota,1\n';
const own = { dealer_id: 'fjordbil', period: '2024-01' };

test.before(async (t) => {
  whole = await system(t);
  apis = await Promise.all([whole.run(['analytics', 'ingest']), whole.run(['analytics'])]);
  await dealers(whole, ['fjordbil', 'nordbil', 'sorbil']);
  const narrowed = { brands: ['toyota'], regions: ['oslo'] };
  const grants = [
    { dealer: 'fjordbil', roles: ['uploader'] },
    { dealer: 'sorbil', ...narrowed, roles: ['reader'] },
  ];
  token = (await login(apis[0], await person(whole, ...grants))).access_token;
  const otherDealer = (await login(apis[1], await person(whole, { dealer: 'nordbil' }))).access_token;
  otherDealersJob = await accepted(await upload(apis[0], otherDealer, good, { ...own, dealer_id: 'nordbil' }));
  await ended(apis[0], otherDealer, otherDealersJob);
  const days = { ...own, period: '2025-03', period_type: 'day' };
  const stored = await accepted(await upload(apis[0], token, 'date,brand,units\n2025-03-01,Toyota,1\n', days));
  t.is((await ended(apis[0], token, stored)).status, 'succeeded');
  before = await left(whole);
});

let turn = 0;
const api = (): Running => apis[turn++ % 2 === 0 ? 0 : 1];

const problem = (slug: string, title: string, status: number, more: object = {}) => ({
  type: problemType(slug),
  title,
  status,
  ...more,
});

const invalid = (...errors: readonly object[]) => {
  const detail = errors.length === 1 ? 'One value is invalid.' : `${errors.length} values are invalid.`;
  return problem('invalid-request', 'Invalid request', 400, { detail, errors });
};

const malformed = (detail: string) => problem('malformed-json', 'Malformed JSON', 400, { detail });
const encoding = (detail: string) => problem('invalid-encoding', 'Invalid encoding', 400, { detail });
const unread = (detail: string) => problem('unsupported-media-type', 'Unsupported media type', 415, { detail });
const outOfScope = (policy: string, attribute: string, detail: string) =>
  problem('out-of-scope', 'Outside your scope', 403, { detail, policy, attribute });
const notFound = problem('not-found', 'Not found', 404, {
  detail: 'The job does not exist, or you do not have access to it.',
});

const postBytes = (path: string, body: Uint8Array<ArrayBuffer>, headers: Fields) =>
  fetch(`${api().url}/api/v1${path}`, { method: 'POST', headers, body });

const bytes = (text: string) => Buffer.from(text, 'latin1');
const json = { 'content-type': 'application/json' };

/** A form as it goes over the wire, so that it may be wrong. */
const rawForm = (body: string, type = 'multipart/form-data; boundary=xx') =>
  postBytes('/ingest/files', bytes(body), { authorization: `Bearer ${token}`, 'content-type': type });
const part = (name: string, value: string) =>
  `--xx\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = `--xx\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${good}\r\n`;

const uploadWith =
  (fields: Fields, content: string | Uint8Array<ArrayBuffer> = good) =>
  () =>
    upload(api(), token, content, { ...own, ...fields });

const newDealer = { dealer_id: 'new', name: 'New', region_id: 'oslo' };

/** Another subject under the same signature. */
function tampered(jwt: string): string {
  const [head, body = '', signature] = jwt.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as object;
  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' })).toString('base64url');
  return [head, other, signature].join('.');
}

function repeated(name: string, value: string | Blob): FormData {
  const form = formOf(good, own);
  form.append(name, value);
  return form;
}

type Case = readonly [what: string, send: () => Promise<Response>, expected: object];

const cases: readonly Case[] = [
  [
    'broken JSON',
    () => postJson(api(), '/auth/login', '{"email": "a@b.example",\n  "password": }'),
    malformed('Parsing stopped at line 2, column 15: expected a value.'),
  ],
  [
    'JSON without an end',
    () => postJson(api(), '/auth/login', '{"email":'.repeat(70)),
    malformed('The body is nested deeper than 64 levels.'),
  ],
  [
    'JSON that is not UTF-8',
    () => postBytes('/auth/login', bytes('{"email": "\xff"}'), json),
    encoding('The body is not valid UTF-8.'),
  ],
  [
    'an unknown field beside a missing one',
    () => postJson(api(), '/auth/login', { email: 'a@b.example', pasword: 'x' }),
    invalid(
      { pointer: '', rule: 'required', message: 'must have the property password' },
      { pointer: '/pasword', rule: 'additionalProperties', message: 'is not a known property' },
    ),
  ],
  [
    'another media type',
    () => postBytes('/auth/login', bytes('{}'), { 'content-type': 'text/plain' }),
    unread('The request has text/plain; this operation accepts application/json.'),
  ],
  [
    'another charset',
    () => postBytes('/auth/login', bytes('{}'), { 'content-type': 'application/json; charset=utf-16' }),
    unread('The request has charset utf-16; this operation accepts utf-8.'),
  ],
  [
    'a compressed body',
    () => postBytes('/auth/login', bytes('{}'), { ...json, 'content-encoding': 'gzip' }),
    unread('The request has Content-Encoding gzip; this operation accepts identity.'),
  ],
  [
    'a file without a form',
    () => rawForm(good, 'text/csv'),
    unread('The request has text/csv; this operation accepts multipart/form-data.'),
  ],
  [
    'an old workbook',
    uploadWith({}, bytes('\xd0\xcf\x11\xe0 and so on')),
    unread('The file looks like xls. Save it as an XLSX workbook without a password, or as CSV.'),
  ],
  [
    'a form field that is not UTF-8',
    () => rawForm(`${part('dealer_id', 'fj\xffrd')}${part('period', '2024-01')}${file}--xx--\r\n`),
    encoding('The form field dealer_id is not valid UTF-8.'),
  ],
  [
    'a form that is cut off',
    () => rawForm(`${part('dealer_id', 'fjordbil')}${file.slice(0, -20)}`),
    problem('invalid-request', 'Invalid request', 400, {
      detail:
        'The form cannot be parsed: it is truncated, has too many parts, or its boundaries or headers are malformed.',
    }),
  ],
  [
    'a form without a file',
    () => rawForm(`${part('dealer_id', 'fjordbil')}${part('period', '2024-01')}--xx--\r\n`),
    invalid({ pointer: '/file', rule: 'required', message: 'is required' }),
  ],
  [
    'a form with an unknown field',
    uploadWith({ dealer: 'fjordbil' }),
    invalid({
      pointer: '/dealer',
      rule: 'additionalProperties',
      message:
        'is unknown; the known names are dealer_id, period, period_type, on_error, unknown_columns, form, sheet, dry_run, confirm, confirm_units, file',
    }),
  ],
  [
    'a form with a field twice',
    () => post(api(), token, '/ingest/files', repeated('dealer_id', 'nordbil')),
    invalid({ pointer: '/dealer_id', rule: 'repeated', message: 'must be given only once' }),
  ],
  [
    'a form with two files',
    () => post(api(), token, '/ingest/files', repeated('file', new Blob([good]))),
    invalid({ pointer: '/file', rule: 'repeated', message: 'must be given only once' }),
  ],
  [
    'a period in words',
    uploadWith({ period: 'september' }),
    invalid({
      pointer: '/period',
      value: 'september',
      rule: 'pattern',
      message:
        'must be an existing day (2026-11-21), week (2026-W47), month (2026-11) or quarter (2026-Q4), or an interval between two of the same type (2026-01/2026-03)',
    }),
  ],
  [
    'a period that is too short',
    uploadWith({ period: '2026-5' }),
    invalid({
      pointer: '/period',
      value: '2026-5',
      rule: 'pattern',
      message:
        'must be an existing day (2026-11-21), week (2026-W47), month (2026-11) or quarter (2026-Q4), or an interval between two of the same type (2026-01/2026-03)',
    }),
  ],
  [
    'an interval that runs backwards',
    uploadWith({ period: '2026-03/2026-01' }),
    problem('invalid-request', 'Invalid request', 400, {
      detail: 'The interval ends before it starts.',
      errors: [
        {
          pointer: '/period',
          value: '2026-03/2026-01',
          rule: 'period',
          message: 'must be an interval with the earlier period first',
        },
      ],
    }),
  ],
  [
    'a period that no calendar has',
    uploadWith({ period: '2024-02-30' }),
    problem('invalid-request', 'Invalid request', 400, {
      detail: 'The period does not exist.',
      errors: [
        {
          pointer: '/period',
          value: '2024-02-30',
          rule: 'period',
          message: 'the day 2024-02-30 does not exist',
        },
      ],
    }),
  ],
  [
    'a period that does not consist of such rows',
    uploadWith({ period_type: 'week' }),
    problem('business-rule', 'Business rule violated', 422, {
      detail: 'A month does not consist of whole weeks.',
      errors: [
        {
          pointer: '/period_type',
          value: 'week',
          rule: 'period_fits',
          message: 'must be day or month when period is a month',
        },
      ],
    }),
  ],
  [
    'a period that overlaps at another grain',
    uploadWith({ period: '2025-W10' }),
    problem('granularity-conflict', 'Overlaps stored data of another period type', 422, {
      detail:
        '2025-W10 by week overlaps the stored slice 2025-03 by day. Upload it by day, or for a period that covers all of 2025-03.',
      stored_period: '2025-03',
      stored_period_type: 'day',
    }),
  ],
  [
    'an upload for a dealer without a grant',
    uploadWith({ dealer_id: 'nordbil' }),
    outOfScope('upload-own-dealer', 'dealer_id', 'Your grants do not allow uploads for this dealer.'),
  ],
  [
    'an upload for a dealer that the caller can only read',
    uploadWith({ dealer_id: 'sorbil' }),
    outOfScope('upload-own-dealer', 'dealer_id', 'Your grants do not allow uploads for this dealer.'),
  ],
  ['a job of another dealer', () => get(api(), token, `/ingest/jobs/${otherDealersJob}`), notFound],
  [
    'the errors of a job of another dealer',
    () => get(api(), token, `/ingest/jobs/${otherDealersJob}/errors.csv`),
    notFound,
  ],
  ['a job that does not exist', () => get(api(), token, `/ingest/jobs/${crypto.randomUUID()}`), notFound],
  [
    'a malformed job id',
    () => get(api(), token, '/ingest/jobs/1'),
    invalid({ parameter: 'id', value: '1', rule: 'format', message: 'must be a UUID' }),
  ],
  ...['/indices', '/dashboard/summary'].flatMap((path): Case[] => [
    [
      `a brand outside one's scope in ${path}`,
      () => get(api(), token, `${path}?brand_id=nissan`),
      outOfScope('read-granted-brands', 'brand_id', 'Your grants do not include this brand.'),
    ],
    [
      `a region outside one's scope in ${path}`,
      () => get(api(), token, `${path}?region_id=bergen`),
      outOfScope('read-granted-regions', 'region_id', 'Your grants do not include this region.'),
    ],
  ]),
  [
    'a brand outside of the scope in the catalogue',
    () => get(api(), token, '/catalog/model-families?brand_id=nissan'),
    outOfScope('read-granted-brands', 'brand_id', 'Your grants do not include this brand.'),
  ],
  [
    'administration without the role',
    () => postJson(api(), '/admin/dealers', newDealer, { authorization: `Bearer ${token}` }),
    problem('forbidden-role', 'Insufficient role', 403, {
      detail: 'This operation requires the role admin.',
      required_role: 'admin',
    }),
  ],
  [
    'an unknown parameter and a date that is none',
    () => get(api(), token, '/indices?brand=x&date_from=2024-13-01'),
    invalid(
      {
        parameter: 'brand',
        rule: 'additionalProperties',
        message:
          'is unknown; the known names are dealer_id, brand_id, region_id, condition, channel, model_family_id, date_from, date_to, period_type, group_by, fields, as_of, limit, cursor',
      },
      { parameter: 'date_from', value: '2024-13-01', rule: 'format', message: 'must be a date such as 2026-11-21' },
    ),
  ],
  [
    'a query that is not UTF-8',
    () => get(api(), token, '/indices?brand_id=%ff'),
    problem('invalid-request', 'Invalid request', 400, {
      detail: 'The query has invalid percent-encoding or is not UTF-8.',
    }),
  ],
  [
    'no token',
    () => fetch(`${api().url}/api/v1/indices`),
    problem('unauthenticated', 'Not authenticated', 401, {
      detail: 'The access token is missing. Send it in the Authorization header, as "Bearer TOKEN".',
    }),
  ],
  [
    'an upload with a tampered token',
    () => upload(api(), tampered(token), good, own),
    problem('unauthenticated', 'Not authenticated', 401, {
      detail: 'The access token is not valid for this installation. Log in, or get a new one.',
    }),
  ],
  [
    'an upload without a token',
    () => upload(api(), '', good, own),
    problem('unauthenticated', 'Not authenticated', 401, {
      detail: 'The Authorization header does not have the form "Bearer TOKEN".',
    }),
  ],
];

for (const [what, send, problem] of cases)
  test.serial(`the API refuses ${what}`, async (t) => {
    const response = await send();
    t.is(response.headers.get('content-type'), 'application/problem+json');
    t.deepEqual(await problemOf(response), problem);
    t.deepEqual(await left(whole), before);
  });
