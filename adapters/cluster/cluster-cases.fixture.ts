// The promises of the cluster port, as cases that every implementation passes. Each has a harness beside its own tests
// and one line: `clusterCases(test, harness)`. What an engine cannot show it declares with the reason; nothing is left
// out silently.
import type { TestFn } from 'ava';
import { failureCases } from './cases/failures.ts';
import { homeCases } from './cases/homes.ts';
import { objectCases } from './cases/objects.ts';
import type { ClusterCase, Harness, Need } from './cases/site.ts';
import { studentCases } from './cases/students.ts';
import { volumeCases } from './cases/volumes.ts';

export {
  type CaseContext,
  type ClusterCase,
  casePlan,
  type Harness,
  type LoggedIn,
  type Need,
  type PlanChange,
  type PlanParts,
  passwordOf,
  type Site,
} from './cases/site.ts';

const cases: readonly ClusterCase[] = [...objectCases, ...volumeCases, ...studentCases, ...homeCases, ...failureCases];

export function clusterCases(test: TestFn, harness: Harness): void {
  const missing = (each: ClusterCase) => (each.needs ?? []).filter((need) => harness.lacks[need] !== undefined);
  for (const each of cases.filter((one) => missing(one).length === 0))
    test(`${harness.engine}: ${each.name}`, async (t) => {
      const site = await harness.site(t);
      if (site) await each.run(t, site);
      else t.pass();
    });
  test(`${harness.engine}: what cannot be shown here is declared`, (t) => {
    const used = new Set(cases.flatMap(({ needs = [] }) => needs));
    for (const [need, reason] of Object.entries(harness.lacks))
      t.true(used.has(need as Need) && reason.length > 0, need);
    for (const each of cases.filter((one) => missing(one).length > 0))
      t.log(
        `${each.name}: ${missing(each)
          .map((need) => harness.lacks[need])
          .join(', ')}`,
      );
    t.pass();
  });
}
