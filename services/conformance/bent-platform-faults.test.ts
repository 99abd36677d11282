// What a conformance run is worth on the lab platform: the real one on real servers, with one mechanism broken in its wiring. Of the analytics API: bent-services-faults.test.ts.
import test, { type ExecutionContext } from 'ava';
import type { CheckName } from '../../tools/conformance/checks.ts';
import { conform, type Finding, type Person } from '../../tools/conformance/conform.ts';
import { readValues } from '../../tools/conformance/values.ts';
import type { PlatformDeps } from '../platform/index.ts';
import { type Arrived, arrive, type Stage, stage } from '../platform/stage-for-tests.ts';
import { partOf } from './part-for-tests.ts';

type Defect = {
  readonly id: string;
  readonly what: string;
  readonly operation: string;
  /** Which must find it, and is what is asked. */
  readonly check: CheckName;
  readonly rule: string;
  readonly bend: (healthy: PlatformDeps) => Partial<PlatformDeps>;
};

const defects: readonly Defect[] = [
  {
    id: 'lab-of-everybody',
    what: 'the store finds a lab for whoever asks',
    operation: 'getLab',
    check: 'ownership',
    rule: 'status',
    bend: ({ labs }) => ({ labs: { ...labs, find: (_, labId) => labs.find('every', labId) } }),
  },
  {
    id: 'list-of-everybody',
    what: 'the store lists the labs of everybody',
    operation: 'listLabs',
    check: 'leak',
    rule: 'leak',
    bend: ({ labs }) => ({ labs: { ...labs, list: (_, query) => labs.list('every', query) } }),
  },
  {
    id: 'everybody-teaches',
    what: 'who is let in at all is let in as a teacher',
    operation: 'uploadLab',
    check: 'role',
    rule: 'status',
    bend: ({ authenticate }) => ({
      authenticate: async (input) => {
        const found = await authenticate(input);
        return 'subject' in found ? { ...found, roles: ['teacher'] } : found;
      },
    }),
  },
  {
    id: 'revision-stays',
    what: 'the revision of a lab does not rise when its configuration is replaced',
    operation: 'replaceLabConfig',
    check: 'conditional-write',
    rule: 'status',
    bend: ({ labs }) => ({
      labs: {
        ...labs,
        async find(scope, labId) {
          const found = await labs.find(scope, labId);
          return found && { ...found, revision: 1, contentSha256: 'the same' };
        },
        async replace(lab, _, by, at) {
          const present = await labs.find('every', lab.labId);
          return labs.replace(lab, present?.revision ?? 0, by, at);
        },
      },
    }),
  },
];

const paths = ['/labs', '/labs/{id}', '/labs/{id}/config'];
const { uploadLab, replaceLabConfig } =
  readValues(new URL('../../spec/platform/conformance.yaml', import.meta.url).pathname).operations ?? {};
/** How the two succeed; what their refusals need is not there. */
const values = {
  operations: {
    uploadLab: { good: uploadLab?.good ?? {} },
    replaceLabConfig: { good: replaceLabConfig?.good ?? {} },
  },
};

let on: Stage;

test.before(async (t) => {
  t.timeout(120_000);
  on = await stage(t);
});

async function judged(
  t: ExecutionContext,
  bend: Defect['bend'],
  checks: readonly CheckName[],
): Promise<readonly Finding[]> {
  const { url } = await on.serve(t, bend(on.depsOf({})));
  const person = async (name: string, role: string, stranger = false): Promise<Person> => {
    const { token }: Arrived = await arrive(on, url, role);
    return { name, token, roles: [role], stranger };
  };
  const people = [
    await person('teacher', 'teacher'),
    await person('anna', 'student'),
    await person('stranger', 'teacher', true),
  ];
  using part = partOf('spec/platform/openapi.yaml', (path) => paths.includes(path));
  const { findings } = await conform({ document: part.file, baseUrl: url, people, values, depth: 1, only: { checks } });
  return findings;
}

const told = ({ operation, check, asked, rule, expected, seen }: Finding): string =>
  `${operation ?? 'no operation'} | ${check} (${asked}) | ${rule} | expected ${expected} | seen ${seen.slice(0, 160)}`;

test.serial('nothing is found in the healthy platform', async (t) => {
  t.timeout(120_000);
  const findings = await judged(
    t,
    () => ({}),
    defects.map(({ check }) => check),
  );
  t.deepEqual(findings.map(told), []);
});

for (const { id, what, operation, check, rule, bend } of defects)
  test.serial(`found: ${id} (${what})`, async (t) => {
    t.timeout(120_000);
    const findings = await judged(t, bend, [check]);
    const found = findings.find((each) => each.operation === operation && each.check === check && each.rule === rule);
    t.truthy(
      found,
      `expected ${operation} | ${check} | ${rule}, found:\n${findings.map(told).join('\n') || 'nothing'}`,
    );
  });
