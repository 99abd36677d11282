// npm run lint:spec: Redocly with our rules over every contract.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { answerHelp } from '../../command-line/options.ts';
import { rules } from './rules.ts';

export type Problem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly message: string;
};

const usage = `Usage: npm run lint:spec [-- FILE ...]

Asks whether contracts follow the conventions of spec/README.md: all of spec/, or the files that are named.
Exit code 0: they do; 1: each problem is a line with file, line, column and rule; 2: a file cannot be read.`;

const here = import.meta.dirname;
const repository = resolve(here, '../../..');
const redocly = join(repository, 'tools/node_modules/@redocly/cli/bin/cli.js');

/** Both kinds of contract, in every folder of spec/. */
export function contracts(folder = join(repository, 'spec')): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((part) => ['openapi.yaml', 'asyncapi.yaml'].map((name) => join(folder, part, name)))
    .filter((file) => existsSync(file));
}

/** One run of Redocly over all files. */
export async function lint(files: readonly string[], config = join(here, 'redocly.yaml')): Promise<Problem[]> {
  if (files.length === 0) return [];
  const options = ['lint', '--config', config, '--format', 'json', '--max-problems', '100000'];
  const child = spawn(process.execPath, [redocly, ...options, ...files], {
    cwd: repository,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, log] = await Promise.all(
    [child.stdout.toArray(), child.stderr.toArray()].map(async (chunks) => Buffer.concat(await chunks).toString()),
  );
  const reports = parseReports(output ?? '');
  if (reports.length !== files.length) throw new Error(`Redocly did not lint every file.\n${log}`);
  return reports.flat();
}

type Report = {
  problems: {
    ruleId: string;
    message: string;
    location: { source: { ref: string }; start?: { line: number; col: number } }[];
  }[];
};

/** Redocly writes one JSON document for each file, with nothing between them. */
function parseReports(output: string): Problem[][] {
  const documents = output.split(/(?<=^\})(?=\{$)/m).filter((each) => each.trim() !== '');
  return documents.map((each) => (JSON.parse(each) as Report).problems.map(problem));
}

function problem({ ruleId, message, location: [place] }: Report['problems'][number]): Problem {
  const { line = 0, col = 0 } = place?.start ?? {};
  return { file: resolve(repository, place?.source.ref ?? ''), line, column: col, rule: ruleId, message };
}

const explanation = (id: string): string => {
  const rule = rules.find((each) => `covenant/${each.id}` === id);
  return rule === undefined ? '' : `\n    ${rule.why} See "${rule.see}" in spec/README.md.`;
};

async function main(): Promise<number> {
  const files = process.argv.length > 2 ? process.argv.slice(2).map((each) => resolve(each)) : contracts();
  const problems = await lint(files);
  for (const { file, line, column, rule, message } of problems)
    console.log(`${relative(process.cwd(), file)}:${line}:${column} ${rule}: ${message}${explanation(rule)}`);
  console.log(
    problems.length === 0 ? `${files.length} contracts follow the conventions.` : `${problems.length} problems.`,
  );
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  answerHelp(usage);
  process.exitCode = await main().catch((error: Error) => {
    console.error(error.message);
    return 2;
  });
}
