// covenant-review BEFORE AFTER: what a change of a contract does to whom. Exit code 0 nothing breaks, 1 something
// breaks, 2 something cannot be read.

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../../command-line/message-of.ts';
import { optionsOf } from '../../command-line/options.ts';
import { historyOf } from './lifecycle/history.ts';
import { printMarkdown } from './print/markdown.ts';
import { printText } from './print/text.ts';
import { sideOf } from './reading/side.ts';
import { releasesOf } from './releases/releases.ts';
import { type Report, review, reviewSides } from './review.ts';
import { treeAt, UsageError, workingTree } from './tree.ts';

const usage = `usage: covenant-review BEFORE AFTER [options]
       covenant-review --base REF [--head REF] [options]

Says what a change of a contract does to whom, with the place in both documents, the reason and a way that breaks no one.
Contracts are OpenAPI 3.0 to 3.2 and AsyncAPI 3, in YAML or JSON.

  BEFORE, AFTER     a file, or REF:PATH for a document in git (main:spec/openapi.yaml); files that it refers to are read with it
  --repository DIR  the git repository of REF; without it the one around the current folder
  --format FORM     text (default), markdown for a pull request, json for programs (described by report.schema.yaml)
  --today DAY       the day that decides which Sunset has passed; without it today

  --base REF        instead of two documents: compares all contracts below spec/ with those of a commit
  --head REF        the commit to review; without it the working tree
  --releases        writes spec/releases.json, what the newest releases changed

exit code  0  no caller breaks, or what breaks stands behind a new major version or after its announced Sunset
           1  a caller breaks
           2  the command, a document or a reference cannot be read; the reason is on the standard error

examples   covenant-review old.yaml new.json
           covenant-review main:spec/openapi.yaml spec/openapi.yaml --format markdown
           covenant-review v1.0:api.yaml v1.1:api.yaml --repository ../shop`;

const forms = ['text', 'markdown', 'json'] as const;
type Form = (typeof forms)[number];

type Result = { readonly output: string; readonly code: 0 | 1 | 2 };

/** `folder`: where relative paths and the search for a repository begin. */
export async function main(args: readonly string[], folder = process.cwd()): Promise<Result> {
  try {
    const command = read(args);
    if (command.do === 'help') return { output: `${usage}\n`, code: 0 };
    if (command.do === 'releases') return await writeReleases(folder);
    const heading = { base: command.base, head: command.head ?? 'the working tree' };
    const report = command.do === 'documents' ? await ofDocuments(command, folder) : await ofContracts(command, folder);
    return { output: print(report, heading, command.format), code: report.verdict === 'violated' ? 1 : 0 };
  } catch (error) {
    if (error instanceof UsageError) return { output: `${error.message}\n`, code: 2 };
    if (error instanceof RangeError)
      return { output: 'A document is nested too deeply, or contains itself.\n', code: 2 };
    throw error;
  }
}

async function ofDocuments({ base, head, repository = '.', today }: Documents, folder: string): Promise<Report> {
  const where = { folder, repository: resolve(folder, repository) };
  return reviewSides(await sideOf(base, where), await sideOf(head, where), today);
}

async function ofContracts({ base, head, today, repository = '.' }: Contracts, current: string): Promise<Report> {
  const folder = resolve(current, repository);
  const [before, after] = await Promise.all([
    treeAt(base, folder),
    head === undefined ? workingTree(folder) : treeAt(head, folder),
  ]);
  if (before.size + after.size === 0)
    throw new UsageError(
      `Neither ${base} nor ${head ?? 'the working tree'} has contracts: there is no .yaml file below spec/.`,
    );
  return review(before, after, { today, history: historyOf(base, folder) });
}

async function writeReleases(folder: string): Promise<{ output: string; code: 0 }> {
  const found = await releasesOf(folder);
  if (found === undefined) throw new UsageError('The history of this clone does not reach the newest releases.');
  writeFileSync(join(folder, 'spec/releases.json'), `${JSON.stringify(found, null, 2)}\n`);
  return { output: `spec/releases.json: ${found.map(({ version }) => version).join(', ')}\n`, code: 0 };
}

type Asked = { readonly format: Form; readonly today: Date; readonly repository: string | undefined };
type Documents = Asked & { readonly do: 'documents'; readonly base: string; readonly head: string };
type Contracts = Asked & { readonly do: 'contracts'; readonly base: string; readonly head: string | undefined };

type Command = { readonly do: 'help' } | { readonly do: 'releases' } | Documents | Contracts;

function read(args: readonly string[]): Command {
  const { values, positionals } = parsed(args);
  if (values.help === true) return { do: 'help' };
  if (values.releases === true) return { do: 'releases' };
  const format = forms.find((each) => each === (values.format ?? 'text'));
  if (format === undefined) throw new UsageError(`--format is ${forms.join(', ')}, not ${values.format}.`);
  const today = values.today === undefined ? new Date() : new Date(values.today);
  if (Number.isNaN(today.getTime())) throw new UsageError(`--today is a day such as 2026-11-21, not ${values.today}.`);
  const asked = { format, today, repository: values.repository };
  const [base, head, another] = positionals;
  if (values.base !== undefined && base === undefined)
    return { do: 'contracts', base: values.base, head: values.head, ...asked };
  if (
    values.base !== undefined ||
    values.head !== undefined ||
    base === undefined ||
    head === undefined ||
    another !== undefined
  )
    throw new UsageError(`Name two documents, or a commit with --base.\n\n${usage}`);
  return { do: 'documents', base, head, ...asked };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return optionsOf({
      args: [...args],
      allowPositionals: true,
      options: {
        base: text,
        head: text,
        format: text,
        today: text,
        repository: text,
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
