// What `npm start` refuses, each in one sentence.
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { testFolder } from '../../test/folder.ts';
import { begin, commandsIn } from './start.fixture.ts';

const root = path.join(import.meta.dirname, '../../..');

async function refused(t: ExecutionContext, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const dir = mkdtempSync(path.join(await testFolder(), 'run-'));
  const command = [process.execPath, 'tools/local/start/main.ts', '--engine', 'memory', ...args] as const;
  const run = begin(t, command, { cwd: root, env: { ...process.env, ...env, COVENANT_RUN: dir } }, dir);
  t.teardown(() => rmSync(path.dirname(dir), { recursive: true, force: true }));
  t.is(await run.ended(), 1);
  t.deepEqual(commandsIn(dir), []);
  return { dir, output: run.output() };
}

test.serial('npm start reports a port in use in one sentence, and starts nothing', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const { port } = other.address() as AddressInfo;
  const { dir, output } = await refused(t, ['--port', String(port)]);
  t.is(output, `Port ${port} is in use by another program. Stop that program, or choose another port with --port.\n`);
  t.false(existsSync(path.join(dir, 'log')));
});

test.serial('npm start reports a missing program in one sentence, and stops what it had started', async (t) => {
  const { output } = await refused(t, ['--no-services'], { PATH: '/nowhere' });
  t.regex(
    output,
    /(redis|broker|postgres) cannot start: the program \S+ is not installed\. As root, run `apt-get install/,
  );
});

test.serial('npm start refuses an option or value that does not exist, with those that do', async (t) => {
  const usage =
    'Usage: npm start [-- --port 1..65535] [--engine memory|podman|docker|kubernetes] [--config FILE] [--fresh] [--no-services]\n';
  for (const [wrong, sentence] of [
    [['--prot', '1'], 'Unknown option --prot. Did you mean --port?'],
    [['--port', 'x'], '--port x is not a port: use a whole number from 1 to 65535.'],
    [['--engine', 'kvm'], '--engine kvm is not an engine: use one of memory, podman, docker, kubernetes.'],
  ] as const)
    t.is((await refused(t, wrong)).output, `${sentence}\n${usage}`);
});

test.serial('npm start reports an option that npm kept', async (t) => {
  const { dir, output } = await refused(t, [], { npm_lifecycle_event: 'start', npm_config_fresh: 'true' });
  t.is(output, 'npm uses options without -- itself. Run `npm start -- --engine memory --fresh`.\n');
  t.false(existsSync(path.join(dir, 'log')));
});

test.serial('npm start refuses an engine that is not there before it starts anything', async (t) => {
  for (const [engine, env, sentence] of [
    [
      'docker',
      { DOCKER_HOST: 'unix:///nowhere.sock' },
      'DOCKER_HOST is /nowhere.sock, which does not exist. Start Docker, or use --engine podman.',
    ],
    [
      'kubernetes',
      { KUBECONFIG: '/nowhere' },
      'KUBECONFIG is not set. Set it to the kubeconfig file of your cluster, or use another --engine.',
    ],
  ] as const) {
    const { dir, output } = await refused(t, ['--engine', engine], env);
    t.is(output, `${sentence}\n`);
    t.false(existsSync(path.join(dir, 'log')));
  }
});
