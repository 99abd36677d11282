// One command for one operation: its input is read, the client calls it, its answer is shown.
import { once } from 'node:events';
import * as analytics from '../../../../generated/analytics/client.ts';
import { type CallOptions, type Client, items, type UploadProgress } from '../../../../generated/analytics/client.ts';
import type { JobError } from '../../../../generated/analytics/types.ts';
import * as infra from '../../../../generated/infra/client.ts';
import * as platform from '../../../../generated/platform/client.ts';
import { type Problem, ProblemError } from '../../../../generated/runtime/problem.ts';
import { type Input, type Options, readArguments } from './arguments.ts';
import type { Api, Command } from './command.ts';
import { CommandError, type ExitCode, exitCodes, linesOfPlaces, type ProblemPlace } from './failure.ts';
import { inCommands } from './in-commands.ts';
import { assertWritable, hasMore, outputFor, show } from './output.ts';
import { progressBar } from './progress.ts';
import type { Session } from './session.ts';
import { note, type Terminal } from './terminal.ts';
import { unmatchedFilters } from './unmatched-filters.ts';

interface Result {
  readonly ok: boolean;
  readonly headers: Headers;
  readonly body?: unknown;
  /** The problem of a result that is not ok. */
  readonly problem: Problem;
  readonly operation: string;
}

type Operation = (client: Client, input: Input, options?: CallOptions) => Promise<Result>;
type Job = Readonly<Record<string, unknown>> & { readonly status: string };
type Poller = (client: Client, input: Input, options: { onProgress: (job: Job) => void }) => Promise<Job>;

const clients: Readonly<Record<Api, object>> = { analytics, platform, infra };

const exported = <T>(api: Api, name: string): T => {
  const found = (clients[api] as Readonly<Record<string, unknown>>)[name];
  if (typeof found !== 'function') throw new Error(`The client has no ${name}.`);
  return found as T;
};

interface Context {
  readonly terminal: Terminal;
  readonly open: (profile: string | undefined) => Session;
}

export async function runCommand(command: Command, args: readonly string[], context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const { input, options, fileBytes } = await readArguments(command, args, terminal);
  if (options.save !== undefined) await assertWritable(options.save);
  const bar = progressBar(terminal, options.quiet);
  const client = await context.open(options.profile).client(command.api, {
    ...(options.verbose ? verbosely(terminal) : {}),
  });
  const operation = exported<Operation>(command.api, command.operation);
  if (options.all || isWholeFile(command, input, { terminal, options }))
    return showAll(operation, client, input, { terminal, options });
  const onProgress = ({ sent, total }: UploadProgress) => bar.show('uploading', sent / total);
  const call = {
    ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
    ...(fileBytes > 0 ? { onProgress } : {}),
  };
  const result = await operation(client, input, call).finally(() => bar.end());
  if (options.verbose) showHeaders(terminal, result.headers);
  if (!result.ok) throw new ProblemError(result.problem, result.operation);
  if (command.job !== undefined && options.wait) return follow(command, client, result.body, { terminal, options });
  if (!options.quiet && isRepeated(command, result.body)) noteRepeated(terminal, jobIn(command, result.body));
  await showBody(result, { terminal, options });
  if (command.api === 'analytics' && !options.quiet)
    for (const line of await unmatchedFilters(client, result.body, input)) note(terminal, line);
  return exitCodes.ok;
}

const verbosely = (terminal: Terminal) => ({
  onRequest: ({ method, url }: { method: string; url: string }) => note(terminal, `> ${method} ${url}`),
  onResponse: ({ status, ms }: { status: number | undefined; ms: number }) =>
    note(terminal, `< ${status ?? 'no answer'} after ${ms.toFixed(0)} ms`),
});

function showHeaders(terminal: Terminal, headers: Headers): void {
  for (const [name, value] of headers)
    if (['etag', 'location', 'ratelimit', 'x-request-id', 'retry-after'].includes(name))
      note(terminal, `< ${name}: ${value}`);
}

interface Showing {
  readonly terminal: Terminal;
  readonly options: Options;
}

