// How a command ends when it fails: an exit code for each family of problems, and what is printed of it.

import { UnexpectedAnswer } from '../../../../generated/runtime/client/client.ts';
import { type ProblemBody, ProblemError, problemBase } from '../../../../generated/runtime/problem.ts';
import type { RegisteredProblem } from './command.ts';
import { inCommands } from './in-commands.ts';
import { note, styled, type Terminal } from './terminal.ts';

export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  authentication: 3,
  forbidden: 4,
  notFound: 5,
  conflict: 6,
  limit: 7,
  server: 8,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitMeanings: readonly (readonly [ExitCode, string])[] = [
  [0, 'success'],
  [1, 'the job, the lab or the command itself failed'],
  [2, 'the command or the request is invalid'],
  [3, 'not logged in'],
  [4, 'not allowed'],
  [5, 'not found'],
  [6, 'conflict with the current state'],
  [7, 'a limit is reached; try again later, or send less'],
  [8, 'the service failed or did not answer'],
  [130, 'interrupted'],
];

/** By the status that the registry gives to a problem; of limits, by the name. */
export function exitCodeOf(status: number, slug = ''): ExitCode {
  if (slug.endsWith('-limit')) return exitCodes.limit;
  if (status === 401) return exitCodes.authentication;
  if (status === 403) return exitCodes.forbidden;
  if (status === 404 || status === 410) return exitCodes.notFound;
  if (status === 409 || status === 412 || status === 428) return exitCodes.conflict;
  if (status === 402 || status === 413 || status === 429) return exitCodes.limit;
  return status >= 500 || status === 408 ? exitCodes.server : exitCodes.usage;
}

/** Ends the command with a sentence. */
export class CommandError extends Error {
  readonly code: ExitCode;
  /** Printed below the sentence. */
  readonly lines: readonly string[];

  constructor(
    message: string,
    code: ExitCode = exitCodes.usage,
    { lines = [], ...options }: ErrorOptions & { readonly lines?: readonly string[] } = {},
  ) {
    super(message, options);
    this.name = 'CommandError';
    this.code = code;
    this.lines = lines;
  }
}

interface Context {
  readonly terminal: Terminal;
  /** Where the pages of problems are; undefined before an installation is known. */
  readonly url: string | undefined;
}

/** Prints what went wrong, and returns the exit code. */
export function report(error: unknown, { terminal, url }: Context): ExitCode {
  const title = (text: string) => note(terminal, `${styled(terminal, terminal.err, 'red', 'Error:')} ${text}`);
  if (error instanceof ProblemError) {
    const { problem } = error;
    const slug = slugOf(problem);
    title(`${problem.title} (${[problem.status, slug].filter(Boolean).join(' ')})`);
    for (const line of linesOf(problem, url)) note(terminal, `  ${line}`);
    if (slug === 'unauthenticated')
      note(terminal, '  To log in, run `covenant login analytics` or `covenant login labs`.');
    return exitCodeOf(problem.status, slug);
  }
  if (error instanceof CommandError) {
    title(withCause(error));
    for (const line of error.lines) note(terminal, `  ${line}`);
    return error.code;
  }
  if (error instanceof UnexpectedAnswer) {
    title(error.message);
    return error.status >= 400 ? exitCodeOf(error.status) : exitCodes.server;
  }
  if (isMistyped(error)) {
    title(error.message);
    return exitCodes.usage;
  }
  title(error instanceof Error ? withCause(error) : String(error));
  return error instanceof TypeError ? exitCodes.server : exitCodes.failed;
}

const isMistyped = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

function withCause(error: Error): string {
  const causes: string[] = [];
  for (let at: unknown = error.cause; at instanceof Error; at = at.cause) causes.push(at.message || at.name);
  const last = causes.at(-1);
  return last === undefined || error.message.includes(last) ? error.message : `${error.message} (${last})`;
}

/** Empty when the registry does not have it. */
const slugOf = ({ type }: ProblemBody): string => (type.startsWith(problemBase) ? type.slice(problemBase.length) : '');

const standard = ['type', 'slug', 'title', 'status', 'detail', 'instance', 'errors'];

function linesOf(problem: ProblemBody, url: string | undefined): readonly string[] {
  const { type, detail, instance, errors } = problem;
  const more = Object.entries(problem).filter(([name]) => !standard.includes(name));
  const slug = slugOf(problem);
  const page = slug === '' || url === undefined ? type : new URL(`/problems/${slug}`, url).href;
  return [
    inCommands(detail),
    ...linesOfPlaces(Array.isArray(errors) ? errors : []),
    ...more.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
    // That of a proxy may have none.
    ...(instance === '' ? [] : [`request ${instance.replace(/^urn:request:/, '')}`]),
    ...(page === 'about:blank' ? [] : [page]),
  ];
}

export function linesOfPlaces(errors: readonly ProblemPlace[]): readonly string[] {
  const places = errors.map((each) => [placeOf(each), sentenceOf(each)] as const);
  const width = Math.max(0, ...places.map(([place]) => place.length));
  return places.map(([place, message]) => `${place.padEnd(width)}  ${message}`.trimStart());
}

export type ProblemPlace = NonNullable<ProblemBody['errors']>[number];

/** A setting of a configuration is named: its line does not show which one is meant, nor which value. */
function sentenceOf({ row, pointer = '', message, value }: ProblemPlace): string {
  const path = pointer.split('/').slice(1);
  const last = path.at(-1);
  if (row === undefined || last === undefined) return message;
  const name = path.join('.');
  if (message.startsWith(`${last} `)) return `${name}${message.slice(last.length)}`;
  if (!/^(is|must) /.test(message)) return `${name}: ${message}`;
  const hasValue = message.startsWith('must ') && value !== undefined && value !== last;
  return hasValue ? `${name} is ${shownValue(value)}; it ${message}` : `${name} ${message}`;
}

/** Short, and without characters that move the cursor of a terminal. */
const shownValue = (value: string): string =>
  /^[\p{L}\p{N}\p{P}\p{S} ]{1,60}$/u.test(value) ? value : JSON.stringify(value.slice(0, 60));

function placeOf(each: ProblemPlace): string {
  if (each.row !== undefined) {
    // A file of sales names its columns; a configuration counts the letters of a line.
    if (/^\d+$/.test(each.column ?? '')) return `line ${each.row}, column ${each.column}`;
    return `row ${each.row}${each.column === undefined ? '' : `, ${each.column}`}`;
  }
  return each.pointer ?? each.parameter ?? '';
}

/** The slugs of the registry by the exit code of their family. */
export const slugsOf = (problems: readonly RegisteredProblem[], code: ExitCode): readonly string[] =>
  problems.filter(({ status, slug }) => exitCodeOf(status, slug) === code).map(({ slug }) => slug);
