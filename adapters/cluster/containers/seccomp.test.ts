// The profile of labs, compared with the default of moby: what differs is written down here, with its reason.
import test from 'ava';
import { seccompProfile } from './seccomp.ts';
import * as moby from './test/moby.fixture.ts';

type Rule = {
  readonly names: readonly string[];
  readonly action: string;
  readonly errnoRet?: number;
  readonly args: readonly {
    readonly index: number;
    readonly value: number;
    readonly valueTwo: number;
    readonly op: string;
  }[];
};
const { syscalls, defaultAction } = JSON.parse(seccompProfile) as { syscalls: readonly Rule[]; defaultAction: string };

const permitted = new Set(
  syscalls.filter(({ action, args }) => action === 'SCMP_ACT_ALLOW' && args.length === 0).flatMap(({ names }) => names),
);
const conditionsOf = (name: string) => syscalls.filter(({ names, args }) => args.length > 0 && names.includes(name));
const valuesOf = (name: string) => conditionsOf(name).flatMap(({ args }) => args.map(({ op, value }) => [op, value]));

test(`the profile permits nothing without a condition that moby (${moby.version.name}, ${moby.version.date}) does not`, (t) => {
  t.is(defaultAction, 'SCMP_ACT_ERRNO');
  t.deepEqual(
    [...permitted].filter((name) => !moby.permitted.has(name)),
    [],
  );
});

test('the profile permits all that moby permits, but for these', (t) => {
  const reasons = {
    riscv_hwprobe: 'the lab image has no such architecture',
    socketcall: 'no filter sees its arguments',
    socketpair: 'pairs of UNIX only',
  };
  const missing = [...moby.permitted].filter((name) => !permitted.has(name)).sort();
  t.deepEqual(missing, Object.keys(reasons));
});

test('sockets are of UNIX, INET, INET6 and NETLINK alone, pairs of UNIX, and socketcall is as good as unknown', (t) => {
  const families = [1, 2, 10, 16];
  t.deepEqual(
    valuesOf('socket'),
    families.map((family) => ['SCMP_CMP_EQ', family]),
  );
  t.deepEqual(
    families.filter((family) => !moby.families.includes(family)),
    [],
  );
  t.deepEqual(valuesOf('socketpair'), [['SCMP_CMP_EQ', 1]]);
  const answers = syscalls.flatMap(({ names, action, errnoRet, args }) =>
    action === 'SCMP_ACT_ERRNO' ? names.map((name) => [name, errnoRet, args.length]) : [],
  );
  t.deepEqual(answers, [
    ['clone3', 38, 0],
    ['socketcall', 38, 0],
  ]);
});

test('clone refuses the namespaces that moby refuses, and personality adds fixed addresses for debuggers', (t) => {
  t.deepEqual(
    conditionsOf('clone').flatMap(({ args }) => args),
    [{ index: 0, value: moby.refusedByClone, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
  );
  const values = valuesOf('personality').map(([, value]) => value);
  t.deepEqual(
    values.filter((value) => !moby.personalities.includes(Number(value))),
    [0x4_0000],
  );
});
