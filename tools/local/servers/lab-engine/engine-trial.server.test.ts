// When the trial of an engine runs, on an engine of which only the port of the trial's container is real.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Call, Engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { Failure } from '../failure.ts';
import { type Trial, tryOutUnlessTried } from './engine-trial.ts';

/** An engine whose containers answer as labs do, and the number of containers that it has started. */
function engineOf(t: ExecutionContext) {
  const state = { started: 0, refuses: false };
  let server: net.Server | undefined;
  let port = 0;
  const end = () => void server?.close();
  t.teardown(end);
  const requests: Readonly<Record<string, (call: Call) => unknown>> = {
    '/containers/create': ({ body }) => {
      port = Number((body as { HostConfig: HostConfig }).HostConfig.PortBindings['22/tcp'][0].HostPort);
    },
    '/containers/trial.here/start': () => {
      if (state.refuses) throw new Error('no namespaces');
      state.started += 1;
      server = net.createServer((socket) => socket.end('in')).listen(port, '127.0.0.1');
    },
  };
  const call = async (method: string, place: string, body: Call = {}) => {
    if (method === 'DELETE') return end();
    return requests[place]?.(body);
  };
  return { state, engine: { call } as Partial<Engine> as Engine };
}

type HostConfig = { readonly PortBindings: { readonly '22/tcp': readonly [{ readonly HostPort: string }] } };

function trialIn(t: ExecutionContext): Trial & { readonly program: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'trial-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const program = path.join(folder, 'conmon');
  writeFileSync(program, '1', { mode: 0o755 });
  return {
    folder,
    program,
    programs: [program],
    installation: 'here',
    configuration: 'runtime = "runc"',
    image: 'one',
  };
}

test('a trial that succeeded is repeated when a program, the configuration, the image or the boot has changed', async (t) => {
  const { state, engine } = engineOf(t);
  const { program, ...first } = trialIn(t);
  const startedBy = async (trial: Trial) => {
    const before = state.started;
    for (let start = 0; start < 2; start++) await tryOutUnlessTried(engine, trial);
    return state.started - before;
  };
  const counts = {
    first: await startedBy(first),
    same: await startedBy(first),
    image: await startedBy({ ...first, image: 'two' }),
    configuration: await startedBy({ ...first, configuration: 'runtime = "crun"' }),
    program: await changed(first, () => utimesSync(program, 1, 1)),
    boot: await changed(first, () => writeFileSync(path.join(first.folder, 'tried'), 'of another boot')),
  };
  t.deepEqual(counts, { first: 1, same: 0, image: 1, configuration: 1, program: 1, boot: 1 });

  async function changed(trial: Trial, change: () => void): Promise<number> {
    await tryOutUnlessTried(engine, trial);
    change();
    return startedBy(trial);
  }
});

test('a trial that failed names the reason, and the next start repeats it', async (t) => {
  const { state, engine } = engineOf(t);
  const { program: _, ...trial } = trialIn(t);
  state.refuses = true;
  const error = await t.throwsAsync<Failure>(tryOutUnlessTried(engine, trial), { instanceOf: Failure });
  t.deepEqual(error?.lines, ['no namespaces']);
  state.refuses = false;
  await tryOutUnlessTried(engine, trial);
  t.is(state.started, 1);
});
