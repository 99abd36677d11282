// Two documents of other projects: how they may be written and named, and what is refused with which sentence.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { main } from '../main.ts';

function folderOf(t: ExecutionContext, files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'review-side-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

type Change = { readonly rating: string; readonly rule: string; readonly before: object; readonly after: object };
const at = (file: string, line: number, column: number) => ({ file, line, column });

/** Ratings and rules of a review of two documents, or the sentence that refuses them. */
async function reviewed(folder: string, before: string, after: string, ...options: string[]) {
  const { output, code } = await main([before, after, '--format', 'json', '--today', '2026-11-21', ...options], folder);
  if (code === 2) return { code, sentence: output.trimEnd() };
  const { changes } = JSON.parse(output) as { readonly changes: readonly Change[] };
  return {
    code,
    changes: changes.map(({ rating, rule }) => `${rating} ${rule}`),
    places: changes.map((each) => [each.before, each.after]),
  };
}

const api = (schema: string, { openapi = '3.1.0', more = '' } = {}) => `openapi: ${openapi}
info: { title: Shop, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      responses:
        '200': { description: Things., content: { application/json: { schema: ${schema} } } }
${more}`;
const coloured = '{ type: object, properties: { id: { type: string }, colour: { type: string } } }';
const colourless = '{ type: object, properties: { id: { type: string } } }';
const json = (text: string) =>
  JSON.stringify(
    {
      openapi: '3.0.3',
      info: { title: 'Shop', version: '1.0.0' },
      paths: {
        '/things': {
          get: {
            operationId: 'listThings',
            responses: { 200: { description: 'Things.', content: { 'application/json': { schema: { type: text } } } } },
          },
        },
      },
    },
    null,
    '\t',
  );
const removed = { code: 1, changes: ['breaking property-removed'] };

test('review reads two files of any names in 3.0, 3.1 and 3.2, and names the place in each', async (t) => {
  for (const openapi of ['3.0.4', '3.1.1', '3.2.0']) {
    const folder = folderOf(t, {
      'a/old.yaml': api(coloured, { openapi }),
      'new.yml': `# One line more\n${api(colourless, { openapi })}`,
    });
    t.deepEqual(await reviewed(folder, 'a/old.yaml', 'new.yml'), {
      ...removed,
      places: [[at('a/old.yaml', 8, 131), at('new.yml', 9, 95)]],
    });
    t.deepEqual(await reviewed(folder, join(folder, 'new.yml'), 'new.yml'), { code: 0, changes: [], places: [] });
  }
});

test('review reads JSON with tabs, and text with a mark of the byte order', async (t) => {
  const folder = folderOf(t, {
    'old.json': json('string'),
    'new.json': `\uFEFF${json('integer')}`,
    'same.yaml': `\uFEFF${json('string')}`,
  });
  t.deepEqual(await reviewed(folder, 'old.json', 'new.json'), {
    code: 1,
    changes: ['breaking type-changed'],
    places: [[at('old.json', 17, 10), at('new.json', 17, 10)]],
  });
  t.deepEqual(await reviewed(folder, 'old.json', 'same.yaml'), { code: 0, changes: [], places: [] });
});

test('review reads anchors and merged maps of YAML as what they stand for', async (t) => {
  const schemas = (colour: string) => `x-base: &base { id: { type: string } }
x-thing: &thing { type: object, properties: { <<: *base${colour} } }
${api('*thing')}`;
  const many = `x-id: &id { type: string }\n${api(`{ type: object, properties: { ${Array.from({ length: 500 }, (_, index) => `f${index}: *id`).join(', ')} } }`)}`;
  const folder = folderOf(t, {
    'old.yaml': schemas(', colour: { type: string }'),
    'new.yaml': schemas(''),
    'plain.yaml': api(coloured),
    'many.yaml': many,
  });
  const { changes } = await reviewed(folder, 'old.yaml', 'new.yaml');
  t.deepEqual(
    changes?.filter((each) => each.startsWith('breaking')),
    ['breaking property-removed'],
  );
  const same = await reviewed(folder, 'plain.yaml', 'old.yaml');
  t.deepEqual(
    same.changes?.filter((each) => !each.startsWith('editorial')),
    [],
  );
  t.is((await reviewed(folder, 'many.yaml', 'many.yaml')).code, 0);
});

test('review follows references to other files, into folders and back, and names their lines', async (t) => {
  const files = (side: string, root: string, schema: string) => ({
    [`${side}/${root}`]: `openapi: 3.0.3
info: { title: Shop, version: 1.0.0 }
paths:
  /things: { $ref: 'paths/things of all.yaml' }
components: { schemas: { Name: { type: string } } }
`,
    [`${side}/paths/things of all.yaml`]: `get:
  operationId: listThings
  summary: Things of ${side}
  responses:
    '200': { description: Things., content: { application/json: { schema: { $ref: '../schemas/thing.json#/Thing' } } } }
`,
    [`${side}/schemas/thing.json`]: `{ "Thing": {\n  "type": "object",\n  "properties": {\n${schema} "name": { "$ref": "../${root}#/components/schemas/Name" } } } }`,
  });
  const folder = folderOf(t, {
    ...files('old', 'api.yaml', '"colour": { "type": "string" },\n'),
    ...files('new', 'shop.yaml', ''),
  });
  t.deepEqual(await reviewed(folder, 'old/api.yaml', 'new/shop.yaml'), {
    code: 1,
    changes: ['breaking property-removed', 'editorial wording', 'editorial restructured'],
    places: [
      [at('old/schemas/thing.json', 4, 1), at('new/schemas/thing.json', 3, 3)],
      [at('old/paths/things of all.yaml', 3, 3), at('new/paths/things of all.yaml', 3, 3)],
      [at('old/schemas/thing.json', 5, 12), at('new/schemas/thing.json', 4, 12)],
    ],
  });
});

test('review rates a keyword of another file that it does not know as breaking, and passes over what nothing refers to', async (t) => {
  const reply = (keyword: string, side: string) =>
    `Things: { description: Things.${keyword} }\nOther: { frame: ${side} }\n`;
  const document = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths: { /things: { get: { responses: { '200': { $ref: 'replies.yaml#/Things' } } } } }
`;
  const folder = folderOf(t, {
    'old/api.yaml': document,
    'old/replies.yaml': reply('', 'old'),
    'new/api.yaml': document,
    'new/replies.yaml': reply(', frame: 2', 'new'),
  });
  t.deepEqual(await reviewed(folder, 'old/api.yaml', 'new/api.yaml'), {
    code: 1,
    changes: ['breaking not-understood'],
    places: [[at('old/replies.yaml', 1, 1), at('new/replies.yaml', 1, 33)]],
  });
});

test('review reads documents of a commit with the files that they refer to, from any folder', async (t) => {
  const folder = folderOf(t, {
    'spec/api.yaml': api("{ $ref: 'parts/thing.yaml' }"),
    'spec/parts/thing.yaml': coloured,
    'sub/empty': '',
    'plain.yaml': api('{ type: string }'),
  });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], { cwd: folder });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'Things have colours');
  writeFileSync(join(folder, 'spec/parts/thing.yaml'), colourless);
  const places = (file: string) => [[at('spec/parts/thing.yaml', 1, 53), at(file, 1, 17)]];
  t.deepEqual(await reviewed(folder, 'main:spec/api.yaml', 'spec/api.yaml'), {
    ...removed,
    places: places('spec/parts/thing.yaml'),
  });
  t.deepEqual(await reviewed(join(folder, 'sub'), 'HEAD:spec/api.yaml', '../spec/api.yaml'), {
    ...removed,
    places: places('../spec/parts/thing.yaml'),
  });
  t.deepEqual(await reviewed(join(folder, 'spec'), 'main:./api.yaml', 'api.yaml'), {
    ...removed,
    places: places('parts/thing.yaml'),
  });
  t.deepEqual(await reviewed(tmpdir(), 'main:spec/api.yaml', join(folder, 'spec/api.yaml'), '--repository', folder), {
    ...removed,
    places: places(join(folder, 'spec/parts/thing.yaml')),
  });
  const refused = async (before: string) => (await reviewed(folder, before, 'plain.yaml')).sentence;
  t.is(await refused('main:spec/nothing.yaml'), 'There is no document main:spec/nothing.yaml.');
  t.is(await refused('main:spec'), 'There is no document main:spec.');
  t.regex((await refused('v9:spec/api.yaml')) ?? '', /^There is no commit "v9" here\./);
  git('commit', '-q', '-a', '-m', 'Things have none');
  writeFileSync(join(folder, 'spec/api.yaml'), api("{ $ref: '../../outside.yaml' }"));
  git('commit', '-q', '-a', '-m', 'A file outside');
  t.is(await refused('HEAD:spec/api.yaml'), 'spec/api.yaml:8:71 refers to ../../outside.yaml, where nothing is');
});

test('review compares the methods that OpenAPI 3.2 lets a document add', async (t) => {
  const base = "operationId: copyThing, responses: { '200': { description: Copied. } }";
  const method = (parameters: string, place = 'additionalOperations') =>
    api('{ type: string }', {
      openapi: '3.2.0',
      more:
        place === 'query'
          ? `    query: { ${base}${parameters} }\n`
          : `    additionalOperations: { COPY: { ${base}${parameters} } }\n`,
    });
  const required = ', parameters: [{ name: to, in: query, required: true, schema: { type: string } }]';
  const folder = folderOf(t, {
    'none.yaml': api('{ type: string }', { openapi: '3.2.0' }),
    'copy.yaml': method(''),
    'strict.yaml': method(required),
    'query.yaml': method('', 'query'),
  });
  t.deepEqual((await reviewed(folder, 'none.yaml', 'copy.yaml')).changes, ['additive operation-added']);
  t.deepEqual((await reviewed(folder, 'none.yaml', 'query.yaml')).changes, ['additive operation-added']);
  t.deepEqual((await reviewed(folder, 'copy.yaml', 'none.yaml')).changes, ['breaking operation-removed']);
  t.deepEqual((await reviewed(folder, 'copy.yaml', 'strict.yaml')).changes, ['breaking required-parameter-added']);
});

const socket = (payload: string) => `asyncapi: 3.0.0
info: { title: Shop events, version: 1.0.0 }
channels: { sold: { address: sold, messages: { sold: { payload: ${payload} } } } }
operations: { sendSold: { action: send, channel: { $ref: '#/channels/sold' } } }
`;

test('review compares two AsyncAPI documents', async (t) => {
  const folder = folderOf(t, { 'old.yaml': socket(coloured), 'new.yaml': socket(colourless) });
  const { code, changes } = await reviewed(folder, 'old.yaml', 'new.yaml');
  t.is(code, 1);
  t.true(changes?.includes('breaking property-removed'), JSON.stringify(changes));
});

const refusals: Readonly<Record<string, readonly [content: string | Uint8Array, sentence: string]>> = {
  'Swagger 2.0': [
    "swagger: '2.0'\npaths: {}\n",
    'it.yaml:1:1 is swagger 2.0. The review reads OpenAPI 3.0 to 3.2 and AsyncAPI 3: convert it first.',
  ],
  'AsyncAPI 2': [
    'asyncapi: 2.6.0\nchannels: {}\n',
    'it.yaml:1:1 is asyncapi 2.6.0. The review reads OpenAPI 3.0 to 3.2 and AsyncAPI 3: convert it first.',
  ],
  'OpenAPI 4': [
    'openapi: 4.0.0\npaths: {}\n',
    'it.yaml:1:1 is openapi 4.0.0. The review reads OpenAPI 3.0 to 3.2 and AsyncAPI 3: convert it first.',
  ],
  'an AsyncAPI document beside an OpenAPI one': [
    socket(coloured),
    'api.yaml is openapi and it.yaml is asyncapi: name two of a kind.',
  ],
  'a text that is no document': [
    'Hello',
    'it.yaml is no OpenAPI or AsyncAPI document: it has neither `openapi` nor `asyncapi` at the top.',
  ],
  'an empty file': [
    '',
    'it.yaml is no OpenAPI or AsyncAPI document: it has neither `openapi` nor `asyncapi` at the top.',
  ],
  'a document without paths': [
    'openapi: 3.1.0\n',
    'it.yaml has neither paths nor webhooks nor components: there is nothing to compare.',
  ],
  'a key that is written twice': [
    'openapi: 3.1.0\npaths: {}\npaths: {}\n',
    'it.yaml:3:1 is no YAML or JSON: Map keys must be unique',
  ],
  'a key that is written twice in JSON': [
    '{ "openapi": "3.1.0", "paths": {},\n  "paths": {} }',
    'it.yaml:2:3 is no YAML or JSON: Map keys must be unique',
  ],
  'a tag': ['openapi: 3.1.0\npaths: !include paths.yaml\n', 'it.yaml:2:8 is no YAML or JSON: Unresolved tag: !include'],
  'several documents in a file': [
    'openapi: 3.1.0\n---\nopenapi: 3.1.0\n',
    'it.yaml:2:1 is no YAML or JSON: Source contains multiple documents; please use YAML.parseAllDocuments()',
  ],
  'an anchor that is missing': [
    'openapi: 3.1.0\npaths: *nothing\n',
    'it.yaml is no YAML or JSON: Unresolved alias (the anchor must be set before the alias): nothing',
  ],
  'another encoding': [new Uint8Array([0x6f, 0xff, 0xfe]), 'it.yaml is not text in UTF-8: convert it first.'],
  'aliases that multiply': [
    `openapi: 3.1.0\na: &a [x, x, x, x, x, x, x, x, x, x]\n${[...'bcdefg'].map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdef'[index]}`).join(', ')}]`).join('\n')}\n`,
    'it.yaml is no YAML or JSON: Excessive alias count indicates a resource exhaustion attack',
  ],
  'a list of paths': [
    'openapi: 3.1.0\npaths: []\n',
    'it.yaml:2:1 is a list, and `paths` is a map here: correct the document first.',
  ],
  'a text that is required to be a list': [
    api('{ required: id }'),
    'it.yaml:8:81 is "id", and `required` is a list here: correct the document first.',
  ],
  'a parameter without a list': [
    api('{ type: string }', { more: '      parameters: { name: a, in: query }\n' }),
    'it.yaml:9:7 is a map, and `parameters` is a list here: correct the document first.',
  ],
  'a reference to nothing': [
    api("{ $ref: '#/components/schemas/Thing' }"),
    'it.yaml:8:71 refers to #/components/schemas/Thing, where nothing is',
  ],
  'a reference to an address': [
    api("{ $ref: 'https://a.example/thing.yaml' }"),
    'it.yaml:8:71 refers to https://a.example/thing.yaml, and the review reads no addresses: store a copy in a file',
  ],
  'nesting without end': [
    `openapi: 3.1.0\npaths: {}\nx-deep: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`,
    'it.yaml:3:3919 is nested too deeply',
  ],
};

for (const [what, [content, sentence]] of Object.entries(refusals))
  test(`review refuses ${what} with a sentence`, async (t) => {
    const folder = folderOf(t, { 'api.yaml': api('{ type: string }'), 'it.yaml': content });
    t.deepEqual(await reviewed(folder, 'api.yaml', 'it.yaml'), { code: 2, sentence });
  });

test('review refuses a command without two documents, a missing file, a folder and an address', async (t) => {
  const folder = folderOf(t, { 'api.yaml': api('{ type: string }') });
  const run = async (...args: string[]) => {
    const { output, code } = await main(args, folder);
    return { code, first: output.split('\n')[0] };
  };
  const usage = { code: 2, first: 'Name two documents, or a commit with --base.' };
  for (const args of [[], ['api.yaml'], ['api.yaml', 'api.yaml', 'api.yaml'], ['api.yaml', '--base', 'main']])
    t.deepEqual(await run(...args), usage, args.join(' '));
  t.deepEqual(await run('api.yaml', 'b.yaml'), {
    code: 2,
    first: 'There is no file b.yaml. A document in git is named REF:PATH, such as main:spec/openapi.yaml.',
  });
  t.deepEqual(await run('.', 'api.yaml'), { code: 2, first: '. is a folder: name the document in it.' });
  t.deepEqual(await run('https://a.example/api.yaml', 'api.yaml'), {
    code: 2,
    first: 'https://a.example/api.yaml is an address: store the document in a file first.',
  });
});

test('review reads a document of 600 operations', async (t) => {
  const paths = (type: string) =>
    Array.from(
      { length: 600 },
      (_, index) => `  /things/${index}:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 100 } }]
      responses: { '200': { description: Things., content: { application/json: { schema: { type: object, properties: { id: { type: ${index === 599 ? type : 'string'} }, more: { $ref: '#/components/schemas/More' } } } } } } }`,
    ).join('\n');
  const document = (type: string) =>
    `openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\npaths:\n${paths(type)}\ncomponents: { schemas: { More: { type: string } } }\n`;
  const folder = folderOf(t, { 'old.yaml': document('string'), 'new.yaml': document('integer') });
  t.deepEqual((await reviewed(folder, 'old.yaml', 'new.yaml')).changes, ['breaking type-changed']);
});
