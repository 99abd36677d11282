// What a conformance run is worth on a service: the real analytics API on real servers, with one mechanism broken in its wiring. Each is found by what is asked about it, and none in the healthy one.
// Some of them here; `FAULTS=all` takes all.
import test from 'ava';
import { type System, system } from '../../../services/test/fixtures/system.ts';
import { callerMutants } from './caller-mutants.fixture.ts';
import { type Accounts, analyticsAccounts, analyticsTokens } from './callers.fixture.ts';
import { judged, serveMutated, startIngest } from './mutated-analytics.fixture.ts';
import { describe, naming } from './service-mutants.fixture.ts';
import { storeMutants } from './store-mutants.fixture.ts';

const mutants = [...callerMutants, ...storeMutants];
const chosen = process.env.FAULTS === 'all' ? mutants : mutants.filter((_, n) => n % 5 === 0);
let whole: System;
let accounts: Accounts;
let ingest: AsyncDisposable;

test.before(async (t) => {
  t.timeout(120_000);
  whole = await system(t);
  accounts = await analyticsAccounts(whole);
  ingest = await startIngest(whole);
});

test.after.always(async () => ingest?.[Symbol.asyncDispose]());

const parts = Map.groupBy(chosen, ({ paths }) => paths.join(' and '));

for (const [name, mutants] of parts)
  test.serial(`conform finds nothing in the unchanged service: ${name}`, async (t) => {
    t.timeout(120_000);
    await using served = await serveMutated(whole, () => ({}));
    const checks = mutants.map(({ check }) => check);
    const { findings } = await judged(
      served.url,
      mutants[0]?.paths ?? [],
      await analyticsTokens(whole, accounts),
      checks,
    );
    t.deepEqual(findings.map(describe), []);
  });

for (const mutant of chosen)
  test.serial(`conform finds ${mutant.id} (${mutant.what})`, async (t) => {
    t.timeout(120_000);
    const { paths, operation, check, rule, mutate } = mutant;
    await using served = await serveMutated(whole, mutate);
    const { findings } = await judged(served.url, paths, await analyticsTokens(whole, accounts), [check]);
    const found = naming(findings, mutant);
    t.truthy(
      found,
      `expected ${operation} | ${check} | ${rule}, found:\n${findings.map(describe).join('\n') || 'nothing'}`,
    );
    t.regex(found?.request ?? '', /^curl /);
  });
