// What a conformance run is worth: nothing is found on a healthy mock, and each defect that is put into one on purpose is found, by its check, under its operation and rule.
// Of each defect only what should find it is asked, so that all of them take less than a minute of the processor. One after the other, since all of it runs in this process.
import test from 'ava';
import { checkNames } from '../conformance/checks.ts';
import { type AreaName, areas } from './area.ts';
import { consumerDefects } from './consumers.ts';
import { kinds } from './defects.ts';
import { judged, judgedFor, naming, told } from './run.ts';
import { socketDefects } from './sockets.ts';

const all = kinds.flatMap(({ defects }) => defects);

test('there are at least forty defects, each with a name of its own', (t) => {
  t.true(all.length >= 40, `${all.length} defects`);
  t.is(new Set(all.map(({ id }) => id)).size, all.length);
});

test('each check has a defect that it must find', (t) => {
  const found = [...all, ...socketDefects, ...consumerDefects].map(({ check }) => check);
  // A queue from which nobody takes, and publishers: messages-faults.test.ts.
  const named = new Set([...found, 'consumer', 'published']);
  t.deepEqual(
    checkNames.filter((each) => !named.has(each)),
    [],
  );
});

for (const name of Object.keys(areas) as AreaName[])
  test.serial(`nothing is found on a healthy mock: ${name}`, async (t) => {
    t.timeout(110_000);
    const { findings, coverage } = await judged(name);
    t.deepEqual(findings.map(told), []);
    const succeeds = ({ planned, replies }: (typeof coverage)[number]) =>
      planned || replies.some(({ status, times }) => status < 300 && times > 0);
    t.deepEqual(
      coverage.filter((each) => !succeeds(each)).map(({ operation }) => operation),
      [],
    );
  });

for (const defect of all)
  test.serial(`found: ${defect.id} (${defect.what})`, async (t) => {
    t.timeout(110_000);
    const report = await judgedFor(defect);
    const [found] = naming(defect, report);
    t.truthy(
      found,
      `expected ${defect.operation} | ${defect.check} | ${defect.rule}, found:\n${report.findings.map(told).join('\n') || 'nothing'}`,
    );
    t.regex(found?.request ?? '', /^curl /);
    if (defect.least !== undefined) t.is(found?.request.replace(/http:\/\/[\d.]+:\d+/, 'http://mock'), defect.least);
  });
