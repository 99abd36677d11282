// What a conformance run is worth: nothing is found on a healthy mock, and each defect that is put into one on purpose is found, by its check, under its operation and rule.
// Of each defect only what should find it is asked, so that all of them take less than a minute of the processor. One after the other, since all of it runs in this process.
import test from 'ava';
import { checkNames } from '../conformance/checks.ts';
import type { Finding } from '../conformance/conform.ts';
import { successesAmong } from '../conformance/success.ts';
import { type AreaName, areas } from './area.ts';
import { consumerDefects } from './consumers.ts';
import { kinds } from './defects.ts';
import { red } from './rules.ts';
import { judged, judgedFor, naming, told } from './run.ts';
import { socketDefects } from './sockets.ts';

/** What all the defects turned red. */
const found: Finding[] = [];

const all = kinds.flatMap(({ defects }) => defects);

test('there are at least forty defects, each with a name of its own', (t) => {
  t.true(all.length >= 40, `${all.length} defects`);
  t.is(new Set(all.map(({ id }) => id)).size, all.length);
});

test('each check has a defect that it must find', (t) => {
  const listed = [...all, ...socketDefects, ...consumerDefects].map(({ check }) => check);
  // A queue from which nobody takes, publishers and queues in another form: messages-faults.test.ts.
  const named = new Set([...listed, 'consumer', 'declared', 'published']);
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
      planned ||
      successesAmong(replies.map(({ status }) => status)).some((good) =>
        replies.some(({ status, times }) => status === good && times > 0),
      );
    t.deepEqual(
      coverage.filter((each) => !succeeds(each)).map(({ operation }) => operation),
      [],
    );
  });

for (const defect of all)
  test.serial(`found: ${defect.id} (${defect.what})`, async (t) => {
    t.timeout(110_000);
    const report = await judgedFor(defect);
    found.push(...report.findings);
    const [named] = naming(defect, report);
    t.truthy(
      named,
      `expected ${defect.operation} | ${defect.check} | ${defect.rule}, found:\n${report.findings.map(told).join('\n') || 'nothing'}`,
    );
    t.regex(named?.request ?? '', /^curl /);
    if (defect.least !== undefined) t.is(named?.request.replace(/http:\/\/[\d.]+:\d+/, 'http://mock'), defect.least);
  });

test.serial('each rule inside a check is turned red by a defect, and no finding has a rule that is not listed', (t) => {
  t.deepEqual(red(found), { green: [], undeclared: [] });
});
