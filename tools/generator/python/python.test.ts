import path from 'node:path';
import test from 'ava';
import { readDocument, readProblems } from '../../contract/document/read-document.ts';
import { readLive } from './live.ts';
import { docstring, parameterName, snake } from './print.ts';
import { syncOf } from './sync.ts';
import { pythonTree } from './tree.ts';

const root = path.join(import.meta.dirname, '../../..');
const documents = ['analytics', 'platform', 'infra'].map((name) => readDocument(root, `spec/${name}/openapi.yaml`));
const tree = pythonTree({
  documents,
  problems: readProblems(root),
  live: { platform: readLive(root, 'spec/platform/asyncapi.yaml') },
  runtime: path.join(root, 'tools/clients/python/runtime'),
});

test('names of the contract become names of Python', (t) => {
  t.deepEqual(['listModelFamilies', 'If-None-Match', 'getMe'].map(snake), [
    'list_model_families',
    'if_none_match',
    'get_me',
  ]);
  t.deepEqual(['from', 'brand_id'].map(parameterName), ['from_', 'brand_id']);
  t.is(docstring('ends with "quotes"', ''), '"""ends with "quotes\\""""\n');
});

test('the synchronous form has no async, and code without one is refused', (t) => {
  t.is(
    syncOf('async def ask() -> Awaitable[Reply[Any]]:\n    async with self._lock:\n        await anyio.sleep(1)\n'),
    'def ask() -> Reply[Any]:\n    with self._lock:\n        time.sleep(1)\n',
  );
  t.throws(() => syncOf('x = anyio.Event()\n'), { message: 'There is no synchronous form of anyio.' });
});

test('every operation that is not planned is a method of both clients', (t) => {
  for (const { name, operations } of documents) {
    const methods = operations.filter(({ facts }) => facts.planned === undefined).map(({ facts }) => snake(facts.id));
    for (const [file, word] of [
      ['_async', 'async def'],
      ['_sync', 'def'],
    ] as const) {
      const text = tree.get(`covenant/${name}/${file}.py`) ?? '';
      const missing = methods.filter((method) => !text.includes(`    ${word} ${method}(\n`));
      t.deepEqual(missing, []);
    }
  }
});

test('a WebSocket of the contract is an iterator of both clients, with its close codes and its messages as types', (t) => {
  for (const [file, type] of [
    ['_async', 'AsyncLiveUpdates'],
    ['_sync', 'LiveUpdates'],
  ] as const) {
    const text = tree.get(`covenant/platform/${file}.py`) ?? '';
    t.regex(text, new RegExp(`def live_updates\\([^)]*\\) -> ${type}\\[live\\.ServerMessage\\]:`));
    t.regex(text, /"\/api\/v1\/live",\n {4}\{1012: "restart", 4401: "session_ended", /);
  }
  t.regex(tree.get('covenant/platform/live.py') ?? '', /ServerMessage: TypeAlias = 'Union\[Snapshot, Delta, Notice\]'/);
  t.false(tree.has('covenant/analytics/live.py'));
});

test('an object is a TypedDict whose base class has the members that are always there', (t) => {
  const text = tree.get('covenant/analytics/types.py') ?? '';
  t.regex(text, /class JobAccepted\(TypedDict\):/);
  t.regex(text, /JobStatus: TypeAlias = Literal\["queued", "validating",/);
  t.regex(text, /class WebhookDeliveryDetails\(WebhookDelivery, WebhookDeliveryLog\):/);
  t.regex(text, /kind: Union\[Literal\["upload", "deletion", "reversal"\], str\]/);
});

test('a problem is a class with the members that it adds', (t) => {
  const text = tree.get('covenant/problems.py') ?? '';
  t.regex(text, /class PlanLimit\(Problem\):[\s\S]*?def limit_name\(self\) -> str:/);
  for (const slug of Object.keys(readProblems(root))) t.true(text.includes(`slug = "${slug}"`), slug);
});
