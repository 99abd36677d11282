// What `.ci/run` promises whatever its steps do, tested on a copy with stand-ins for the steps.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';

type Steps = {
  readonly tests?: string;
  readonly consumers?: string;
  readonly judges?: string;
  readonly review?: string;
  readonly cases?: string;
  /** What `cluster up` does; null: no cluster lies beside the checkout. */
  readonly up?: string | null;
  readonly commits?: number;
  /** The bound, as the script says it, that is not waited for. */
  readonly cut?: string;
};

const root = path.join(import.meta.dirname, '../..');
const longer = 'exec sleep 600';

/** The run's exit code and what it printed; it has ended when no one holds its output any more. */
async function run(t: ExecutionContext, steps: Steps): Promise<{ code: number | null; printed: readonly string[] }> {
  t.timeout(240_000);
  const dir = mkdtempSync(path.join(os.tmpdir(), 'ci-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const checkout = checkoutIn(dir, steps);
  const child = spawn('bash', ['.ci/run'], { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [code, output, mistakes] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  t.is(mistakes, '');
  const printed = output.split('\n').filter((line) => line !== '' && !/^(> |npm (error|notice|warn) )/.test(line));
  const calls = path.join(dir, 'calls');
  return { code, printed: [...printed, ...lines(calls)] };
}

function checkoutIn(
  dir: string,
  {
    tests = 'echo tests',
    consumers = 'echo consumers',
    judges = 'echo judges',
    review = 'echo review',
    cases,
    up = '',
    commits = 2,
    cut = '',
  }: Steps,
) {
  const checkout = path.join(dir, 'checkout');
  mkdirSync(path.join(checkout, '.ci'), { recursive: true });
  const script = readFileSync(path.join(root, '.ci/run'), 'utf8');
  writeFileSync(path.join(checkout, '.ci/run'), script.replace(`bounded ${cut} `, 'bounded 2 '));
  const scripts = {
    test: tests,
    'test:consumers': consumers,
    'test:judges': judges,
    review,
    'test:cluster': cases ?? 'echo cases of $KUBECONFIG',
  };
  writeFileSync(path.join(checkout, 'package.json'), JSON.stringify({ scripts }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: checkout });
  git('init', '--quiet');
  for (let n = 0; n < commits; n++) git('commit', '--quiet', '--allow-empty', '-m', 'x');
  if (up !== null) {
    const program = path.join(dir, 'shared/kubernetes/cluster');
    mkdirSync(path.dirname(program), { recursive: true });
    const body = [
      `echo "cluster $1" >> ${dir}/calls`,
      `case $1 in kubeconfig) echo there ;; up) ${up || 'echo came up'} ;; esac`,
    ];
    writeFileSync(program, `#!/bin/sh\n${body.join('\n')}\n`);
    chmodSync(program, 0o755);
  }
  return checkout;
}

function lines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
}

const clusterCalls = ['cluster up', 'cluster kubeconfig', 'cluster down'];

test('.ci/run runs all tests, review and the cases of a cluster, and stops the cluster afterwards', async (t) => {
  t.deepEqual(await run(t, {}), {
    code: 0,
    printed: ['tests', 'consumers', 'judges', 'review --base HEAD~1', 'came up', 'cases of there', ...clusterCalls],
  });
});

test('.ci/run ends with the code of a failed test, whatever it tests', async (t) => {
  t.deepEqual(await run(t, { tests: 'echo red; exit 7' }), { code: 7, printed: ['red'] });
  t.deepEqual(await run(t, { judges: 'exit 8' }), { code: 8, printed: ['tests', 'consumers'] });
  t.deepEqual(await run(t, { consumers: 'exit 9' }), { code: 9, printed: ['tests'] });
});

test('.ci/run decides nothing by a review that finds a breaking change, or nothing to compare with', async (t) => {
  t.deepEqual(await run(t, { review: 'exit 1', up: null }), {
    code: 0,
    printed: [
      'tests',
      'consumers',
      'judges',
      'The review ended with 1; it is there to be read.',
      'No cluster is tested: none lies beside this checkout.',
    ],
  });
  t.deepEqual(await run(t, { commits: 1, up: null }), {
    code: 0,
    printed: [
      'tests',
      'consumers',
      'judges',
      'No review: there is no commit before this one.',
      'No cluster is tested: none lies beside this checkout.',
    ],
  });
});

test('.ci/run fails for cases that fail once, and skips a cluster that does not start or is too slow, with a message', async (t) => {
  t.deepEqual(await run(t, { cases: 'test -e ../once || { touch ../once; exit 3; }' }), {
    code: 3,
    printed: ['tests', 'consumers', 'judges', 'review --base HEAD~1', 'came up', ...clusterCalls],
  });
  const before = ['tests', 'consumers', 'judges', 'review --base HEAD~1'];
  t.deepEqual(await run(t, { up: 'echo no room; exit 1' }), {
    code: 0,
    printed: [
      ...[
        ...before,
        'no room',
        'Skipped: the cluster for tests does not come up on this machine; the reason stands above.',
      ],
      ...['cluster up', 'cluster down'],
    ],
  });
  t.deepEqual(await run(t, { cases: longer, cut: '900' }), {
    code: 0,
    printed: [
      ...[...before, 'came up', 'Skipped: the cases of the cluster did not end within 15 minutes on this machine.'],
      ...clusterCalls,
    ],
  });
});

test('.ci/run cuts tests that do not end, and fails', async (t) => {
  t.deepEqual(await run(t, { tests: longer, cut: '$(($1 * 60))', up: null }), {
    code: 124,
    printed: ['npm test did not end within 30 minutes.'],
  });
});

test('.ci/run waits for no process that a step left', async (t) => {
  const { code, printed } = await run(t, { tests: 'sleep 600 & echo left $!', up: null });
  const pid = Number(printed[0]?.replace('left ', ''));
  t.teardown(() => process.kill(pid));
  t.notThrows(() => process.kill(pid, 0), 'it is still there');
  t.is(code, 0);
});
