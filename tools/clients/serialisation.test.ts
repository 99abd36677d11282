// Values that are written into a request arrive as they were given, from both clients and from the command line. What
// cannot is refused: tools/generator/serialisation.test.ts.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { readDocument } from '../contract/document/read-document.ts';
import { asRecord, type JsonObject } from '../contract/json.ts';
import { contractFile, type SmallContract } from '../generator/fixtures/small/contract.ts';
import { type Received, type Served, serveSmall } from '../generator/fixtures/small/served.ts';
import { pythonTree } from '../generator/python/tree.ts';
import { readArguments } from './cli/runtime/arguments.ts';
import { commandsOf } from './cli/table.ts';

const run = promisify(execFile);
const text = { type: 'string' };
const integer = { type: 'integer' };
const texts = { type: 'array', minItems: 1, items: text };
const numbers = { type: 'array', items: { type: 'number' } };
const object = (properties: JsonObject, more: JsonObject = {}) => ({
  schema: { type: 'object', additionalProperties: false, properties },
  ...more,
});
const awkward = 'a/b?c=d&e, ü+%41 "\'';

interface Form {
  readonly contract: SmallContract;
  /** What is given to the TypeScript client. */
  readonly input: object;
  /** The arguments of the Python method. */
  readonly python: string;
  readonly words: readonly string[];
  readonly received: Received;
}

const forms: Readonly<Record<string, Form>> = {
  'a text in the path': {
    contract: { path: '/parcels/{id}', parameters: [{ name: 'id', in: 'path', required: true, schema: text }] },
    input: { path: { id: awkward } },
    python: JSON.stringify(awkward),
    words: [awkward],
    received: { path: { id: awkward } },
  },
  'a list in the query': {
    contract: { parameters: [{ name: 'ids', in: 'query', schema: texts }] },
    input: { query: { ids: [awkward, 'b,c'] } },
    python: `ids=[${JSON.stringify(awkward)}, "b,c"]`,
    words: ['--ids', awkward, '--ids', 'b,c'],
    received: { query: { ids: [awkward, 'b,c'] } },
  },
  'a list of numbers with commas': {
    contract: { parameters: [{ name: 'sizes', in: 'query', style: 'form', explode: false, schema: numbers }] },
    input: { query: { sizes: [1.5, -2, 3e21] } },
    python: 'sizes=[1.5, -2, 3e21]',
    words: ['--sizes', '1.5', '--sizes=-2', '--sizes', '3e21'],
    received: { query: { sizes: [1.5, -2, 3e21] } },
  },
  'a boolean, a number and a value of an enum': {
    contract: {
      parameters: [
        { name: 'full', in: 'query', schema: { type: 'boolean' } },
        { name: 'size', in: 'query', schema: { type: 'number' } },
        { name: 'colour', in: 'query', schema: { type: 'string', enum: ['red', 'deep blue'] } },
      ],
    },
    input: { query: { full: false, size: -0.25, colour: 'deep blue' } },
    python: 'full=False, size=-0.25, colour="deep blue"',
    words: ['--no-full', '--size=-0.25', '--colour', 'deep blue'],
    received: { query: { full: false, size: -0.25, colour: 'deep blue' } },
  },
  'names that are keywords of Python': {
    contract: {
      parameters: [
        { name: 'class', in: 'query', schema: text },
        { name: 'from', in: 'query', schema: integer },
      ],
    },
    input: { query: { class: 'x', from: 3 } },
    python: 'class_="x", from_=3',
    words: ['--class', 'x', '--from', '3'],
    received: { query: { class: 'x', from: 3 } },
  },
  'a number in a header': {
    contract: { parameters: [{ name: 'X-Size', in: 'header', schema: integer }] },
    input: { headers: { 'X-Size': 7 } },
    python: 'x_size=7',
    words: ['--x-size', '7'],
    received: { headers: { 'X-Size': 7 } },
  },
  'a form with a list and a field that is left out': {
    contract: {
      content: {
        'application/x-www-form-urlencoded': object({ a: text, b: text, ids: texts, full: { type: 'boolean' } }),
      },
    },
    input: { body: { a: awkward, ids: ['x', 'y,z'], full: true } },
    python: `{"a": ${JSON.stringify(awkward)}, "ids": ["x", "y,z"], "full": True}`,
    words: ['--a', awkward, '--ids', 'x', '--ids', 'y,z', '--full'],
    received: { body: { a: awkward, ids: ['x', 'y,z'], full: true } },
  },
  'a form with a file, a list and a field that is left out': {
    contract: {
      more: { 'x-limits': { body_bytes: 2_000, file_bytes: 1_000 } },
      content: {
        'multipart/form-data': object(
          { file: { type: 'string', format: 'binary' }, note: text, ids: texts, size: integer },
          { encoding: { file: { contentType: 'text/csv, application/octet-stream' } } },
        ),
      },
    },
    input: { form: { file: new Blob(['four']), ids: ['x', 'y,z'], size: 4 } },
    python: '{"file": b"four", "ids": ["x", "y,z"], "size": 4}',
    words: ['--file', '-', '--ids', 'x', '--ids', 'y,z', '--size', '4'],
    received: { form: { file: { bytes: 4 }, ids: ['x', 'y,z'], size: 4 } },
  },
  'JSON with a list and an object': {
    contract: {
      content: { 'application/json': object({ ids: texts, size: { type: 'number' }, more: { type: 'object' } }) },
    },
    input: { body: { ids: [awkward], size: 0.5, more: { a: null } } },
    python: `{"ids": [${JSON.stringify(awkward)}], "size": 0.5, "more": {"a": None}}`,
    words: ['--ids', awkward, '--size', '0.5', '--more', '{"a":null}'],
    received: { body: { ids: [awkward], size: 0.5, more: { a: null } } },
  },
};

