import test from 'ava';
import type { ApiDocument } from '../../contract/document/model.ts';
import type { Found } from '../../runtime/contract.ts';
import { emitRoutes } from './routes.ts';

/** The generated function itself, for paths that are all GET. */
function routeOf(paths: readonly string[]): (s: readonly string[]) => Found | undefined {
  const operations = paths.map((path) => ({ facts: { path, method: 'GET', id: path } }));
  const code = emitRoutes({ operations } as unknown as ApiDocument, '', '');
  const plain = code
    .replace(/^import .*$/m, '')
    .replaceAll(': Resource', '')
    .replace('export function route(s: readonly string[]): Found | undefined', 'return function (s)');
  return new Function(plain)() as (s: readonly string[]) => Found | undefined;
}

test('the router prefers a literal to a parameter, and tries the parameter when the literal leads nowhere', (t) => {
  const route = routeOf(['/a/{x}/c', '/a/b/{y}', '/{z}/b/c', '/a/b/d']);
  const found = (path: string) => {
    const hit = route(path.split('/').slice(1));
    return hit && [hit.resource.path, hit.path];
  };
  t.deepEqual(found('/a/b/d'), ['/a/b/d', {}]);
  t.deepEqual(found('/a/b/c'), ['/a/b/{y}', { y: 'c' }]);
  t.deepEqual(found('/a/x/c'), ['/a/{x}/c', { x: 'x' }]);
  t.deepEqual(found('/q/b/c'), ['/{z}/b/c', { z: 'q' }]);
  t.deepEqual(found('/a/x/d'), undefined);
  t.deepEqual(found('/a'), undefined);
});

test('the router finds a path among four hundred, and prints how fast', (t) => {
  const paths = Array.from({ length: 100 }, (_, i) => [
    `/thing${i}`,
    `/thing${i}/{id}`,
    `/thing${i}/{id}/part`,
    `/thing${i}/{id}/part/{part_id}`,
  ]).flat();
  const route = routeOf(paths);
  const asked = paths.map((path) => path.slice(1).split('/'));
  const started = performance.now();
  let hits = 0;
  for (let round = 0; round < 200; round++) for (const segments of asked) if (route(segments)) hits++;
  const us = ((performance.now() - started) * 1000) / hits;
  t.log(`${us.toFixed(3)} us`);
  t.is(hits, 200 * 400);
});
