// The snippets of all operations, read by the languages that they are written in.
import { spawnSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import test from 'ava';
import { readContracts } from '../contracts.ts';
import { type Operation, operationsOf } from '../operations.ts';
import { type Snippet, snippetsOf } from './snippets.ts';

const contracts = readContracts(path.join(import.meta.dirname, '../../../..'));
const operations = contracts.http.flatMap((document) => operationsOf(document));
const all = operations.flatMap((operation) => {
  const [body] = operation.bodies;
  const examples = body === undefined || body.examples.length === 0 ? [undefined] : body.examples;
  return examples.flatMap((example) => snippetsOf(operation, body, example).map((snippet) => ({ operation, snippet })));
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
  t.regex(of('uploadFile')[0]?.code ?? '', /-F 'file=@sales\.csv' \\\n {2}-F 'dealer_id=fjordbil-oslo'/);
  t.regex(of('uploadFile')[0]?.code ?? '', /-H "Idempotency-Key: \$\(openssl rand -hex 16\)"/);
  t.regex(of('uploadFile')[1]?.code ?? '', /'Idempotency-Key': crypto\.randomUUID\(\)/);
  t.regex(
    of('uploadFile')[2]?.code ?? '',
    /import uuid\nimport requests[\s\S]*"Idempotency-Key": str\(uuid\.uuid4\(\)\)/,
  );
  t.regex(of('issueToken')[0]?.code ?? '', /--data-urlencode 'grant_type=client_credentials'/);
  t.notRegex(of('loginUser')[0]?.code ?? '', /Authorization/);
});