for (const [what, { contract, input, python, words, received }] of Object.entries(forms))
  test(`both clients and the command line send ${what} so that the server reads the same`, async (t) => {
    const served = await serveSmall(t, contract);
    const expected = Object.entries(received);
    const arrived = (all: readonly Received[]) =>
      all.map((each) => Object.fromEntries(expected.map(([part]) => [part, each[part]])));
    await sendByClient(served, input);
    t.deepEqual(arrived(served.received()), [received]);
    await sendByClient(served, await typed(served, words));
    t.deepEqual(arrived(served.received()), [received]);
    const isRun = await sendByPython(t, served, python);
    if (isRun) t.deepEqual(arrived(served.received()), [received]);
  });

const withList: SmallContract = {
  path: '/parcels/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: text },
    { name: 'ids', in: 'query', schema: texts },
    { name: 'size', in: 'query', schema: { type: 'number' } },
    { name: 'X-Size', in: 'header', schema: integer },
  ],
};
const good = { path: { id: 'a' } };

/** What is given to each client, and the sentence that it throws. */
const worthless: Readonly<
  Record<string, readonly [input: object, sentence: string, python: string, sentence: string]>
> = {
  'no value in the path': [
    { path: { id: undefined } },
    'sendParcel: id must not be undefined',
    'None',
    'TypeError: sendParcel: id must be a text, a number or a bool, not NoneType',
  ],
  'no text in the path': [
    { path: { id: '' } },
    "sendParcel: id must not be ''",
    '""',
    "ValueError: sendParcel: id is '', which would be the address of something else",
  ],
  'no number in the query': [
    { ...good, query: { size: Number.NaN } },
    'sendParcel: size must not be NaN',
    '"a", size=float("nan")',
    'ValueError: sendParcel: size must not be nan',
  ],
  'no value in a list': [
    { ...good, query: { ids: ['x', null] } },
    'sendParcel: ids must not be null',
    '"a", ids=["x", None]',
    'TypeError: sendParcel: ids must be a text, a number or a bool, not NoneType',
  ],
  'an empty list': [
    { ...good, query: { ids: [] } },
    'sendParcel: ids is an empty list; leave it out, or give at least one value',
    '"a", ids=[]',
    'ValueError: sendParcel: ids is an empty list; leave it out, or give at least one value',
  ],
  'an object in the query': [
    { ...good, query: { size: {} } },
    'sendParcel: size must not be [object Object]',
    '"a", size={}',
    'TypeError: sendParcel: size must be a text, a number or a bool, not dict',
  ],
  'no number in a header': [
    { ...good, headers: { 'X-Size': Number.POSITIVE_INFINITY } },
    'sendParcel: X-Size must not be Infinity',
    '"a", x_size=float("inf")',
    'ValueError: sendParcel: X-Size must not be inf',
  ],
};

for (const [what, [input, sentence, python, pythonSentence]] of Object.entries(worthless))
  test(`both clients refuse ${what} and send nothing`, async (t) => {
    const served = await serveSmall(t, withList);
    await t.throwsAsync(sendByClient(served, input), { instanceOf: TypeError, message: sentence });
    const stderr = await programOf(served, python);
    if (stderr === undefined) t.log('not tried with Python, because python3 is not on this machine');
    else t.is(stderr.trim().split('\n').at(-1), pythonSentence);
    t.deepEqual(served.received(), []);
  });

for (const [type, place] of [
  ['application/json', 'body'],
  ['application/x-www-form-urlencoded', 'body'],
  ['multipart/form-data', 'form'],
] as const)
  test(`both clients refuse a field of ${type} that is there without a value, which could stand for all`, async (t) => {
    const served = await serveSmall(t, {
      ...(place === 'form' ? { more: { 'x-limits': { body_bytes: 2_000, file_bytes: 1_000 } } } : {}),
      content: { [type]: object({ ids: texts, note: text }) },
    });
    const message = 'sendParcel: ids must not be undefined';
    await t.throwsAsync(sendByClient(served, { [place]: { ids: undefined, note: 'x' } }), {
      instanceOf: TypeError,
      message,
    });
    const stderr = await programOf(served, '{"ids": None, "note": "x"}');
    // JSON has null, which the service refuses where a field cannot be null.
    if (stderr !== undefined)
      t.regex(
        stderr,
        type === 'application/json' ? /sendParcel: 400 .*ids must be/ : /TypeError: sendParcel: ids must be a text/,
      );
    t.deepEqual(served.received(), []);
  });

