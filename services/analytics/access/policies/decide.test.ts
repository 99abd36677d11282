// The compiled policies decide as Cedar does, and every operation has its row in the matrix.
import path from 'node:path';
import test from 'ava';
import { grantOperations, readOperations } from '../../../../generated/analytics/policies.ts';
import type { PolicyGrant } from '../../../../generated/runtime/request/policy.ts';
import { authorize } from '../../../../tools/generator/policies/authorize.ts';
import { readPolicies } from '../../../../tools/generator/policies/cedar.ts';
import { decide } from './decide.ts';

const cedar = readPolicies(path.join(import.meta.dirname, '../../../..'));

const grant = (dealer: string, roles: readonly string[], brands?: readonly string[], regions?: readonly string[]) => ({
  dealer,
  roles,
  all_brands: brands === undefined,
  brands: brands ?? [],
  all_regions: regions === undefined,
  regions: regions ?? [],
});

test('decide leaves the grants that Cedar permits, for each operation and random grants and filters', (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.log(`SEED=${seed}`);
  const next = numbers(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;
  const some = (values: readonly string[]) => values.filter(() => next() < 0.5);
  const limits = () => (next() < 0.4 ? undefined : some(['b1', 'b2', 'b3']));
  for (let round = 0; round < 100; round++) {
    const grants: PolicyGrant[] = ['d1', 'd2', 'd3']
      .filter(() => next() < 0.7)
      .map((dealer) => grant(dealer, some(['reader', 'uploader']), limits(), limits()));
    const operation = pick(grantOperations);
    const isRead = readOperations.includes(operation);
    const filters = {
      dealer_id: pick([undefined, 'd1', 'd4']),
      ...(isRead ? { brand_id: pick([undefined, 'b1', 'b4']), region_id: pick([undefined, 'b2', 'b4']) } : {}),
    };
    const permitted = grants.filter((each) => authorize(cedar, operation, each, filters));
    const decision = decide(operation, grants, filters);
    const about = `${operation} ${JSON.stringify({ grants, filters })}`;
    t.deepEqual(decision.kind === 'permitted' ? decision.grants : [], permitted, about);
    if (grants.length > 0) t.is(decision.kind, permitted.length > 0 ? 'permitted' : 'refused', about);
  }
});

test('decide permits several values where each combination is permitted, and leaves all of their grants', (t) => {
  const held = [grant('d1', ['reader'], ['b1'], ['r1']), grant('d2', ['reader'], ['b2'], ['r1', 'r2'])];
  const dealers = (brand_id: readonly string[], region_id?: readonly string[]) => {
    const decision = decide('listIndices', held, { brand_id, region_id });
    return decision.kind === 'refused' ? decision.attribute : decision.grants.map(({ dealer }) => dealer);
  };
  t.deepEqual(dealers(['b2', 'b1']), ['d1', 'd2']);
  t.deepEqual(dealers(['b1', 'b2'], ['r1']), ['d1', 'd2']);
  t.deepEqual(dealers(['b2'], ['r1', 'r2']), ['d2']);
  t.is(dealers(['b1', 'b3']), 'brand_id');
  t.is(dealers(['b1', 'b2'], ['r1', 'r2']), 'region_id');
});

test('decide judges many values of two filters as it judges each combination alone', (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.log(`SEED=${seed}`);
  const next = numbers(seed);
  const some = (values: readonly string[]) => values.filter(() => next() < 0.6);
  const values = ['v1', 'v2', 'v3', 'v4'];
  for (let round = 0; round < 300; round++) {
    const limits = () => (next() < 0.5 ? undefined : some(values));
    const held = ['d1', 'd2', 'd3', 'd4']
      .filter(() => next() < 0.7)
      .map((dealer) => grant(dealer, ['reader'], limits(), limits()));
    const filters = { brand_id: some(values), region_id: some(values) };
    const pairs = filters.brand_id.flatMap((brand_id) =>
      filters.region_id.map((region_id) => ({ brand_id, region_id })),
    );
    if (pairs.length === 0) continue;
    const alone = pairs.map((each) => decide('listIndices', held, each));
    const left = alone.flatMap((each) => (each.kind === 'permitted' ? each.grants : []));
    const expected = alone.find(({ kind }) => kind === 'refused') ?? {
      kind: 'permitted',
      grants: held.filter((each) => left.includes(each)),
    };
    t.deepEqual(decide('listIndices', held, filters), expected, JSON.stringify({ held, filters }));
  }
});

test('decide compares a hundred brands and a hundred regions as often as two hundred values', (t) => {
  let comparisons = 0;
  const listed = (values: readonly string[]) => {
    const list = [...values];
    list.includes = (value) => {
      comparisons += 1;
      return values.includes(value);
    };
    return list;
  };
  const ids = Array.from({ length: 100 }, (_, n) => `v${n}`);
  const held = grant('d1', ['reader'], ids, ids);
  const counted = { ...held, brands: listed(ids), regions: listed(ids) };
  t.deepEqual(decide('listIndices', [counted], { brand_id: ids, region_id: ids }), {
    kind: 'permitted',
    grants: [counted],
  });
  t.is(comparisons, 200);
});

const grants = {
  none: [],
  reader: [grant('d', ['reader'])],
  uploader: [grant('d', ['uploader'])],
  both: [grant('d', ['reader', 'uploader'])],
  'some brands': [grant('d', ['reader', 'uploader'], ['b'])],
  'some regions': [grant('d', ['reader', 'uploader'], undefined, ['r'])],
};
const filters = {
  own: { dealer_id: 'd' },
  other: { dealer_id: 'e' },
  brand: { brand_id: 'c' },
  region: { region_id: 's' },
};

/** `+`: permitted; else what refuses. */
const rowOf = (operation: (typeof grantOperations)[number]) =>
  Object.fromEntries(
    Object.entries(grants).map(([name, held]) => [
      name,
      Object.values(filters)
        .map((asked) => decide(operation, held, asked))
        .map((decision) => (decision.kind === 'permitted' ? '+' : `${decision.policy}:${decision.attribute}`))
        .join(' '),
    ]),
  );

const own = 'read-own-dealer:dealer_id';
const roles = 'read-granted-dealers:roles';
const upload = 'upload-own-dealer:dealer_id';
const matrix = {
  read: {
    none: `${own} ${own} read-granted-brands:brand_id read-granted-regions:region_id`,
    reader: `+ ${own} + +`,
    uploader: `${roles} ${own} ${roles} ${roles}`,
    both: `+ ${own} + +`,
    'some brands': `+ ${own} read-granted-brands:brand_id +`,
    'some regions': `+ ${own} + read-granted-regions:region_id`,
  },
  follow: {
    none: `${own} ${own} + +`,
    reader: `+ ${own} + +`,
    uploader: `+ ${own} + +`,
    both: `+ ${own} + +`,
    'some brands': `+ ${own} + +`,
    'some regions': `+ ${own} + +`,
  },
  upload: {
    none: `${upload} ${upload} + +`,
    reader: `${upload} ${upload} ${upload} ${upload}`,
    uploader: `+ ${upload} + +`,
    both: `+ ${upload} + +`,
    'some brands': [
      'upload-whole-dealer:brand_ids',
      upload,
      'upload-whole-dealer:brand_ids',
      'upload-whole-dealer:brand_ids',
    ].join(' '),
    'some regions': [
      'upload-whole-dealer:region_ids',
      upload,
      'upload-whole-dealer:region_ids',
      'upload-whole-dealer:region_ids',
    ].join(' '),
  },
};

for (const operation of grantOperations)
  test(`${operation} is decided as the matrix says, for each kind of grant and each filter`, (t) => {
    const group = cedar.actions.find(({ name }) => name === operation)?.groups[0] as keyof typeof matrix;
    t.deepEqual(rowOf(operation), matrix[group]);
  });

/** mulberry32 */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
