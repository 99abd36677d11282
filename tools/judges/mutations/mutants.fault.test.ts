// What a conformance run is worth: nothing is found on a healthy mock, and each mutant that is put into one on purpose
// is found, by its check, under its operation and rule. Of each mutant only what should find it is asked, so that all
// of them take less than a minute of the processor. One after the other, since all of it runs in this process.
import test from 'ava';
import { checkNames } from '../conformance/checks.ts';
import type { Finding } from '../conformance/conform.ts';
import { successesAmong } from '../conformance/replies/success.ts';
import { type AreaName, areas } from './area.ts';
import { consumerMutants } from './messages/consumers.ts';
import { kinds } from './mutants.ts';
import { red } from './rules.ts';
import { describe, judged, judgedFor, naming } from './run.ts';
import { socketMutants } from './sockets.ts';

/** What all the mutants turned red. */
const found: Finding[] = [];

const all = kinds.flatMap(({ mutants }) => mutants);

test('the list names at least forty mutants, each by a unique id', (t) => {
  t.true(all.length >= 40, `${all.length} mutants`);
  t.is(new Set(all.map(({ id }) => id)).size, all.length);
});

test('each check names a mutant that it must find', (t) => {
  const listed = [...all, ...socketMutants, ...consumerMutants].map(({ check }) => check);
  // A queue without consumers, publishers and queues in another form: messages.fault.test.ts.
  const named = new Set([...listed, 'consumer', 'declared', 'published']);
  t.deepEqual(
    checkNames.filter((each) => !named.has(each)),
    [],
  );
});

for (const name of Object.keys(areas) as AreaName[])
  test.serial(`conform finds nothing on an unchanged mock: ${name}`, async (t) => {
    t.timeout(110_000);
    const { findings, coverage } = await judged(name);
    t.deepEqual(findings.map(describe), []);
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

for (const mutant of all)
  test.serial(`conform finds ${mutant.id} (${mutant.what})`, async (t) => {
    t.timeout(110_000);
    const report = await judgedFor(mutant);
    found.push(...report.findings);
    const [named] = naming(mutant, report);
    t.truthy(
      named,
      `expected ${mutant.operation} | ${mutant.check} | ${mutant.rule}, found:\n${report.findings.map(describe).join('\n') || 'nothing'}`,
    );
    t.regex(named?.request ?? '', /^curl /);
    if (mutant.least !== undefined) t.is(named?.request.replace(/http:\/\/[\d.]+:\d+/, 'http://mock'), mutant.least);
  });

test.serial('each rule has a mutant that it finds, and no finding has an undeclared rule', (t) => {
  t.deepEqual(red(found), { green: [], undeclared: [] });
});
