// What a conformance run is worth on the infrastructure: the real one on real servers with a worker, with one mechanism broken in its wiring. Each is found by what is asked about it, and none in the healthy one.
// Some of them here; `FAULTS=all` takes all.
import test from 'ava';
import { type System, system } from '../../../services/test/fixtures/system.ts';
import { withClient } from '../../local/servers/postgres.ts';
import { labMutants } from './lab-mutants.fixture.ts';
import { judged } from './mutated-infra.fixture.ts';
import { describe, naming } from './service-mutants.fixture.ts';

const chosen = process.env.FAULTS === 'all' ? labMutants : labMutants.filter((_, n) => n % 4 === 0);
let whole: System;

test.before(async (t) => {
  t.timeout(120_000);
  whole = await system(t);
  // Each run starts its own labs, and stops few of them.
  await withClient(whole.infrastructure.ownerUrl, (client) =>
    client.query('update resource_quotas set max_students = null, max_active_labs = null'),
  );
  await whole.run(['worker', 'relay']);
});

const parts = Map.groupBy(chosen, ({ paths }) => paths.join(' and '));

for (const [name, mutants] of parts)
  test.serial(`conform finds nothing in the unchanged infrastructure: ${name}`, async (t) => {
    t.timeout(120_000);
    const checks = mutants.map(({ check }) => check);
    const { findings } = await judged(whole, () => ({}), mutants[0]?.paths ?? [], checks);
    t.deepEqual(findings.map(describe), []);
  });

for (const mutant of chosen)
  test.serial(`conform finds ${mutant.id} (${mutant.what})`, async (t) => {
    t.timeout(120_000);
    const { paths, operation, check, rule, mutate } = mutant;
    const { findings } = await judged(whole, mutate, paths, [check]);
    const found = naming(findings, mutant);
    t.truthy(
      found,
      `expected ${operation} | ${check} | ${rule}, found:\n${findings.map(describe).join('\n') || 'nothing'}`,
    );
    t.regex(found?.request ?? '', /^curl /);
  });
