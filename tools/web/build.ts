// The web app as files: scripts and styles named after their content, and the document that loads them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';

const sources = path.join(import.meta.dirname, '../../services/web');

export interface WebAppOptions {
  /** Adds the page /components, with every component in every state. */
  readonly components: boolean;
}

/** Each file with its content, below the folder that it is written to. */
export async function webAppFiles({ components }: WebAppOptions): Promise<ReadonlyMap<string, Uint8Array>> {
  const entries = { main: 'main.tsx', theme: 'theme.ts', icon: 'icon.svg' };
  const { outputFiles, metafile } = await build({
    absWorkingDir: sources,
    entryPoints: components ? { ...entries, components: 'components.tsx' } : entries,
    outdir: 'out/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy' },
    legalComments: 'none',
    logLevel: 'error',
  });
  const files = new Map(
    outputFiles.map((file) => [path.relative(path.join(sources, 'out'), file.path), file.contents]),
  );
  files.set('index.html', pageOf(metafile, 'main.tsx'));
  if (components) files.set('components.html', pageOf(metafile, 'components.tsx'));
  return files;
}

function pageOf(metafile: Metafile, entry: string): Uint8Array {
  const page = readFileSync(path.join(sources, 'index.html'), 'utf8');
  const script = outputOf(metafile, entry);
  const { cssBundle = '' } = metafile.outputs[script] ?? {};
  const names = {
    script,
    style: cssBundle,
    theme: outputOf(metafile, 'theme.ts'),
    icon: outputOf(metafile, 'icon.svg'),
  };
  const text = Object.entries(names).reduce(
    (html, [name, file]) => html.replace(`{${name}}`, path.basename(file)),
    page,
  );
  return new TextEncoder().encode(text);
}

function outputOf({ outputs }: Metafile, entry: string): string {
  const [file] =
    Object.entries(outputs).find(([, { entryPoint, inputs }]) => entryPoint === entry || inputs[entry]) ?? [];
  if (file === undefined) throw new Error(`The bundler has no output for ${entry}.`);
  return file;
}
