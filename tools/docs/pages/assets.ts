// The files that all pages share: style, script, icon.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

const own = (file: string): string => readFileSync(path.join(import.meta.dirname, 'browser', file), 'utf8');

export const assets = (): readonly (readonly [string, string])[] => [
  ['assets/site.css', own('site.css').replaceAll(/^ +/gm, '')],
  ['assets/site.js', script('site.ts', 'search.ts')],
  ['assets/theme.js', script('theme.ts')],
  ['assets/try.js', joined('dom', 'contract', 'send', 'login', 'form', 'chart', 'reply', 'job', 'live', 'try')],
  ['assets/icon.svg', own('icon.svg')],
];

/** Classic scripts: a page from a file may not load modules. */
const script = (...files: readonly string[]): string =>
  files
    .map((file) => `(() => {'use strict';\n${stripTypeScriptTypes(own(file)).replaceAll(/^export .*$/gm, '')}})();\n`)
    .join('');

/** Modules of one script, in the order in which they need each other: their names are distinct. */
const joined = (...names: readonly string[]): string => {
  const parts = names.map((name) =>
    stripTypeScriptTypes(own(`try/${name}.ts`))
      .replaceAll(/^import [\s\S]*? from '.*';$/gm, '')
      .replaceAll(/^export /gm, '')
      .replaceAll(/^\s*(\/\/|\/\*\*).*\n/gm, '')
      .replaceAll(/[ \t]+$/gm, '')
      .replaceAll(/\n{2,}/g, '\n'),
  );
  return `(() => {'use strict';\n${parts.join('')}})();\n`;
};
