// The messages package for Python: the sources of a distribution, and its wheel where Python can build one.
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const name = 'covenant-messages';

export interface PythonPackage {
  readonly name: string;
  readonly version: string;
  readonly sources: string;
  /** Or why there is none, as a sentence. */
  readonly wheel: { readonly file: string; readonly bytes: number } | { readonly missing: string };
}

/** The sources are in `python-messages/` in `folder`, the wheel beside it. */
export async function buildPythonMessages({
  root,
  folder,
}: {
  readonly root: string;
  readonly folder: string;
}): Promise<PythonPackage> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const sources = path.join(folder, 'python-messages');
  rmSync(sources, { recursive: true, force: true });
  stageSources(root, sources);
  writeFileSync(path.join(sources, 'pyproject.toml'), projectOf(version));
  writeFileSync(path.join(sources, 'README.md'), pageOf());
  return { name, version, sources, wheel: await wheelOf(sources, folder) };
}

function stageSources(root: string, sources: string): void {
  const module = path.join(sources, 'covenant_messages');
  mkdirSync(module, { recursive: true });
  cpSync(path.join(import.meta.dirname, 'covenant_messages'), module, {
    recursive: true,
    filter: (file) => !file.endsWith('__pycache__'),
  });
  for (const document of ['analytics', 'lab'])
    copyFileSync(path.join(root, 'generated', document, 'shared_messages.py'), path.join(module, `${document}.py`));
}

const projectOf = (version: string): string => `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "${name}"
version = "${version}"
description = "Messages of Covenant over AMQP 0-9-1, generated from their contracts"
readme = "README.md"
requires-python = ">=3.10"
dependencies = ["aio-pika>=9.4", "typing-extensions>=4.0; python_version < '3.11'"]
classifiers = ["Private :: Do Not Upload", "Typing :: Typed"]

[tool.hatch.build.targets.wheel]
packages = ["covenant_messages"]
`;

/** Its program is a file that a test runs. */
const pageOf = (): string =>
  readFileSync(path.join(import.meta.dirname, 'page.md'), 'utf8').replace(
    '<!-- program -->',
    `\`\`\`python\n${readFileSync(path.join(import.meta.dirname, 'program.py'), 'utf8').trim()}\n\`\`\``,
  );

async function wheelOf(sources: string, folder: string): Promise<PythonPackage['wheel']> {
  const missing = await missingTool();
  if (missing !== undefined) return { missing };
  const built = path.join(sources, 'dist');
  await run('python3', ['-m', 'build', '--wheel', '--no-isolation', '--outdir', built, sources]).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`The wheel of ${name} was not built:\n${`${stdout}${stderr}`.slice(-2_000)}`);
    },
  );
  const [wheel = ''] = readdirSync(built).filter((file) => file.endsWith('.whl'));
  const file = path.join(folder, wheel);
  copyFileSync(path.join(built, wheel), file);
  return { file, bytes: statSync(file).size };
}

async function missingTool(): Promise<string | undefined> {
  const found = await run('python3', ['-c', 'import sys, build, hatchling; sys.exit(sys.version_info < (3, 10))']).then(
    () => undefined,
    (error: NodeJS.ErrnoException & { readonly stderr?: string }) => error,
  );
  if (found === undefined) return undefined;
  if (found.code === 'ENOENT') return 'No wheel was built, because python3 is not on this machine.';
  const absent = /No module named '(\w+)'/.exec(found.stderr ?? '')?.[1];
  if (absent !== undefined)
    return `No wheel was built, because python3 lacks the module ${absent}: install it with python3 -m pip install build hatchling, in a virtual environment that is on the PATH.`;
  return 'No wheel was built, because python3 is older than 3.10.';
}
