// npm run review -- --base REF [--head REF] [--format text|markdown|json]: what a change to the contracts does to whom. Exit code 0 fine, 1 lifecycle violated, 2 usage.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../command-line/message-of.ts';
import { optionsOf } from '../../command-line/options.ts';
import { historyOf } from './history.ts';
import { printMarkdown } from './print/markdown.ts';
import { printText } from './print/text.ts';
import { releasesOf } from './releases/releases.ts';
import { type Report, review } from './review.ts';
import { treeAt, UsageError, workingTree } from './tree.ts';

const usage = `usage: npm run review -- --base REF [--head REF] [--format text|markdown|json] [--today YYYY-MM-DD]

  --base REF     the commit to compare with, such as main or HEAD~1
  --head REF     the commit to review; without it the working tree, committed or not
  --format FORM  text (default), markdown for a pull request, json for programs
  --today DAY    which Sunset has passed; without it the date of this machine

  --releases     instead of a review: write spec/releases.json, what the newest releases changed, for the changelog page

The contracts are the .yaml files below spec/. Where REF has none, all of them are new.

exit code: 0 nothing breaks, or what breaks is allowed; 1 the lifecycle is violated; 2 the command or a contract cannot be read`;

const forms = ['text', 'markdown', 'json'] as const;
type Form = (typeof forms)[number];

const root = join(import.meta.dirname, '../../..');

export async function main(args: readonly string[], folder = root): Promise<{ output: string; code: 0 | 1 | 2 }> {
  try {
    const options = read(args);
    if (options === 'help') return { output: `${usage}\n`, code: 0 };
    if (options === 'releases') return await writeReleases(folder);
    const { base, head, format, today } = options;
    const [before, after] = await Promise.all([
      treeAt(base, folder),
      head === undefined ? workingTree(folder) : treeAt(head, folder),
    ]);
    if (before.size + after.size === 0)
      throw new UsageError(
        `Neither ${base} nor ${head ?? 'the working tree'} has contracts: there is no .yaml file below spec/.`,
      );
    const report = review(before, after, { today, history: historyOf(base, folder) });
    const heading = { base, head: head ?? 'the working tree' };
    return { output: print(report, heading, format), code: report.verdict === 'violated' ? 1 : 0 };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { output: `${error.message}\n`, code: 2 };
  }
}

async function writeReleases(folder: string): Promise<{ output: string; code: 0 }> {
  const found = await releasesOf(folder);
  if (found === undefined) throw new UsageError('The history of this clone does not reach the newest releases.');
  writeFileSync(join(folder, 'spec/releases.json'), `${JSON.stringify(found, null, 2)}\n`);
  return { output: `spec/releases.json: ${found.map(({ version }) => version).join(', ')}\n`, code: 0 };
}

function read(
  args: readonly string[],
): 'help' | 'releases' | { base: string; head: string | undefined; format: Form; today: Date } {
  const { values } = parsed(args);
  if (values.help === true) return 'help';
  if (values.releases === true) return 'releases';
  if (values.base === undefined) throw new UsageError(`--base is missing.\n\n${usage}`);
  const format = forms.find((each) => each === (values.format ?? 'text'));
  if (format === undefined) throw new UsageError(`--format is ${forms.join(', ')}, not ${values.format}.`);
  const today = values.today === undefined ? new Date() : new Date(values.today);
  if (Number.isNaN(today.getTime())) throw new UsageError(`--today is a day such as 2026-11-21, not ${values.today}.`);
  return { base: values.base, head: values.head, format, today };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return optionsOf({
      args: [...args],
      options: {
        base: text,
        head: text,
        format: text,
        today: text,
        releases: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n\n${usage}`);
  }
}

function print(report: Report, heading: { base: string; head: string }, format: Form): string {
  if (format === 'json') return `${JSON.stringify({ ...heading, ...report }, null, 2)}\n`;
  if (format === 'markdown') return printMarkdown(report, heading);
  return printText(report, heading, process.stdout.isTTY && process.env.NO_COLOR === undefined);
}

if (import.meta.main) {
  const { output, code } = await main(process.argv.slice(2));
  (code === 2 ? process.stderr : process.stdout).write(output);
  process.exitCode = code;
}
