// What a conformance run is worth on a service: the real analytics API on real servers, with one mechanism broken in its wiring. Each is found by what is asked about it, and none in the healthy one.
// Some of them here; `FAULTS=all` takes all.
import test from 'ava';
import { type System, system } from '../testing.ts';
import { naming, told } from './bends-for-tests.ts';
import { bentCallers } from './bent-callers-for-tests.ts';
import { judged, serveBent, startIngest } from './bent-for-tests.ts';
import { bentStores } from './bent-stores-for-tests.ts';
import { type Accounts, analyticsAccounts, analyticsTokens } from './cast-for-tests.ts';

const bentDefects = [...bentCallers, ...bentStores];
const chosen = process.env.FAULTS === 'all' ? bentDefects : bentDefects.filter((_, n) => n % 5 === 0);
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

for (const [name, defects] of parts)
  test.serial(`nothing is found in the healthy service: ${name}`, async (t) => {
    t.timeout(120_000);
    await using served = await serveBent(whole, () => ({}));
    const checks = defects.map(({ check }) => check);
    const { findings } = await judged(
      served.url,
      defects[0]?.paths ?? [],
      await analyticsTokens(whole, accounts),
      checks,
    );
    t.deepEqual(findings.map(told), []);
  });

for (const defect of chosen)
  test.serial(`found: ${defect.id} (${defect.what})`, async (t) => {
    t.timeout(120_000);
    const { paths, operation, check, rule, bend } = defect;
    await using served = await serveBent(whole, bend);
    const { findings } = await judged(served.url, paths, await analyticsTokens(whole, accounts), [check]);
    const found = naming(findings, defect);
    t.truthy(
      found,
      `expected ${operation} | ${check} | ${rule}, found:\n${findings.map(told).join('\n') || 'nothing'}`,
    );
    t.regex(found?.request ?? '', /^curl /);
  });