async function showBody({ body }: Result, { terminal, options }: Showing): Promise<void> {
  if (body !== undefined) await show(terminal, body, options);
  if (hasMore(body) && !options.quiet) note(terminal, 'There are more: use --all.');
  if (body === undefined && !options.quiet) note(terminal, 'Done.');
}

/** A CSV file does not show that it ends in the middle; who asks for one page sets its limit or its cursor. */
const isWholeFile = ({ isPaged }: Command, { query }: Input, { terminal, options }: Showing): boolean =>
  isPaged && outputFor(terminal, options.output) === 'csv' && query?.limit === undefined && query?.cursor === undefined;

/** One document with the items of all pages: a table and CSV need all rows for their columns. */
async function showAll(operation: Operation, client: Client, input: Input, { terminal, options }: Showing) {
  const found: unknown[] = [];
  // The client's own iterator: it takes any operation whose answer has items and next_cursor.
  for await (const item of items(operation as never, client, input as never)) found.push(item);
  await show(terminal, { items: found }, options);
  return exitCodes.ok;
}

/** Until the job has ended. It is the last line of the output, so that a script has its result. */
async function follow(command: Command, client: Client, accepted: unknown, { terminal, options }: Showing) {
  const { poller = '' } = command.job ?? {};
  const id = jobIn(command, accepted);
  const bar = progressBar(terminal, options.quiet);
  const wait = exported<Poller>(command.api, poller);
  const onProgress = ({ progress, phase, status }: Job) => bar.show(`${phase ?? status}`, Number(progress ?? 0) / 100);
  const job = await wait(client, { path: { id }, query: { wait: 20 } }, { onProgress }).finally(() => bar.end());
  if (!options.quiet && isRepeated(command, accepted)) noteRepeated(terminal, id, job.created_at);
  const isShort =
    job.status === 'failed' && options.save === undefined && outputFor(terminal, options.output) === 'table';
  if (!isShort) await show(terminal, job, options);
  else if (isReplacing(job)) await show(terminal, { replacement: job.replacement }, options);
  if (job.status === 'succeeded') return exitCodes.ok;
  throw new CommandError(`The job ${id} ended as ${job.status}.`, exitCodes.failed, { lines: reasonsOf(job, id) });
}

const isReplacing = ({ replacement }: Job): boolean => typeof replacement === 'object' && replacement !== null;

const jobIn = ({ job }: Command, accepted: unknown): unknown =>
  (accepted as Readonly<Record<string, unknown>>)[job?.id ?? ''];

/** A new job is queued: one that has succeeded is that of the same file, which changed nothing. */
const isRepeated = ({ operation }: Command, accepted: unknown): boolean =>
  operation === 'uploadFile' && (accepted as Readonly<Record<string, unknown>>).status === 'succeeded';

function noteRepeated(terminal: Terminal, id: unknown, since?: unknown): void {
  const time = typeof since === 'string' ? ` of ${since.slice(0, 16).replace('T', ' ')} UTC` : '';
  note(terminal, `This file was uploaded before: job ${id}${time}.`);
}

const errorsShown = 5;

/** What the job says of its end, if it says anything. */
function reasonsOf({ problem, errors, error_count }: Job, id: unknown): readonly string[] {
  const { detail } = (problem ?? {}) as { readonly detail?: unknown };
  const listed = Array.isArray(errors) ? (errors as readonly JobError[]) : [];
  const more = Number(error_count ?? listed.length) - errorsShown;
  return [
    ...(typeof detail === 'string' ? [inCommands(detail)] : []),
    ...linesOfPlaces(listed.slice(0, errorsShown).map(placeOf)),
    ...(more > 0 ? [`and ${more} more: covenant analytics get-job-errors ${id} --save errors.csv`] : []),
  ];
}

/** A problem leaves out what a job has as null. */
const placeOf = ({ row, column, rule, message }: JobError): ProblemPlace => ({
  ...(row === null ? {} : { row }),
  ...(column === null ? {} : { column }),
  rule,
  message,
});

/** Without this a closed pipe, as of `| head`, would be an exception. */
export const endsQuietly = async (stream: NodeJS.WritableStream): Promise<void> => {
  const [error] = (await once(stream, 'error')) as [NodeJS.ErrnoException];
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failed);
};
