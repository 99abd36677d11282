// The Python package as its user has it: installed from the wheel, read by mypy and pyright, and run against a server
// that misbehaves and, where COVENANT_ENDPOINTS names the endpoints.json of one, an installation.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stagePython } from '../../clients/python/build-python.ts';
import { installationOf, startedLabs, userOf } from './installation.ts';
import { installed, output, type Peer } from './peer.ts';

const root = join(import.meta.dirname, '../../..');
const from = join(root, 'tools/clients/python');
const tools = ['mypy==2.4.1', 'pyright==1.1.414', 'build', 'hatchling'];
const timeoutMs = 600_000;

type Step = { readonly what: string; readonly run: () => Promise<string> };

export const pythonClientPeer: Peer = {
  name: 'python-client',
  async compare(folder, { list }) {
    const bin = join(folder, 'venv/bin');
    const python = join(bin, 'python');
    const sources = join(folder, 'sources');
    const { version } = stagePython({ root, folder: sources });
    const wheel = join(folder, 'dist', `covenant-${version}-py3-none-any.whl`);
    const work = join(folder, 'work');
    mkdirSync(work);
    const absent =
      (await installed('python3', ['-c', 'import sys; assert sys.version_info >= (3, 10)'], {})) ??
      (await installed('python3', ['-m', 'venv', join(folder, 'venv')], {})) ??
      (await installed(python, ['-m', 'pip', 'install', '--quiet', ...tools], {}));
    if (absent) return absent;
    const run = (command: string, args: readonly string[], environment = {}) =>
      output(command, args, {
        folder: work,
        timeoutMs,
        environment: { PATH: `${bin}:${process.env.PATH}`, ...environment },
      });
    await run(python, ['-m', 'build', '--no-isolation', '--outdir', join(folder, 'dist'), sources]);
    await run(python, ['-m', 'pip', 'install', '--quiet', `${wheel}[live]`]);
    const programs = [
      'programs/analytics.py',
      'programs/follow.py',
      'programs/live.py',
      'behaviours.py',
      'live_behaviours.py',
    ].map((file) => join(from, file));
    for (const file of programs) copyFileSync(file, join(work, file.split('/').at(-1) ?? ''));
    const steps: Step[] = [
      {
        what: 'mypy --strict finds nothing in the package',
        run: () => run(python, ['-m', 'mypy', '--strict', '-p', 'covenant']),
      },
      { what: 'mypy --strict finds nothing in its programs', run: () => run(python, ['-m', 'mypy', '--strict', '.']) },
      { what: 'pyright finds nothing', run: () => run(python, ['-m', 'pyright', '.', join(sources, 'covenant')]) },
      {
        what: 'both clients keep their promises with a server that misbehaves',
        run: () => run(python, ['behaviours.py']),
      },
      {
        what: 'live updates of both keep theirs',
        run: () => run(python, ['live_behaviours.py']),
      },
      ...installationOf(process.env.COVENANT_ENDPOINTS).flatMap((installation) => [
        {
          what: 'the third follows two labs until they run',
          run: async () => run(python, ['live.py'], await startedLabs(installation.platform)),
        },
      ]),
      ...installationOf(process.env.COVENANT_ENDPOINTS)
        .map(userOf)
        .flatMap((environment) => [
          {
            what: 'the first program uploads, follows the job and reads indices',
            run: () => run(python, ['analytics.py'], environment),
          },
          { what: 'the second does so with a refresh after a 401', run: () => run(python, ['follow.py'], environment) },
        ]),
    ];
    const results: { what: string; found: string | undefined; shown: string }[] = [];
    for (const { what, run: start } of steps) results.push({ what, ...(await outcome(start)) });
    const rows = results.map(({ what, found }) => `| ${what} | ${found === undefined ? 'yes' : `no: ${found}`} |`);
    const shown = list ? results.map((each) => each.shown) : [];
    return {
      ok: results.every(({ found }) => found === undefined),
      text: [`Python, covenant ${version}`, '', '| promise | kept |', '|---|---|', ...rows, ...shown].join('\n'),
    };
  },
};

async function outcome(start: Step['run']): Promise<{ readonly found: string | undefined; readonly shown: string }> {
  try {
    return { found: undefined, shown: await start() };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    return {
      found:
        `${stdout}${stderr}`
          .split('\n')
          .filter((line) => !line.startsWith('kept'))
          .join(' ')
          .slice(0, 1_000) || String(error),
      shown: stdout,
    };
  }
}
