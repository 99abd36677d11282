// Each operation that the previous release has, asked by one client with the examples of that release: the mock
// validates each request by its own contract, and the old contract judges each reply.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { asRecord } from '../../contract/json.ts';
import { type Operation, readContract } from '../../judges/conformance/contract/document.ts';
import { judge, type Wrong } from '../../judges/conformance/replies/judge.ts';
import { type Mock, startMock } from '../../judges/mock/mock.ts';
import { documents } from '../build.ts';
import { extractRelease, previousRelease } from './previous-release.ts';

const root = path.join(import.meta.dirname, '../../..');
const previous = await previousRelease(root);
const tested = 'missing' in previous ? test.skip : test;
const reason = 'missing' in previous ? ` (skipped: ${previous.missing})` : '';
let old = '';

test.before(async () => {
  if ('missing' in previous) return;
  old = await extractRelease(root, previous.commit, mkdtempSync(path.join(tmpdir(), 'release-')));
});
test.after.always(() => {
  if (old !== '') rmSync(old, { recursive: true, force: true });
});

type Call = (client: unknown, input: object) => Promise<{ readonly ok: boolean; readonly status: number }>;
type Module = Readonly<Record<string, Call>> & { readonly connect: (options: object) => unknown };

const isDeletion = ({ method }: Operation) => method === 'DELETE';

/** What is below a resource goes with it. */
const deletionsLast = (all: readonly Operation[]): readonly Operation[] => [
  ...all.filter((each) => !isDeletion(each)),
  ...all.filter(isDeletion).toSorted((a, b) => b.path.split('/').length - a.path.split('/').length),
];

/** Clients ignore headers that they do not know, so a release may add one. */
const isUndeclaredHeader = ({ rule, expected }: Wrong): boolean =>
  rule.startsWith('header ') && expected.startsWith('none');

/** What is wrong with any answer. */
async function findings(client: string, document: string, mock: Mock): Promise<readonly string[]> {
  const contract = readContract(path.join(old, `spec/${document}/openapi.yaml`));
  const judged = judge(contract);
  const operations = (await import(path.join(client, `generated/${document}/client.ts`))) as Module;
  const found: string[] = [];
  for (const operation of deletionsLast(contract.operations.filter(({ planned }) => !planned))) {
    const { id, method } = operation;
    let answer: Response | undefined;
    let body = new Uint8Array();
    const connection = operations.connect({
      baseUrl: mock.url,
      token: 'ann',
      headers: { cookie: 'session=ann' },
      async fetch(url: string, init: RequestInit) {
        answer = await fetch(url, { ...init, redirect: 'manual' });
        body = new Uint8Array(await answer.arrayBuffer());
        return new Response(body.length === 0 ? null : body, answer);
      },
    });
    const result = await operations[id]?.(connection, await inputOf(operation, mock.url)).catch(String);
    if (typeof result !== 'object' || !result.ok || answer === undefined) {
      found.push(`${id}: ${typeof result === 'string' ? result : new TextDecoder().decode(body)}`);
      continue;
    }
    const { status, headers } = answer;
    const wrongs = await judged({ method, operationId: id, status, headers: Object.fromEntries(headers), body });
    found.push(
      ...wrongs
        .filter((wrong) => !isUndeclaredHeader(wrong))
        .map(({ rule, expected, observed }) => `${id}: ${rule} ${expected}, not ${observed}`),
    );
  }
  return found;
}

/** The examples of the contract, as callers write them. */
async function inputOf({ path: template, parameters, bodies, conditional }: Operation, url: string): Promise<object> {
  const examples = (where: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === where && each.required && each.name !== 'Idempotency-Key')
        .map(({ name, example }) => [name, example]),
    );
  const headers = examples('header');
  if (conditional === 'write') {
    const values = asRecord(examples('path'));
    const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
    const read = await fetch(url + address, { headers: { authorization: 'Bearer ann' } });
    headers['If-Match'] = read.headers.get('etag') ?? '';
  }
  const [body] = bodies;
  const input = { path: examples('path'), query: examples('query'), headers };
  if (body?.media !== 'multipart/form-data') return { ...input, body: body?.examples[0] };
  const form = Object.entries(asRecord(body.examples[0])).map(([name, value]) => [
    name,
    body.schema.properties?.[name]?.format === 'binary' ? new Blob([String(value)]) : value,
  ]);
  return { ...input, form: Object.fromEntries(form) };
}

for (const document of documents) {
  tested(
    `${document}: the client of the previous release asks today's mock for all its operations${reason}`,
    async (t) => {
      await using mock = await startMock({ root, file: `spec/${document}/openapi.yaml` });
      t.deepEqual(await findings(old, document, mock), []);
    },
  );

  tested(`${document}: today's client asks the previous release's mock for all its operations${reason}`, async (t) => {
    await using mock = await startMock({ root: old, file: `spec/${document}/openapi.yaml` });
    t.deepEqual(await findings(root, document, mock), []);
  });
}
