// The files of generated/schema: today's schema of each database, and from which migrations each was made.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Database, readSteps, type Step } from '../../adapters/store/migrate.ts';
import type { Group } from './print.ts';

export const databases = ['analytics', 'platform', 'infrastructure'] as const satisfies readonly Database[];

export const fileOf = (database: Database): string => `generated/schema/${database}.sql`;

export const advice = 'Run `npm run schema` and commit the result.';

/** The whole file: groups with the migrations that say why each object is as it is. */
export function schemaFile(database: Database, steps: readonly Step[], groups: readonly Group[]): string {
  const sections = groups
    .filter(({ statements }) => statements.length > 0)
    .map((group) => {
      const names = stepsAbout(group.title, steps);
      const origin = names.length > 0 ? `-- ${group.title}: ${names.join(', ')}\n` : '';
      return `${origin}${group.statements.map((statement) => `${statement};\n`).join('')}`;
    });
  return `${header(database, steps)}\n${sections.join('\n')}`;
}

const header = (database: Database, steps: readonly Step[]): string => `\
-- Today's schema of the database ${database}. Generated from adapters/store/sql by npm run schema; do not edit.
-- Sequences, tables and views come first, functions last. Above each stand the migrations that change it: they give the reasons.
-- Rows that migrations insert are not shown.
${mark(steps)}
`;

/** A file with this line was made from these migrations; a server is needed only to write it. */
const mark = (steps: readonly Step[]): string => {
  const hash = createHash('sha256');
  for (const { name, sha256 } of steps) hash.update(`${name} ${sha256}\n`);
  return `-- Made from ${steps.length} migrations with the hash ${hash.digest('hex')}.`;
};

function stepsAbout(title: string, steps: readonly Step[]): readonly string[] {
  const name = title.replace(/^"|"$/g, '').replaceAll('.', '\\.');
  const statement = new RegExp(
    String.raw`\b(table|view|sequence|schema|extension|function|procedure|on)\s+(if\s+(not\s+)?exists\s+)?${name}(?![.\w])`,
    'i',
  );
  return steps.filter(({ sql }) => statement.test(sql.replace(/--.*$/gm, ''))).map((step) => step.name);
}

/** A sentence for each file that was not made from the migrations of today. Reads files only. */
export async function outdatedFiles(root: string): Promise<readonly string[]> {
  const sentences = await Promise.all(
    databases.map(async (database) => {
      const steps = await readSteps(database, path.join(root, 'adapters/store/sql'));
      const file = path.join(root, fileOf(database));
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return text.includes(`${mark(steps)}\n`)
        ? []
        : [`${fileOf(database)} was not made from the migrations in adapters/store/sql. ${advice}`];
    }),
  );
  return sentences.flat();
}
