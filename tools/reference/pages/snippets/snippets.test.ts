// The snippets of all operations, read by the languages that they are written in.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import test from 'ava';
import { readArguments } from '../../../clients/cli/runtime/arguments.ts';
import { isCommand, tableOf } from '../../../clients/cli/table.ts';
import { readContracts } from '../../../contract/model/contracts.ts';
import { type Operation, operationsOf } from '../../../contract/model/operations.ts';
import { kebab } from '../../../generator/code/print.ts';
import { filesOf, queryOf, requestOf } from './request.ts';
import { type Snippet, snippetsOf } from './snippets.ts';

const contracts = readContracts(path.join(import.meta.dirname, '../../../..'));
const operations = contracts.http.flatMap((document) => operationsOf(document));
const all = operations.flatMap((operation) => {
  const [body] = operation.bodies;
  const examples = body === undefined || body.examples.length === 0 ? [undefined] : body.examples;
  return examples.flatMap((example) =>
    snippetsOf(operation, body, example).map((snippet) => ({
      operation,
      snippet,
      request: requestOf(operation, body, example),
      files: filesOf(operation, body, example),
    })),
  );
});
const written = (language: string) => all.filter(({ snippet }) => snippet.language === language);
const codeOf = (language: string): readonly string[] => written(language).map(({ snippet }) => snippet.code);

function byId(id: string): Operation {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return operation;
}

function of(id: string): readonly Snippet[] {
  const operation = byId(id);
  return snippetsOf(operation, operation.bodies[0], operation.bodies[0]?.examples[0]);
}

test('every curl snippet is a valid shell script', (t) => {
  t.true(codeOf('bash').length > 80);
  const { status, stderr } = spawnSync('bash', ['-n'], { input: codeOf('bash').join('\n'), encoding: 'utf8' });
  t.is(status, 0, stderr);
});

test('every TypeScript snippet is a valid module', (t) => {
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (code: string) => unknown;
  for (const code of codeOf('typescript')) {
    const body = stripTypeScriptTypes(code.replaceAll(/^import .*$/gm, ''));
    t.notThrows(() => new AsyncFunction(body), code);
  }
});

test('every Python snippet is a valid module', (t) => {
  const judge = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)';
  const { status, stderr, error } = spawnSync('python3', ['-c', judge], {
    input: JSON.stringify(codeOf('python')),
    encoding: 'utf8',
  });
  if (error !== undefined) t.log(`not tried: ${error.message}`);
  t.true(error !== undefined || status === 0, stderr);
});

