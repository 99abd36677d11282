// The tables of deploy/README.md that the code knows better: the environment variables. The rest of the page is written by hand.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { definitions } from '../../services/config/variables.ts';

const page = path.join('deploy', 'README.md');
const begin = '<!-- variables: written by npm run generate -->';
const end = '<!-- end of variables -->';

/** The page as it should be; what stands outside of the marks stays. Throws when the marks are gone. */
export function operatorPage(root: string): { readonly path: string; readonly content: string } {
  const text = readFileSync(path.join(root, page), 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${page} has lost its marks ${begin} and ${end}.`);
  return { path: page, content: `${before}${begin}\n\n${variablesTable()}\n\n${end}${after}` };
}

function variablesTable(): string {
  const rows = Object.entries(definitions).map(([name, { reader, roles, otherwise, text }]) => {
    const needed = roles.length > 0 ? roles.map((role) => `\`${role}\``).join(' ') : defaultOf(otherwise);
    return `| \`${name}\` | ${needed} | ${text} Expected: ${escaped(reader.expected)}. |`;
  });
  return ['| variable | required by, or default | meaning |', '|---|---|---|', ...rows].join('\n');
}

const defaultOf = (otherwise: string | undefined) =>
  otherwise === undefined || otherwise === '' ? 'optional' : `default \`${otherwise}\``;

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');
