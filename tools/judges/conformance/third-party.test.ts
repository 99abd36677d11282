// Systems that are not ours: a document with nothing of our conventions is asked what it says, and no more.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { CheckName } from './checks.ts';
import { conform } from './conform.ts';
import { NoContract, readContract } from './contract/document.ts';
import { main } from './main.ts';
import type { Report } from './report.ts';
import { keyOfPets, type Mistake, startPets } from './third-party/server.fixture.ts';

const document = join(import.meta.dirname, 'third-party/pets.yaml');
const callers = [{ name: 'keeper', token: keyOfPets, roles: [] }];

async function asked(t: ExecutionContext, mistake?: Mistake): Promise<Report> {
  const pets = await startPets(mistake);
  t.teardown(() => pets[Symbol.asyncDispose]());
  return conform({ document, baseUrl: pets.url, callers });
}

test('a third-party system that keeps its document has no finding, and each operation and reply of it is reached', async (t) => {
  const { findings, coverage, unreached } = await asked(t);
  t.deepEqual(findings, []);
  t.deepEqual(
    coverage.map(({ operation, replies }) => [operation, replies.some(({ status }) => status < 300)]),
    ['listPets', 'addPet', 'GET /pets/{pet-id}', 'changePet', 'removePet', 'addPhoto', 'getPhoto', 'writeLetter'].map(
      (operation) => [operation, true],
    ),
  );
  t.deepEqual(
    coverage.flatMap(({ operation, constraints }) =>
      constraints
        .filter(({ times, kept }) => times === 0 || kept === 0)
        .map(({ place, rule }) => [operation, place, rule]),
    ),
    [],
  );
  t.deepEqual([...new Set(unreached.map(({ what }) => what))], ['a resource of another caller']);
});

const mistakes: readonly (readonly [Mistake, CheckName, string, string])[] = [
  ['no key', 'no-credential', 'listPets', 'status'],
  ['fault at the edge', 'good-edge', 'listPets', 'status'],
  ['longest name refused', 'good-edge', 'addPet', 'status'],
  ['null refused', 'good-edge', 'addPet', 'status'],
  ['no weight taken', 'broken-field', 'addPet', 'status'],
  ['another type', 'reply-body', 'addPet', 'body at "/id"'],
  ['a field is missing', 'reply-body', 'addPet', 'body at ""'],
  ['stays after its end', 'after-delete', 'GET /pets/{pet-id}', 'status'],
  ['everything taken', 'broken-field', 'addPet', 'status'],
  ['undeclared status', 'declared-status', 'addPet', 'declared status'],
  ['undeclared media type', 'reply-body', 'getPhoto', 'media type'],
  ['a header is missing', 'reply-header', 'listPets', 'header X-Total'],
  ['fault of an unknown id', 'unknown-id', 'GET /pets/{pet-id}', 'status'],
];

for (const [mistake, check, operation, rule] of mistakes)
  test(`the run finds a third-party mistake where it is: ${mistake}`, async (t) => {
    const { findings } = await asked(t, mistake);
    const found = findings.filter((each) => each.check === check && each.operation === operation && each.rule === rule);
    t.true(found.length > 0, JSON.stringify(findings));
    t.regex(found[0]?.request ?? '', /^curl -i --path-as-is .*http:\/\/127\.0\.0\.1/);
    t.false(JSON.stringify(findings).includes(keyOfPets), 'the key is a variable');
  });

test('the command checks a third-party document with a key, and repeats itself by its seed', async (t) => {
  const pets = await startPets('longest name refused');
  t.teardown(() => pets[Symbol.asyncDispose]());
  const file = join(folderOf(t), 'callers.json');
  writeFileSync(file, JSON.stringify(callers));
  const args = ['--url', pets.url, '--document', document, '--callers', file, '--format', 'json', '--seed', '7'];
  const [first, again] = [await main(args), await main(args)];
  t.is(first.code, 1);
  const findings = ({ output }: typeof first) =>
    (Object.values(JSON.parse(output) as Record<string, Report>)[0]?.findings ?? []).map(
      ({ check, asked, expected }) => [check, asked, expected],
    );
  t.deepEqual(findings(first), findings(again));
});

