// The files that all pages share: style, script, icon.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync, transformSync } from 'esbuild';
import { items as definitions } from '../../../services/analytics/indices/definitions.ts';

/** For the axis of a drawing. */
const units = Object.fromEntries(definitions.map(({ name, unit }) => [name, unit]));

const own = (file: string): string => readFileSync(path.join(import.meta.dirname, 'browser', file), 'utf8');

/** The web app has the same. */
const tokens = (): string =>
  readFileSync(path.join(import.meta.dirname, '../../../services/web/styles/tokens.css'), 'utf8');

export const assets = (): readonly (readonly [string, string])[] => [
  [
    'assets/site.css',
    transformSync(`${tokens()}${own('site.css')}`, { loader: 'css', minify: true, target: 'es2024' }).code,
  ],
  ['assets/site.js', script('site.ts', 'search.ts')],
  ['assets/theme.js', script('theme.ts')],
  ['assets/try.js', script('try/try.ts')],
  ['assets/icon.svg', own('icon.svg')],
];

/** Classic scripts: a page from a file may not load modules. */
const script = (...files: readonly string[]): string => files.map((file) => bundled(file)).join('');

function bundled(file: string): string {
  const entry = path.join(import.meta.dirname, 'browser', file);
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    define: { measureUnits: JSON.stringify(units) },
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('');
}
