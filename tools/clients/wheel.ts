// A wheel of the sources of a Python package, where Python can build one.
import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PythonPackage {
  readonly name: string;
  readonly version: string;
  readonly sources: string;
  /** Or why there is none, as a sentence. */
  readonly wheel: { readonly file: string; readonly bytes: number } | { readonly missing: string };
}

/** The wheel in `folder`; the source distribution stays in `dist/` of the sources. */
export async function wheelOf(name: string, sources: string, folder: string): Promise<PythonPackage['wheel']> {
  const missing = await missingTool();
  if (missing !== undefined) return { missing };
  const built = path.join(sources, 'dist');
  // The backend itself, which Debian has as a package: a frontend would add nothing.
  await run('python3', ['-m', 'hatchling', 'build', '-d', built], { cwd: sources }).catch(
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
  const found = await run('python3', ['-c', 'import sys, hatchling; sys.exit(sys.version_info < (3, 10))']).then(
    () => undefined,
    (error: NodeJS.ErrnoException & { readonly stderr?: string }) => error,
  );
  if (found === undefined) return undefined;
  if (found.code === 'ENOENT') return 'No wheel was built, because python3 is not on this machine.';
  const absent = /No module named '(\w+)'/.exec(found.stderr ?? '')?.[1];
  if (absent !== undefined)
    return `No wheel was built, because python3 lacks the module ${absent}: install the Debian package python3-hatchling, or run python3 -m pip install hatchling in a virtual environment that is on the PATH.`;
  return 'No wheel was built, because python3 is older than 3.10.';
}
