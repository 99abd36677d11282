// Each difference on purpose is shown on both sides: openapi-backend takes the request, ours refuses it and takes it in
// the plain spelling.
import { Ajv } from 'ajv';
import test from 'ava';
import fc from 'fast-check';
import addFormats from '../../../node_modules/ajv-formats/dist/index.js';
import { formats } from '../../runtime/formats.ts';
import { hostileText } from './draw.ts';
import { acceptedByThem, backendOf, load, refusalByUs } from './judges.ts';
import { ajvReads, isLost, isStricterFormat, plainCookies, plainQuery } from './reads.ts';

const settings = { numRuns: 2000, seed: Number(process.env.FAST_CHECK_SEED ?? Date.now()) };
const tiny = load('tools/generator/fixtures/tiny/generated/tiny').then(async (ours) => ({
  ours,
  api: await backendOf(ours),
}));

test('the runtime reads text like ajv', (t) => {
  t.log(`seed ${settings.seed}`);
  const near = fc.string({ unit: fc.constantFrom(...' +-.0123456789eExXbinftyNa\u00a0\n,'), maxLength: 6 });
  for (const type of ['string', 'integer', 'number', 'boolean']) {
    const ajv = new Ajv({ coerceTypes: true, strict: false });
    const validate = ajv.compile({ properties: { value: { type } } });
    fc.assert(
      fc.property(fc.oneof(near, hostileText, fc.string()), (text) => {
        const holder: { value: unknown } = { value: text };
        validate(holder);
        return Object.is(holder.value, ajvReads(type, text));
      }),
      settings,
    );
  }
  t.pass();
});

const queries: readonly { why: string; query: string; plain: string }[] = [
  { why: 'a number with spaces around it', query: '?limit=%201', plain: '?limit=1' },
  { why: 'a number with a plus', query: '?limit=%2B1', plain: '?limit=1' },
  { why: 'a number with a zero before it', query: '?limit=01', plain: '?limit=1' },
  { why: 'a whole number with a point', query: '?limit=1.0', plain: '?limit=1' },
  { why: 'a whole number with an exponent', query: '?limit=1e1', plain: '?limit=10' },
  { why: 'a number in another base', query: '?limit=0x2', plain: '?limit=2' },
  { why: 'a number of a list', query: '?sizes=1,%202', plain: '?sizes=1%2C2' },
  { why: 'a list with commas, given twice', query: '?sizes=1&sizes=2', plain: '?sizes=1%2C2' },
  { why: 'brackets for a list', query: '?colour[]=red&colour[1]=blue', plain: '?colour=red&colour=blue' },
  { why: 'a pair without a name', query: '?=1', plain: '' },
  { why: 'a name that every object has', query: '?toString=1&limit=1&__proto__=2', plain: '?limit=1' },
  { why: 'a broken percent-encoding', query: '?cursor=%zz', plain: '?cursor=%25zz' },
  { why: 'a percent-encoding that is no UTF-8', query: '?cursor=%ff', plain: '?cursor=%25ff' },
  { why: 'a second question mark', query: '?limit=1?x', plain: '?limit=1' },
];

for (const { why, query, plain } of queries)
  test(`the runtime refuses ${why}, which openapi-backend reads`, async (t) => {
    const { ours, api } = await tiny;
    const asked = (text: string) => ({ path: '/boxes', query: text, headers: {} });
    t.is(plainQuery(query, ours.operations.listBoxes?.parameters.query ?? {}), plain);
    t.true(acceptedByThem(api, 'listBoxes', asked(query)));
    t.is((await refusalByUs(ours, 'listBoxes', asked(query)))?.problem.slug, 'invalid-request');
    t.is(await refusalByUs(ours, 'listBoxes', asked(plain)), undefined);
  });

for (const [cookie, plain] of [
  ['door=%61b', 'door=ab'],
  ['door=a; door=b', 'door=a'],
] as const)
  test(`the runtime refuses the cookies ${cookie}, which openapi-backend reads`, async (t) => {
    const { ours, api } = await tiny;
    const asked = (text: string) => ({ path: '/knock', query: '', headers: { cookie: text } });
    t.is(plainCookies(cookie), plain);
    t.true(acceptedByThem(api, 'knock', asked(cookie)));
    t.is((await refusalByUs(ours, 'knock', asked(cookie)))?.problem.slug, 'invalid-request');
    t.is(await refusalByUs(ours, 'knock', asked(plain)), undefined);
  });

test('the comparison leaves a plain query and plain cookies as they are', (t) => {
  const known = { limit: 'integer', cursor: 'string', colour: 'string[]', sizes: 'number list' } as const;
  for (const query of ['', '?limit=10&cursor=01', '?colour=red&colour=blue', '?sizes=1%2C2.5', '?size=01', '?limit=x'])
    t.is(plainQuery(query, known), query);
  t.is(plainCookies('door=ab; other=1'), 'door=ab; other=1');
});

test('a number that lost digits, or has no end, has no plain spelling', (t) => {
  const lost = ['9007199254740993', '-9007199254740992', '1e16', 'Infinity'];
  t.deepEqual(
    [...lost, '9007199254740991', '1e3', 'x'].filter((text) => isLost('integer', text)),
    lost,
  );
  t.deepEqual(
    ['1e999', '1,-Infinity', '9007199254740993', '1e-400'].filter((text) => isLost('number list', text)),
    ['1e999', '1,-Infinity'],
  );
});

const stricter = [
  ['date-time', '2026-11-21 07:41:12Z'],
  ['date-time', '2026-11-21T07:41:12+01'],
  ['uuid', 'urn:uuid:0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11'],
  ['email', `${'a'.repeat(250)}@x.example`],
  ['uri', 'http://a:99999/'],
] as const;

test('a format of the runtime is stricter than that of ajv-formats only where it is listed', (t) => {
  const ajv = addFormats.default(new Ajv());
  for (const [format, text] of stricter) {
    const mine = formats[format];
    t.false(mine instanceof RegExp ? mine.test(text) : mine(text), text);
    t.true(ajv.validate({ type: 'string', format }, text), text);
    t.true(isStricterFormat(format, text), text);
  }
  const good = { 'date-time': '2026-11-21T07:41:12Z', uuid: stricter[2][1].slice(9), email: 'a@x.example', uri: 'x:y' };
  for (const [format, text] of Object.entries(good)) t.false(isStricterFormat(format, text), text);
  t.deepEqual(
    [2 ** 53, 2 ** 53 - 1, 'x'].map((value) => isStricterFormat('int64', value)),
    [true, false, false],
  );
  t.false(isStricterFormat('date', 'x'));
});
