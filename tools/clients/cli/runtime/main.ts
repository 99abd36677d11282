// The command line: which command was typed, and how it ends.
import { guess } from '../../../runtime/nearest-word.ts';
import { endsQuietly, runCommand } from './call.ts';
import { type Api, apiTitles, type Table } from './command.ts';
import { completion, shells } from './completion.ts';
import { CommandError, type ExitCode, exitCodes, report } from './failure.ts';
import { apiHelp } from './help.ts';
import { helpOn } from './help-on.ts';
import { changeLab, isVerb, labAliases, labsHelp, replaceLab, verbs } from './labs.ts';
import { login, logout, profiles, status } from './login.ts';
import { messagesHelp, tail } from './messages.ts';
import { openSession, type Session } from './session.ts';
import { ssh, sshWords } from './ssh.ts';
import { print, type Terminal } from './terminal.ts';
import { userAliases, usersHelp } from './users.ts';

export async function main(args: readonly string[], table: Table, terminal: Terminal): Promise<ExitCode> {
  let session: Session | undefined;
  const open = (profile: string | undefined, url = terminal.env.COVENANT_URL) => {
    session = openSession({ ...terminal, env: { ...terminal.env, COVENANT_URL: url } }, profile);
    return session;
  };
  try {
    return await dispatch(args, { table, terminal, open });
  } catch (error) {
    return report(error, { terminal, url: installation(session) });
  }
}

/** An error must not hide behind a damaged profile. */
function installation(session: Session | undefined): string | undefined {
  try {
    return session?.url();
  } catch {
    return undefined;
  }
}

interface Context {
  readonly table: Table;
  readonly terminal: Terminal;
  readonly open: (profile: string | undefined, url?: string) => Session;
}

async function dispatch(args: readonly string[], context: Context): Promise<ExitCode> {
  const { table, terminal } = context;
  const [first = 'help', ...rest] = args;
  const shown = (text: string): ExitCode => {
    print(terminal, text.trimEnd());
    return exitCodes.ok;
  };
  if (first === '--version') return shown(table.version);
  const topic = topicOf(first, rest);
  if (topic !== undefined) {
    const text = helpOn(topic, table);
    if (text !== undefined) return shown(text);
    if (first === 'help') throw unknown(topic.join(' '), [], '');
  }
  if (first === 'login') return login(rest, context);
  if (first === 'logout') return logout(rest, terminal);
  if (first === 'status') return status(rest, terminal);
  if (first === 'profiles') return profiles(rest, terminal);
  if (first === 'completion') return shown(completionFor(rest[0], table));
  if (first === 'labs') return labs(rest, context, shown);
  if (first === 'users') return users(rest, context, shown);
  if (first === 'messages') return messages(rest, context, shown);
  if (!(first in apiTitles)) throw unknown(first, [...Object.keys(apiTitles), ...ownCommands], '');
  return operate(first as Api, rest, context, shown);
}

/** What help is asked for, by `help` in front or by `--help` behind; undefined: none. */
function topicOf(first: string, rest: readonly string[]): readonly string[] | undefined {
  if (first === 'help' || first === '--help' || first === '-h') return rest.filter((word) => !word.startsWith('-'));
  // The words after the name of a lab are those of a command that runs there, also its --help.
  const own = first === 'labs' && rest[0] === 'ssh' ? sshWords(rest.slice(1)).own : rest;
  if (!asksHelp(own)) return undefined;
  const end = rest.findIndex((word) => word.startsWith('-'));
  return [first, ...rest.slice(0, end < 0 ? undefined : end)];
}

type Show = (text: string) => ExitCode;

async function operate(
  api: Api,
  [name, ...words]: readonly string[],
  context: Context,
  shown: Show,
): Promise<ExitCode> {
  const { table } = context;
  if (name === undefined || name.startsWith('-')) return shown(apiHelp(api, table));
  const own = table.commands.filter((each) => each.api === api);
  const command = own.find((each) => each.name === name);
  if (command === undefined)
    throw unknown(
      name,
      own.map((each) => each.name),
      `${api} `,
    );
  return runCommand(command, words, context);
}

async function labs([verb, ...words]: readonly string[], context: Context, shown: Show): Promise<ExitCode> {
  if (verb === 'ssh') return ssh(sshWords(words), context);
  if (verb === 'replace') return replaceLab(words, context);
  const alias = labAliases[verb ?? ''];
  if (alias !== undefined) return operate('platform', [alias, ...words], context, shown);
  if (verb === undefined || verb.startsWith('-')) return shown(labsHelp);
  if (isVerb(verb)) return changeLab(verb, words, context);
  throw unknown(verb, [...verbs, 'replace', 'ssh', ...Object.keys(labAliases)], 'labs ');
}

async function users([verb, ...words]: readonly string[], context: Context, shown: Show): Promise<ExitCode> {
  if (verb === undefined || verb.startsWith('-')) return shown(usersHelp);
  const alias = userAliases[verb];
  if (alias === undefined) throw unknown(verb, Object.keys(userAliases), 'users ');
  return operate('platform', [alias, ...words], context, shown);
}

async function messages([verb, ...words]: readonly string[], context: Context, shown: Show): Promise<ExitCode> {
  if (verb === undefined || verb.startsWith('-')) return shown(messagesHelp(context.table));
  if (verb === 'tail') return tail(words, context.table, context.terminal);
  throw unknown(verb, ['tail'], 'messages ');
}

function completionFor(name: string | undefined, table: Table): string {
  const shell = shells.find((each) => each === name);
  if (shell === undefined) throw new CommandError(`Name a shell: ${shells.join(', ')}.`);
  return completion(shell, table);
}

export const ownCommands = ['login', 'logout', 'status', 'profiles', 'labs', 'users', 'messages', 'completion', 'help'];

const asksHelp = (words: readonly string[]): boolean => {
  const own = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined);
  return own.includes('--help') || own.includes('-h');
};

function unknown(word: string, known: readonly string[], prefix: string): CommandError {
  const near = guess(word, known) ?? known.find((each) => word !== '' && each.split('-').includes(word));
  const advice =
    near === undefined ? `Run \`covenant ${prefix}--help\`.` : `Did you mean \`covenant ${prefix}${near}\`?`;
  return new CommandError(`There is no command \`covenant ${prefix}${word}\`. ${advice}`);
}

/** The process: its arguments, its streams, its exit code. */
export async function start(table: Table): Promise<void> {
  // Node warns of openAsBlob, which is experimental in Node 20 and stable since.
  process.removeAllListeners('warning');
  void endsQuietly(process.stdout);
  const terminal: Terminal = { env: process.env, out: process.stdout, err: process.stderr, in: process.stdin };
  process.exitCode = await main(process.argv.slice(2), table, terminal);
}
