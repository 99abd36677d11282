// Labs as a teacher and a student use them: started and stopped with a line for each student.

import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client,
  getLabConfig,
  items,
  listLabInstances,
  replaceLabConfig,
  restartLab,
  startLab,
  stopLab,
  unwrap,
} from '../../../../generated/platform/client.ts';
import type { LabInstance, StartAccepted } from '../../../../generated/platform/types.ts';
import { optionsOf } from '../../../command-line/options.ts';
import { commonOptions, type Options, optionsIn, unreadable, type Words } from './arguments.ts';
import { CommandError, type ExitCode, exitCodes } from './failure.ts';
import { inCommands } from './in-commands.ts';
import { outputFor, show } from './output.ts';
import type { Session } from './session.ts';
import { note, styled, type Terminal } from './terminal.ts';

/** Further commands of the group: those of the platform by a shorter name. */
export const labAliases: Readonly<Record<string, string>> = {
  list: 'list-labs',
  upload: 'upload-lab',
  instances: 'list-lab-instances',
};

const exits = 'Exit code 1: a lab failed, did not get there in time, or was refused for a student.';
const start = `covenant labs start LAB --student ID ... [options]

  --student ID        a student by \`student_id\`; may be repeated, at least once
  --restore none|latest
                      what a home begins with: nothing, or the archive of the last stop (the default)
  --wait              a line for each student and each change, until all labs run
  --timeout SECONDS   how long --wait waits; 600 without it
`;
const stop = `covenant labs stop LAB [options]

  --student ID        stop the lab of this student; may be repeated. Without it, all of the lab
  --wait              a line for each student and each change, until all have stopped
  --timeout SECONDS   how long --wait waits; 600 without it

Homes are archived. A later start brings the files back.
`;
const restart = `covenant labs restart LAB [options]

  --student ID        restart the lab of this student; may be repeated. Without it, all of the lab
  --wait              a line for each student and each change, until all labs run
  --timeout SECONDS   how long --wait waits; 600 without it

All processes end. Files in the homes, address and passwords are kept.
`;
const enter = `covenant labs ssh LAB [options] [COMMAND ...]

  --role NAME         a further container of the lab
  --plain             without start files such as ~/.bashrc, to mend them
  --show              show address, password and host key instead, for another program

Opens a shell in your lab, or runs COMMAND there, with the ssh of this machine. Ends with the exit code of ssh.
`;

const replace = `covenant labs replace LAB FILE [options]

Uploads a new version of the configuration, unless it changes at the same time. Running labs keep theirs; the next start
uses the new one.
`;

export const labsHelp = `covenant labs COMMAND

  start LAB --student ID ... [--wait]     start a lab for students
  stop LAB [--student ID ...] [--wait]    stop it and archive the homes
  restart LAB [--student ID ...] [--wait] end all processes and start them again; files are kept
  ssh LAB [COMMAND ...]                   open a shell in your lab, or run a command there
  list                                    labs
  upload FILE                             add a lab from its configuration
  replace LAB FILE                        upload a new version of the configuration of a lab
  instances LAB                           the lab of each student

Example
  covenant labs start net-intro --student anna --student ben --wait

A lab cannot be deleted. A stopped lab uses no capacity, and its lab_id remains in use.

Help on one of them: covenant labs COMMAND --help
`;

/** The help of each command that is not an operation by a shorter name. */
export const labHelps: Readonly<Record<string, string>> = {
  start: `${start}
Example
  covenant labs start net-intro --student anna --student ben --wait

${exits}
`,
  stop: `${stop}
Example
  covenant labs stop net-intro --wait

${exits}
`,
  restart: `${restart}
Example
  covenant labs restart net-intro --student anna --wait

${exits}
`,
  replace: `${replace}
Example
  covenant labs replace net-intro lab.yaml
`,
  ssh: `${enter}
Examples
  covenant labs ssh net-intro
  covenant labs ssh net-intro ls -l
`,
};

interface Context {
  readonly terminal: Terminal;
  readonly open: (profile: string | undefined) => Session;
}

const labOptions = {
  ...commonOptions,
  student: { type: 'string', multiple: true },
  restore: { type: 'string' },
  wait: { type: 'boolean' },
  timeout: { type: 'string' },
} as const;

const operations = { start: startLab, stop: stopLab, restart: restartLab } as const;
export type Verb = keyof typeof operations;
export const verbs: readonly string[] = Object.keys(operations);
export const isVerb = (word: string): word is Verb => verbs.includes(word);
type State = LabInstance['state'];

const reached: Readonly<Record<Verb, readonly State[]>> = {
  start: ['running'],
  stop: ['stopped'],
  restart: ['running'],
};
const ended: Readonly<Record<Verb, readonly State[]>> = {
  start: ['running', 'degraded', 'failed', 'stopped'],
  stop: ['stopped', 'failed'],
  restart: ['running', 'degraded', 'failed', 'stopped'],
};

