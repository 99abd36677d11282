import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ContractError } from '../contract/document/source.ts';
import { generateDocument } from './document.ts';

const tiny = join(import.meta.dirname, 'fixtures/tiny');

/** The contract in small with something replaced, in a separate folder. */
function changed(t: ExecutionContext, file: string, from: string, to: string): string {
  const root = mkdtempSync(join(tmpdir(), 'contract-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  cpSync(join(tiny, 'spec'), join(root, 'spec'), { recursive: true });
  const path = join(root, 'spec', file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, text.replace(from, to));
  return root;
}

const refusal = async (t: ExecutionContext, file: string, from: string, to: string): Promise<string[]> => {
  const error = await t.throwsAsync(generateDocument(changed(t, file, from, to), 'spec/tiny/openapi.yaml'), {
    instanceOf: ContractError,
  });
  return error?.message.split('\n') ?? [];
};

const line = (text: string): number =>
  readFileSync(join(tiny, 'spec/tiny/openapi.yaml'), 'utf8')
    .split('\n')
    .findIndex((each) => each.includes(text)) + 1;

test('the generator makes what is checked in of the tiny contract, twice the same', async (t) => {
  const generate = () => generateDocument(tiny, 'spec/tiny/openapi.yaml', '../../../../../runtime');
  const [first, second] = [await generate(), await generate()];
  t.deepEqual(first, second);
  const folder = join(tiny, 'generated/tiny');
  t.deepEqual(
    [...first.files.keys()].sort(),
    globSync('**', { cwd: tiny })
      .filter((path) => /^generated\/tiny\/./.test(path))
      .sort(),
  );
  for (const [path, content] of first.files)
    t.true(existsSync(folder) && readFileSync(join(tiny, path), 'utf8') === content, path);
});

test('generated code asks for neither ajv nor require', (t) => {
  const asking = globSync('generated/**/*.{js,ts}', { cwd: join(tiny, '../../../..') }).filter((path) =>
    /require\(|from ['"]ajv/.test(readFileSync(join(tiny, '../../../..', path), 'utf8')),
  );
  t.deepEqual(asking, []);
});

const file = 'tiny/openapi.yaml';

test('the generator refuses everything that it does not know with its place, all at once', async (t) => {
  const colour = line('    Colour:');
  t.deepEqual(
    await refusal(
      t,
      file,
      'Colour: { type: string, enum: [red, green, blue] }',
      'Colour: { type: string, if: {}, not: {}, format: zip }',
    ),
    [
      `spec/tiny/openapi.yaml:${colour}:29: "if" is not supported in a schema`,
      `spec/tiny/openapi.yaml:${colour}:37: "not" is not supported in a schema`,
      `spec/tiny/openapi.yaml:${colour}:46: the format "zip" is not supported; known: date, date-time, email, uri, uuid, binary, password, int32, int64, double`,
    ],
  );
  t.deepEqual(
    await refusal(t, file, "'204': { description: Replaced }", "'204': { description: Replaced, links: {} }"),
    [`spec/tiny/openapi.yaml:${line("'204': { description: Replaced }")}:41: "links" is not supported in a response`],
  );
});

test('the generator refuses a reference that leads nowhere, or outside', async (t) => {
  const [from, at] = [
    "colour: { $ref: '#/components/schemas/Colour' }",
    line("        colour: { $ref: '#/components/schemas/Colour' }"),
  ];
  t.deepEqual(await refusal(t, file, from, "colour: { $ref: '#/components/schemas/Color' }"), [
    `spec/tiny/openapi.yaml:${at}:19: spec/tiny/openapi.yaml has no schemas/Color`,
  ]);
  t.deepEqual(await refusal(t, file, from, "colour: { $ref: '../other.yaml#/components/schemas/Colour' }"), [
    `spec/tiny/openapi.yaml:${at}:19: "../other.yaml#/components/schemas/Colour" leads to no schema of this document, common.yaml or problems.yaml`,
  ]);
});

test('the generator refuses broken YAML with its place', async (t) => {
  t.deepEqual(await refusal(t, file, 'x-document: tiny', 'x-document: tiny\nx-document: tiny'), [
    'spec/tiny/openapi.yaml:5:1: the key is there twice; remove one',
  ]);
});

const wrongs: readonly (readonly [promise: string, from: string, to: string, message: RegExp])[] = [
  [
    'an operation without security',
    'operationId: getFreight\n      summary: Read how a freight goes\n      tags: [Freights]\n      security: [{ bearer: [] }]',
    'operationId: getFreight',
    /needs security/,
  ],
  [
    'an optional credential that is no HTTP Basic',
    'security: [{ bearer: [] }]',
    'security: [{}, { bearer: [] }]',
    /beside \{\} there is one alternative, HTTP Basic/,
  ],
  [
    'an unknown rate-limit policy',
    '{ policy: knock, cost: 2 }',
    '{ policy: ring, cost: 2 }',
    /no rate-limit policy ring/,
  ],
  [
    'a problem under another status',
    'x-problems: [forbidden-role, out-of-scope]',
    'x-problems: [not-found]',
    /403 may not carry the problem not-found/,
  ],
  [
    'an error without its problems',
    '      x-problems: [forbidden-role, out-of-scope]\n',
    '',
    /the response 403 needs x-problems/,
  ],
  ['a job without its status', 'x-job: { status: getFreight,', 'x-job: { status: getNothing,', /x-job needs/],
  ['a path that does not match its parameters', '{ name: freight_id, in: path', '{ name: id, in: path', /do not match/],
  ['a path with half a parameter', '/freights/{freight_id}:', '/freights/no-{freight_id}:', /whole-segment parameters/],
  [
    'If-Match without a state to read',
    'operationId: getBox\n      summary: Read a box\n      tags: [Boxes]\n      security: [{ bearer: [] }]\n      x-conditional: read',
    'operationId: getBox\n      security: [{ bearer: [] }]',
    /If-Match needs/,
  ],
  [
    'a kept answer with a secret',
    "colour: { $ref: '#/components/schemas/Colour' }\n        size: { type: number }",
    'key: { type: string, x-secret: true }\n        size: { type: number }',
    /an answer with a secret must not be kept/,
  ],
  ['a state that leads nowhere', 'moving: [arrived, lost]', 'moving: [arrived, eaten]', /unknown states eaten/],
  [
    'a state without moves',
    'moves: { waiting: [moving, lost], moving: [arrived, lost] }',
    'moves: { waiting: [moving, lost] }',
    /no moves given for moving/,
  ],
  [
    'deprecation without its date',
    '      x-deprecation: { since: 2026-01-01, sunset: 2027-01-01 }\n',
    '',
    /belong together/,
  ],
  [
    'a query that is an object',
    'name: full, in: query, schema: { type: boolean }',
    'name: full, in: query, schema: { type: object }',
    /to be written as text/,
  ],
  [
    'an operation that hides what a stage may answer',
    "        '408': { $ref: '../problems.yaml#/responses/requestTimeout' }\n        '409'",
    "        '409'",
    /createBox can also be answered with request-timeout$/,
  ],
  ['two operations of one name', 'operationId: knock', 'operationId: getBox', /given twice: getBox/],
];

for (const [promise, from, to, message] of wrongs) {
  test(`the generator refuses ${promise} with its place`, async (t) => {
    const found = await refusal(t, file, from, to);
    t.true(
      found.some((each) => message.test(each)),
      found.join('\n'),
    );
    t.true(
      found.every((each) => /^spec\/tiny\/openapi.yaml:\d+:\d+: /.test(each)),
      found.join('\n'),
    );
  });
}

test('the generator refuses a registry that contradicts the runtime', async (t) => {
  t.regex(
    (await refusal(t, 'problems.yaml', 'not-found: { status: 404', 'not-found: { status: 410')).join(),
    /^spec\/problems.yaml:\d+:3: the runtime answers not-found with status 404; the registry does not$/,
  );
});

test('the generator notes what is unused or has no effect', async (t) => {
  const root = changed(t, file, '    Colour:', '    Unused: { type: string, x-unheard: 1 }\n    Colour:');
  const { notes } = await generateDocument(root, 'spec/tiny/openapi.yaml');
  const at = line('    Colour:');
  t.deepEqual(notes, [
    `spec/tiny/openapi.yaml:${at}:29: x-unheard means nothing to the generator`,
    `spec/tiny/openapi.yaml:${at}:5: schemas/Unused is used nowhere`,
  ]);
});