function folderOf(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'third-party-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function contractIn(t: ExecutionContext, document: object) {
  const file = join(folderOf(t), 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return readContract(file);
}

test('the command refuses a document with what it lacks', (t) => {
  const get = { responses: { 200: { $ref: '#/components/responses/Lost' } } };
  const refusal = (document: object) =>
    t.throws(() => contractIn(t, document), { instanceOf: NoContract })?.message ?? '';
  t.regex(refusal({ openapi: '3.1.0', paths: {} }), /has no operation, so there is nothing to ask\.$/);
  t.regex(refusal({ swagger: '2.0', paths: {} }), /it has no `openapi: 3\.x` with `paths`\.$/);
  t.regex(
    refusal({ openapi: '3.1.0', paths: { '/a': { get } } }),
    /nothing stands at #\/components\/responses\/Lost, to which it refers\.$/,
  );
});

test('the reader turns OpenAPI 3.0 into 3.1', (t) => {
  const properties = {
    a: { type: 'string', nullable: true, enum: ['x'] },
    b: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    c: { type: 'string', pattern: '[\\w-.]' },
    nullable: { type: 'boolean' },
  };
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const post = { requestBody: { content }, responses: { 200: { description: 'Good' } } };
  const { operations } = contractIn(t, { openapi: '3.0.1', paths: { '/a': { post } } });
  t.deepEqual(operations[0]?.bodies[0]?.schema.properties as object, {
    a: { type: ['string', 'null'], enum: ['x', null] },
    b: { type: 'number', exclusiveMinimum: 0, maximum: 9 },
    c: { type: 'string' },
    nullable: { type: 'boolean' },
  });
});

test('the reader follows references between schemas as far as a request needs them', (t) => {
  const names = Array.from({ length: 60 }, (_, n) => n);
  const next = (n: number) => [1, 7, 13, 29, 51].map((k) => `S${(n * 3 + k) % names.length}`);
  const schemas = names.map((n) => {
    const fields = next(n).map((name) => [name, { $ref: `#/components/schemas/${name}` }]);
    return [
      `S${n}`,
      { type: 'object', required: ['a'], properties: { a: { type: 'string' }, ...Object.fromEntries(fields) } },
    ];
  });
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/S1' } } };
  const post = { requestBody: { content }, responses: { 200: { description: 'Good', content } } };
  const document = {
    openapi: '3.1.0',
    paths: { '/a': { post } },
    components: { schemas: Object.fromEntries(schemas) },
  };
  const [body] = contractIn(t, document).operations[0]?.bodies ?? [];
  t.deepEqual(body?.examples, [{ a: 'sample' }]);
  t.true(JSON.stringify(body?.schema).length < 50_000);
});

test('the reader joins parts in other files, whole or by a pointer, also when names collide', (t) => {
  const folder = folderOf(t);
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value));
  write('pet.json', {
    type: 'object',
    properties: { owner: { $ref: 'owner.json#/Owner' }, next: { $ref: 'pet.json' } },
  });
  write('owner.json', { Owner: { type: 'string', minLength: 3 } });
  write('paths.json', {
    parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' } }],
    post: {
      requestBody: { content: { 'application/json': { schema: { $ref: 'pet.json' } } } },
      responses: { 200: { description: 'Good' } },
    },
  });
  write('openapi.json', {
    openapi: '3.1.0',
    paths: { '/pets': { $ref: 'paths.json' } },
    components: { schemas: { pet: { type: 'boolean' }, Owner: { type: 'integer' } } },
  });
  const { operations, raw } = readContract(join(folder, 'openapi.json'));
  const [post] = operations;
  t.deepEqual([post?.id, post?.parameters.map(({ name }) => name)], ['POST /pets', ['n']]);
  const owner = { type: 'string', minLength: 3 };
  t.like(post?.bodies[0]?.schema.properties, { owner, next: { properties: { owner } } });
  t.deepEqual((raw.components as { schemas: Record<string, unknown> }).schemas.pet, { type: 'boolean' });
});
