// What a conformance run is worth on the lab platform: the real one on real servers, with one mechanism broken in its wiring.
// Those about labs that are never started here; `FAULTS=all` takes all, with an infrastructure and a worker behind them.
import test, { type ExecutionContext } from 'ava';
import {
  type Arrived,
  arrive,
  brokerOf,
  labYaml,
  type Stage,
  stage,
  uploaded,
} from '../../../services/test/fixtures/platform/platform.ts';
import { infraAt } from '../../../services/test/fixtures/platform/platform-with-labs.ts';
import type { Running } from '../../../services/test/fixtures/system.ts';
import type { CheckName } from '../conformance/checks.ts';
import { conform, type Finding, type Person } from '../conformance/conform.ts';
import { readValues } from '../conformance/requests/values.ts';
import { mutatingProxy } from './mutating-proxy.fixture.ts';
import { partOf } from './part.fixture.ts';
import { type PlatformMutant, platformMutants, quiet, running } from './platform-mutants.fixture.ts';
import { describe, naming } from './service-mutants.fixture.ts';

const chosen =
  process.env.FAULTS === 'all' ? platformMutants : platformMutants.filter(({ paths }) => paths === quiet).slice(0, 5);
const values = readValues(new URL('../../../spec/platform/conformance.yaml', import.meta.url).pathname);

let on: Stage;
let infra: Running | undefined;
/** How many have labs already: no id of a lab is free twice. */
let teachers = 0;

test.before(async (t) => {
  t.timeout(120_000);
  on = await stage(t);
  if (!chosen.some(({ paths }) => paths === running)) return;
  [infra] = await Promise.all([on.whole.run(['infra']), on.whole.run(['worker', 'relay'])]);
});

type Asked = Pick<PlatformMutant, 'paths' | 'mutate' | 'mutated'> & { readonly checks: readonly CheckName[] };

async function judged(t: ExecutionContext, { paths, mutate, mutated, checks }: Asked): Promise<readonly Finding[]> {
  const behind = infra !== undefined && paths === running ? { infra: infraAt(on, infra), broker: brokerOf(t, on) } : {};
  const { url, run } = await on.serve(t, { ...behind, ...mutate(on.depsOf(behind), on.identity) });
  if (paths === running) run();
  const callers = await fixtures(url);
  await using between = await mutatingProxy(url, '/api/v1', mutated === undefined ? [] : [mutated]);
  using part = partOf('spec/platform/openapi.yaml', (path) => paths.includes(path));
  const baseUrl = `${between.url}/api/v1`;
  const { findings } = await conform({ document: part.file, baseUrl, callers, values, depth: 1, only: { checks } });
  return findings;
}

/** As spec/platform/conformance.yaml names them, without browsers. */
async function fixtures(url: string): Promise<readonly Person[]> {
  const person = async (name: string, role: string, ownsNothing = false): Promise<Person> => {
    const { token, username }: Arrived = await arrive(on, url, role);
    return { name, token, roles: [role], ownsNothing, facts: role === 'student' ? { student_id: username } : {} };
  };
  const teacher = await person('teacher', 'teacher');
  // A list with pages.
  for (const which of ['one', 'two']) await uploaded(url, teacher.token, labYaml(`${which}-${teachers}`));
  teachers += 1;
  return [
    teacher,
    await person('anna', 'student'),
    await person('ben', 'student'),
    await person('colleague', 'teacher', true),
    await person('outsider', 'student', true),
  ];
}

const parts = Map.groupBy(chosen, ({ paths }) => paths);

for (const [paths, mutants] of parts)
  test.serial(`conform finds nothing in the unchanged platform: ${paths.join(' and ')}`, async (t) => {
    t.timeout(120_000);
    const findings = await judged(t, { paths, mutate: () => ({}), checks: mutants.map(({ check }) => check) });
    t.deepEqual(findings.map(describe), []);
  });

for (const mutant of chosen)
  test.serial(`conform finds ${mutant.id} (${mutant.what})`, async (t) => {
    t.timeout(120_000);
    const { operation, check, rule } = mutant;
    const findings = await judged(t, { ...mutant, checks: [check] });
    const found = naming(findings, mutant);
    t.truthy(
      found,
      `expected ${operation} | ${check} | ${rule}, found:\n${findings.map(describe).join('\n') || 'nothing'}`,
    );
    t.regex(found?.request ?? '', /^curl /);
  });
