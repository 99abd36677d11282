// The texts of the packages' READMEs, with their programs, which are files that tests run. The reference pages quote
// the same texts.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Each text, and the folder of its programs. */
const sources = {
  analytics: ['pages/analytics.md', 'programs'],
  platform: ['pages/platform.md', 'programs'],
  infra: ['pages/infra.md', 'programs'],
  shared: ['pages/shared.md', 'programs'],
  messages: ['messages/page.md', 'programs'],
  'python-messages': ['python-messages/page.md', 'python-messages'],
  python: ['python/page.md', 'python/programs'],
  cli: ['cli/page.md', 'cli'],
} as const;

export type ReadmeName = keyof typeof sources;
export const isReadme = (name: string): name is ReadmeName => Object.hasOwn(sources, name);

const languages: Readonly<Record<string, string>> = { '.ts': 'ts', '.py': 'python' };

export function readmeText(name: ReadmeName, version: string): string {
  const [page, programs] = sources[name];
  return read(page)
    .replaceAll('{version}', version)
    .replaceAll(
      /<!-- program: (\S+) -->/g,
      (_, file: string) => `\`\`\`${languages[path.extname(file)]}\n${read(`${programs}/${file}`)}\n\`\`\``,
    );
}

/** The text of a program of the npm packages. */
export const programText = (file: string): string => read(`programs/${file}`);

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8').trim();
