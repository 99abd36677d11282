// Benchmark "class": forty students start a lab at once on the Kubernetes that KUBECONFIG names, beside `kubectl apply`
// of the same objects. CLASS_VOLUMES: a folder of its node in which volumes are made beforehand; without it the
// cluster's provisioner makes them. LAB_IMAGE: the lab image as the cluster finds it. BENCH_PYTHON: a Python with
// jupyterhub-kubespawner, which is then measured as well.
import type { Bench } from '../bench.ts';
import { goalLine, median, percentile, ratio, table } from '../figures.ts';
import { bareClass, objectsOf } from './bare-class.ts';
import { type ClassSite, type Cpu, openClassSite } from './class-site.ts';
import { kubeSpawnerClass } from './kubespawner.ts';
import type { Started } from './lab-site.ts';
import { readyPods } from './ready-pods.ts';

const students = 40;
const mostRounds = 3;

export const classOfForty: Bench = {
  name: 'class',
  async run({ dir, print, rounds, signal }) {
    const { KUBECONFIG: kubeconfig, LAB_IMAGE: image } = process.env;
    if (!kubeconfig || !image) return print('skipped: set KUBECONFIG, and LAB_IMAGE to the lab image of its nodes');
    await using stack = new AsyncDisposableStack();
    const site = await openClassSite({ kubeconfig, image, volumes: process.env.CLASS_VOLUMES, dir }, stack);
    await roundOf(site, 1, signal); // it meets cold caches
    const all: Round[] = [];
    for (let round = 0; round < Math.min(rounds, mostRounds); round++) {
      signal.throwIfAborted();
      const found = await roundOf(site, students, signal);
      print(lineOf(found));
      all.push(found);
    }
    report(all, print);
  },
};

type Round = {
  readonly ours: number;
  readonly cpuS: Cpu;
  /** Seconds from the first event with a pod that is ready to `running`. */
  readonly waited: readonly number[];
  readonly applied: number;
  readonly spawned: number | null;
};

/** One side after the other; each leaves nothing to the next. */
async function roundOf(site: ClassSite, count: number, signal: AbortSignal): Promise<Round> {
  const { kubeconfig, image, namespaces, sshHost, storageClass, deployer, python } = site;
  await site.addVolumes(count * (python === null ? 2 : 3));
  const before = site.cpu();
  const pods = readyPods(kubeconfig, namespaces.ours);
  const started = await deployer.started(count);
  const cpuS = difference(before, site.cpu());
  await pods[Symbol.asyncDispose]();
  const objects = await objectsOf(site.place, site.installation);
  await deployer.stopped(started);
  const applied = await bareClass({ kubeconfig, sshHost, namespace: namespaces.applied }, objects, signal);
  const settings = { kubeconfig, namespace: namespaces.spawned, image, storageClass, count };
  const spawned = python === null ? null : await kubeSpawnerClass(python, settings, signal);
  return { ours: started.seconds, cpuS, waited: afterReady(started, pods.firstAt), applied, spawned };
}

const difference = (before: Cpu, now: Cpu): Cpu =>
  Object.fromEntries(Object.entries(now).map(([name, value]) => [name, value - (before[name] ?? 0)]));

const afterReady = ({ runningAt }: Started, readyAt: ReadonlyMap<string, number>): readonly number[] =>
  [...runningAt].flatMap(([name, at]) => {
    const ready = readyAt.get(name);
    return ready === undefined ? [] : [(at - ready) / 1_000];
  });

const total = (cpu: Cpu): number => Object.values(cpu).reduce((all, value) => all + value, 0);

const p95 = (values: readonly number[]): number => percentile(values, 95);

const lineOf = ({ ours, cpuS, waited, applied, spawned }: Round): string =>
  `ours ${ours.toFixed(1)} s, ${total(cpuS).toFixed(1)} CPU s, Ready to running p95 ${p95(waited).toFixed(2)} s; ` +
  `kubectl apply ${applied.toFixed(1)} s${spawned === null ? '' : `; KubeSpawner ${spawned.toFixed(1)} s`}`;

function report(all: readonly Round[], print: (text: string) => void): void {
  const of = (read: (round: Round) => number) => median(all.map(read));
  const spawned = all.flatMap((round) => round.spawned ?? []);
  const rows: (readonly [string, number])[] = [
    [`${students} labs at once, until the last is \`running\``, of(({ ours }) => ours)],
    ['of these, from a pod that is Ready to `running`, median', of(({ waited }) => median(waited))],
    ['the same, p95', of(({ waited }) => p95(waited))],
    ['kubectl apply of the same objects, until the last sshd answers', of(({ applied }) => applied)],
  ];
  if (spawned.length > 0) rows.push(['KubeSpawner, until the last sshd answers', median(spawned)]);
  const names = Object.keys(all[0]?.cpuS ?? {});
  const spent = names.map((name) => [name, of(({ cpuS }) => cpuS[name] ?? 0)] as const);
  print(`\n${table(['', 's'], rows)}\n\n${table(['until the last is `running`', 'CPU s'], spent)}\n`);
  const ours = all.map((round) => round.ours);
  const goals: (readonly [string, number, number])[] = [
    [
      'of kubectl apply',
      ratio(
        ours,
        all.map(({ applied }) => applied),
      ),
      1.005,
    ],
    ['Ready to running, p95, s', of(({ waited }) => p95(waited)), 1],
    ['CPU seconds of all our processes', of(({ cpuS }) => total(cpuS)), 5],
  ];
  if (spawned.length > 0) goals.unshift(['of KubeSpawner', ratio(ours, spawned), 1.005]);
  for (const [what, measured, goal] of goals) print(goalLine({ what, measured, sign: '<', goal }));
}