test('a snippet sends the credential, the required parameters and the example of an operation', (t) => {
  const [curl, typescript, python] = of('replaceDealer').map(({ code }) => code);
  t.regex(
    curl ?? '',
    /^curl -X PUT "\$BASE_URL\/admin\/dealers\/fjordbil-oslo" \\\n {2}-H "Authorization: Bearer \$TOKEN" \\\n {2}-H 'If-Match: "/,
  );
  t.regex(typescript ?? '', /Authorization: `Bearer \$\{process\.env\.TOKEN\}`,\n {4}'If-Match': '"/);
  t.regex(python ?? '', /^import os\nimport requests\n\nresponse = requests\.put\(/);
  t.regex(of('uploadFile')[0]?.code ?? '', /-F 'dealer_id=fjordbil-oslo' \\\n[\s\S]* {2}-F 'file=@sales\.csv'$/);
  t.regex(of('uploadFile')[0]?.code ?? '', /-H "Idempotency-Key: \$\(openssl rand -hex 16\)"/);
  t.regex(of('uploadFile')[1]?.code ?? '', /'Idempotency-Key': crypto\.randomUUID\(\)/);
  t.regex(
    of('uploadFile')[2]?.code ?? '',
    /import uuid\nimport requests[\s\S]*"Idempotency-Key": str\(uuid\.uuid4\(\)\)/,
  );
  t.regex(of('issueToken')[0]?.code ?? '', /--data-urlencode 'grant_type=client_credentials'/);
  t.notRegex(of('loginUser')[0]?.code ?? '', /Authorization/);
});

test('every snippet of an operation that can wait for a change waits for it', (t) => {
  const waiting = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'wait'));
  t.deepEqual(waiting.map(nameOf), ['analytics getJob']);
  for (const { id } of waiting) for (const { code } of of(id)) t.regex(code, /\bwait[= ]30|"wait": "?30/);
});

test('a snippet of the command line switches a boolean off by its option', (t) => {
  const operation = byId('replaceWebhook');
  const [body] = operation.bodies;
  const value = { url: 'https://integrator.example/covenant', events: ['ingest.job.finished'], enabled: false };
  const snippets = snippetsOf(operation, body, { name: 'off', summary: '', value });
  const words = snippets.find(({ language }) => language === 'sh')?.code.split(/ \\\n {2}/);
  t.deepEqual(words?.slice(2), [
    '--url https://integrator.example/covenant',
    '--events ingest.job.finished',
    '--no-enabled',
  ]);
});

const nameOf = ({ document, id }: Operation): string => `${document} ${id}`;

/** The words of each line, as a shell gives them to the program. */
function wordsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const input = `covenant() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n${lines.join('\n')}\n`;
  const { stdout } = spawnSync('bash', ['-s'], { input, encoding: 'utf8', maxBuffer: 2 ** 24 });
  return stdout
    .split('\u0001\0')
    .slice(0, -1)
    .map((line) => line.split('\0').slice(0, -1));
}

test('every operation with a command has a snippet that the command line reads as the request of the example', async (t) => {
  const { commands } = tableOf(contracts.root, '1.2.3');
  const snippets = written('sh');
  t.deepEqual(
    [...new Set(snippets.map(({ operation }) => nameOf(operation)))],
    operations.filter((each) => isCommand(each)).map(nameOf),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'snippets-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const terminal = { env: {}, out: new PassThrough(), err: new PassThrough(), in: new PassThrough() };
  const lines = wordsOf(snippets.map(({ snippet }) => snippet.code));
  for (const [index, { operation, request, files }] of snippets.entries()) {
    for (const { file, value } of files) writeFileSync(path.join(folder, file), value);
    const [api, name, ...words] = lines[index] ?? [];
    t.deepEqual([api, name], [operation.document, kebab(operation.id)]);
    const command = commands.find((each) => each.api === api && each.name === name);
    if (command === undefined) return t.fail(`There is no command ${api} ${name}.`);
    const typed = words.map((word) => (files.some(({ file }) => file === word) ? path.join(folder, word) : word));
    const { input } = await readArguments(command, typed, terminal);
    const sent = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String(input.path?.[key])),
    );
    const query = Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)] as const);
    t.is(sent + queryOf({ ...request, query }), request.path + queryOf(request));
    t.deepEqual(
      Object.entries(input.headers ?? {}),
      request.headers.map(([key, value]) => [key, value]),
    );
    t.deepEqual(await bodyOf(input), expectedBody(request.body, files), snippets[index]?.snippet.code);
  }
});

async function bodyOf({ form, body }: Awaited<ReturnType<typeof readArguments>>['input']): Promise<unknown> {
  if (form === undefined) return body ?? {};
  const fields = Object.entries(form).map(async ([name, value]) => [
    name,
    value instanceof Blob ? await value.text() : String(value),
  ]);
  return Object.fromEntries(await Promise.all(fields));
}

function expectedBody(body: ReturnType<typeof requestOf>['body'], files: ReturnType<typeof filesOf>): unknown {
  if (body === undefined) return {};
  if (body.kind === 'json') return body.value;
  if (body.kind === 'text') return { text: body.text };
  const texts = body.fields.map((field) => {
    const file = 'file' in field ? files.find(({ file }) => file === field.file) : undefined;
    return 'name' in field ? [field.name, file?.value ?? field.value] : field;
  });
  return Object.fromEntries(texts);
}
