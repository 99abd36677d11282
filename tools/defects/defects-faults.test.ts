// What a conformance run is worth: nothing is found on a healthy mock, and each defect that is put into one on purpose is found, under its operation and rule.
// One defect of each kind here; `FAULTS=all` takes all of them. One after the other, since all of it runs in this process.
import test from 'ava';
import { type AreaName, areas } from './area.ts';
import { kinds } from './defects.ts';
import { judged, naming, told } from './run.ts';

const all = kinds.flatMap(({ defects }) => defects);
const chosen = process.env.FAULTS === 'all' ? all : kinds.flatMap(({ defects }) => defects.slice(0, 1));

test('there are at least forty defects, each with a name of its own', (t) => {
  t.true(all.length >= 40, `${all.length} defects`);
  t.is(new Set(all.map(({ id }) => id)).size, all.length);
});

for (const name of Object.keys(areas) as AreaName[])
  test.serial(`nothing is found on a healthy mock: ${name}`, async (t) => {
    t.timeout(110_000);
    const { findings, coverage } = await judged(areas[name]);
    t.deepEqual(findings.map(told), []);
    const succeeds = ({ replies }: (typeof coverage)[number]) =>
      replies.some(({ status, times }) => status < 300 && times > 0);
    t.deepEqual(
      coverage.filter((each) => !succeeds(each)).map(({ operation }) => operation),
      [],
    );
  });

for (const defect of chosen)
  test.serial(`found: ${defect.id} (${defect.what})`, async (t) => {
    t.timeout(110_000);
    const report = await judged(areas[defect.area], defect.bend);
    const [found] = naming(defect, report);
    t.truthy(
      found,
      `expected ${defect.operation} | ${defect.rule}, found:\n${report.findings.map(told).join('\n') || 'nothing'}`,
    );
    t.regex(found?.request ?? '', /^curl /);
  });
