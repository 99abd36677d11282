// The tables of the operator's page that the code knows better: the environment variables. The rest of the page is
// written by hand.
import { definitions } from '../../../services/config/variables.ts';
import { fillPage, type Page } from './marks.ts';

export const operatorPage = (root: string): Page => fillPage(root, 'deploy/README.md', 'variables', variablesTable());

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
