// Runs @asyncapi/generator with our template over one document.
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { readWhole } from '../../contract/document/source.ts';
import { emitPayloads, emitUnions } from './messages-schemas.ts';
import { emitPython } from './python.ts';
import { emitFollower, emitSocket } from './socket.ts';

type Library = new (
  template: string,
  target: string,
  options: { forceWrite: boolean; templateParams: { header: string; emit: typeof emit } },
) => { generate(document: string): Promise<unknown> };

/**
 * What the template calls to print schemas. It is plain JavaScript, transpiled by the library, and cannot import our
 * code.
 */
const emit = {
  payloads: emitPayloads,
  unions: emitUnions,
  socket: emitSocket,
  follower: emitFollower,
  python: emitPython,
};

/** Name -> content of the files that the template writes for a document below `root`, or with an absolute path. */
export async function renderTemplate(root: string, source: string): Promise<Map<string, string>> {
  const library = await load(root);
  // The library writes its transpiled template beside the template. A copy of one's own, inside tools/ so that the
  // React SDK is found, keeps two runs apart and the sources clean.
  const cache = join(root, 'tools/node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'message-template-'));
  try {
    await cp(join(root, 'tools/generator/template'), join(work, 'template'), {
      recursive: true,
      filter: (path) => !path.endsWith('__transpiled'),
    });
    await new library(join(work, 'template'), join(work, 'out'), {
      forceWrite: true,
      templateParams: { header: `// Generated from ${source} by npm run generate; do not edit.`, emit },
    }).generate(JSON.stringify(readWhole('/', resolve(root, source))));
    const names = (await readdir(join(work, 'out'))).sort();
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, `${(await readFile(join(work, 'out', name), 'utf8')).trim()}\n`] as const),
      ),
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function load(root: string): Promise<Library> {
  // On import the library looks for a global npm and fails without one, as with Node from an npm package. This shows it
  // the one in use.
  process.env.NODE_PATH ??= dirname(dirname(dirname(await npmProgram())));
  return createRequire(join(root, 'tools/package.json'))('@asyncapi/generator') as Library;
}

/** `npm run` names itself; otherwise the npm on the PATH. */
async function npmProgram(): Promise<string> {
  if (process.env.npm_execpath !== undefined) return process.env.npm_execpath;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = await realpath(join(folder, 'npm')).catch(() => undefined);
    if (found?.endsWith('.js')) return found;
  }
  throw new Error('npm is not on the PATH; run this as `npm run generate`');
}