for (const [type, place, isRequired] of [
  ['application/json', 'body', false],
  ['application/json', 'body', true],
  ['application/x-www-form-urlencoded', 'body', false],
  ['multipart/form-data', 'form', true],
] as const)
  test(`both clients refuse ${isRequired ? 'a required' : 'an optional'} ${place} of ${type} without a value, in every form`, async (t) => {
    const served = await serveSmall(t, {
      more: place === 'form' ? { 'x-limits': { body_bytes: 2_000, file_bytes: 1_000 } } : {},
      content: { [type]: object({ ids: texts }) },
      isRequired,
    });
    await t.throwsAsync(sendByClient(served, { [place]: undefined }), {
      message: `sendParcel: ${place} must not be undefined`,
    });
    for (const call of [syncCall, asyncCall]) {
      const stderr = await programOf(served, `${place}=None`, call);
      if (stderr === undefined) t.log('not tried with Python, because python3 is not on this machine');
      else
        t.is(
          stderr.trim().split('\n').at(-1),
          `ValueError: sendParcel: ${place} is None; leave it out, or give a value`,
        );
    }
    t.deepEqual(served.received(), []);
  });

test('the command line refuses an empty value and a flag that is given twice', async (t) => {
  const served = await serveSmall(t, withList);
  for (const [words, sentence] of [
    [['a', '--ids', ''], '--ids is empty; give a value, or leave it out.'],
    [['a', '--ids=x', '--ids='], '--ids is empty; give a value, or leave it out.'],
    [[''], '<id> is empty; give a value, or leave it out.'],
    [['a', '--size', '1', '--size', '2'], '--size is given twice.'],
    [['a', '--size', 'NaN'], '--size is NaN; it must be a number.'],
  ] as const)
    t.is((await t.throwsAsync(typed(served, words)))?.message.replace(/ Run `.*/, ''), sentence);
});

test('the client refuses a number in JSON that JSON cannot have', async (t) => {
  const served = await serveSmall(t, {
    content: { 'application/json': object({ size: { type: ['number', 'null'] } }) },
  });
  await t.throwsAsync(sendByClient(served, { body: { size: Number.NaN } }), {
    message: 'sendParcel: size must not be NaN',
  });
  t.deepEqual(served.received(), []);
});

async function sendByClient({ client, url }: Served, input: object): Promise<void> {
  const { connect, sendParcel, unwrap } = client;
  unwrap?.(await sendParcel?.(connect?.({ baseUrl: url }), input));
}

/** What the command line gives to the client. */
async function typed({ root }: Served, words: readonly string[]): Promise<object> {
  const value = asRecord(
    (await import(path.join(root, 'generated/small/openapi.json'), { with: { type: 'json' } })).default,
  );
  const [command] = commandsOf({ id: 'analytics', title: 'Small', value, notes: new Map() });
  if (command === undefined) throw new Error('There is no command.');
  const standardInput = new PassThrough();
  standardInput.end('four');
  const terminal = { env: {}, out: new PassThrough(), err: new PassThrough(), in: standardInput };
  return (await readArguments(command, words, terminal)).input;
}

/** False where there is no Python. */
async function sendByPython(t: ExecutionContext, served: Served, given: string): Promise<boolean> {
  const stderr = await programOf(served, given);
  if (stderr === undefined) t.log('not tried with Python, because python3 is not on this machine');
  else t.is(stderr, '');
  return stderr !== undefined;
}

const syncCall = (url: string, given: string): string =>
  `from covenant.small import Client\nClient(${url}, retries=0).send_parcel(${given})\n`;

const asyncCall = (url: string, given: string): string =>
  `import asyncio\nfrom covenant.small import AsyncClient\nasyncio.run(AsyncClient(${url}, retries=0).send_parcel(${given}))\n`;

/** What a program that calls the operation prints as an error; undefined where there is no Python. */
async function programOf({ root, url }: Served, given: string, call = syncCall): Promise<string | undefined> {
  const folder = path.join(root, 'python');
  const document = readDocument(root, contractFile);
  const runtime = path.join(import.meta.dirname, 'python/runtime');
  for (const [file, code] of pythonTree({ documents: [document], problems: document.problems, live: {}, runtime })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), code);
  }
  const program = call(JSON.stringify(url), given);
  const env = {
    PYTHONPATH: `${folder}:${path.join(import.meta.dirname, 'python/stubs')}`,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const ran = run('python3', ['-c', program], { env: { ...process.env, ...env } });
  const { stderr, ...ended } = await ran.catch((error: { readonly code: unknown; readonly stderr: string }) => error);
  return 'code' in ended && ended.code === 'ENOENT' ? undefined : stderr;
}