export async function changeLab(verb: Verb, args: readonly string[], context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const { values, positionals } = optionsOf({ args: [...args], allowPositionals: true, options: labOptions });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new CommandError(`Name one lab: \`covenant labs ${verb} LAB\`.`);
  const { student = [], restore, timeout = '600' } = values;
  if (verb === 'start' && student.length === 0) throw new CommandError('--student is required; it may be repeated.');
  if (!/^\d+$/.test(timeout)) throw new CommandError(`--timeout is ${timeout}; it must be a number of seconds.`);
  const options = optionsIn(values as Words);
  const client = await context.open(options.profile).client('platform');
  const before = await sequencesOf(client, id);
  const body = {
    ...(student.length === 0 ? {} : { student_ids: student }),
    ...(restore === undefined ? {} : { restore }),
  };
  // The service checks `restore`, as it does the ids.
  const input = { path: { id }, body } as never;
  const accepted: StartAccepted = unwrap(await operations[verb](client, input));
  for (const { student_id, outcome, reason, advice } of accepted.results)
    if (!options.quiet) note(terminal, lineOf([student_id, outcome, reason, advice]));
  const isRefused = accepted.results.some(({ outcome }) => outcome === 'refused');
  if (!options.wait) {
    if (outputFor(terminal, options.output) !== 'table') await show(terminal, accepted, options);
    return isRefused ? exitCodes.failed : exitCodes.ok;
  }
  const watching = { client, id, verb, before, deadline: Date.now() + Number(timeout) * 1_000 };
  const instances = await settled(accepted, watching, { terminal, options });
  // Each refusal has its line.
  if (instances.length > 0 || outputFor(terminal, options.output) !== 'table')
    await show(terminal, { items: instances }, options);
  const isReached = instances.every(({ state }) => reached[verb].includes(state));
  return isRefused || !isReached ? exitCodes.failed : exitCodes.ok;
}

const lineOf = (parts: readonly (string | null)[]): string =>
  inCommands(parts.filter((each) => each !== null).join('  '));

/** With the ETag of the version that it replaces. */
export async function replaceLab(args: readonly string[], { terminal, open }: Context): Promise<ExitCode> {
  const { values, positionals } = optionsOf({ args: [...args], allowPositionals: true, options: commonOptions });
  const [id, file, ...more] = positionals;
  if (id === undefined || file === undefined || more.length > 0)
    throw new CommandError('Name a lab and a file: `covenant labs replace LAB FILE`.');
  const body = textOf(file, await readFile(file).catch(unreadable(file)));
  const options = optionsIn(values as Words);
  const client = await open(options.profile).client('platform');
  const before = await getLabConfig(client, { path: { id } });
  unwrap(before);
  const headers = { 'If-Match': before.headers.get('etag') ?? '' };
  await show(terminal, unwrap(await replaceLabConfig(client, { path: { id }, headers, body })), options);
  return exitCodes.ok;
}

function textOf(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandError(`${file} is not UTF-8.`);
  }
}

/** The number of the last change of each instance: what is listed with a higher one has happened since. */
async function sequencesOf(client: Client, id: string): Promise<ReadonlyMap<string, number>> {
  const known = new Map<string, number>();
  for await (const { instance_id, sequence } of items(listLabInstances, client, { path: { id } }))
    known.set(instance_id, sequence);
  return known;
}

interface Watching {
  readonly client: Client;
  readonly id: string;
  readonly verb: Verb;
  readonly before: ReadonlyMap<string, number>;
  readonly deadline: number;
}

/** Until each instance of the request has come to its end, with a line for each change. */
async function settled(
  { results }: StartAccepted,
  { client, id, verb, before, deadline }: Watching,
  { terminal, options }: { readonly terminal: Terminal; readonly options: Options },
): Promise<readonly LabInstance[]> {
  const ids = new Set(results.filter(({ outcome }) => outcome !== 'refused').flatMap((each) => each.instance_id ?? []));
  const unchanged = new Set(
    results.filter(({ outcome }) => /^already_(running|stopped)$/.test(outcome)).map((each) => each.instance_id),
  );
  const shown = new Map<string, string>();
  for (;;) {
    const listed: LabInstance[] = [];
    for await (const each of items(listLabInstances, client, { path: { id } }))
      if (ids.has(each.instance_id)) listed.push(each);
    const isFresh = ({ instance_id, sequence }: LabInstance) =>
      unchanged.has(instance_id) || sequence > (before.get(instance_id) ?? -1);
    for (const instance of listed.filter(isFresh)) {
      const { instance_id, members, state, reason, advice } = instance;
      if (shown.get(instance_id) === state) continue;
      shown.set(instance_id, state);
      const colour = state === 'running' ? 'green' : state === 'failed' ? 'red' : 'dim';
      const line = [members.join(', '), styled(terminal, terminal.err, colour, state), reason, advice];
      if (!options.quiet) note(terminal, lineOf(line));
    }
    if (listed.length === ids.size && listed.every((each) => isFresh(each) && ended[verb].includes(each.state)))
      return listed;
    if (Date.now() > deadline)
      throw new CommandError(
        'The labs did not reach their final state in time. They continue without this command.',
        exitCodes.failed,
      );
    await pause(1_000);
  }
}
