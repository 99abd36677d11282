// What `--help` shows.
import { type Api, apiTitles, type Command, type Flag, type Table } from './command.ts';
import { exitCodeOf, exitMeanings, slugsOf } from './failure.ts';

export const programHelp = ({ version }: Table): string => `covenant ${version}: the command line of Covenant

  covenant login analytics|labs --url ADDRESS   log in to an installation
  covenant logout [analytics|labs]              end the login and remove its tokens
  covenant status                               the installation and who is logged in
  covenant profiles [use NAME]                  accounts and installations, and the one in use

  covenant labs start LAB --student ID ... [--wait]
  covenant labs stop LAB [--student ID ...] [--wait]
  covenant labs restart LAB [--student ID ...] [--wait]
  covenant labs ssh LAB [COMMAND ...]           open a shell in your lab
  covenant users list|create|import|disable ... users, for administrators
  covenant messages tail [MESSAGE ...]          print messages of the broker as they come

${Object.entries(apiTitles)
  .map(([api, title]) => `  covenant ${`${api} COMMAND`.padEnd(37)}${title}`)
  .join('\n')}

  covenant completion bash|zsh|fish             a script for your shell
  covenant help COMMAND                         options and an example, as covenant COMMAND --help
  covenant help exit-codes                      what an exit code means

Options of every command
  -o, --output table|json|csv   table on a terminal, else json
  -q, --quiet                   no progress
  -v, --verbose                 requests, statuses and headers on the standard error
      --profile NAME            another account or installation than the one in use

Environment: COVENANT_URL, COVENANT_CLIENT_ID and COVENANT_CLIENT_SECRET (client credentials, as in CI), COVENANT_TOKEN,
COVENANT_BROKER_URL, COVENANT_PROFILE, NO_COLOR, XDG_CONFIG_HOME.
`;

export function apiHelp(api: Api, { commands }: Table): string {
  const own = commands.filter((each) => each.api === api);
  const width = Math.max(...own.map(({ name }) => name.length));
  const lines = own.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `covenant ${api} COMMAND: ${apiTitles[api]}\n\n${lines.join('\n')}\n\nHelp on one of them: covenant ${api} COMMAND --help\n`;
}

export function commandHelp(command: Command, { problems }: Table): string {
  const { api, name, summary, description, positionals, flags, example, returns } = command;
  const usage = ['covenant', api, name, ...positionals.map((each) => `<${each.name}>`), '[options]'].join(' ');
  const own = [...positionals, ...flags];
  const entries = [...own.map((flag) => entryOf(flag, positionals.includes(flag))), ...moreOf(command)];
  const width = Math.max(0, ...entries.map(([left]) => left.length));
  const named = problems.filter(({ slug }) => command.problems.includes(slug));
  const codes = [...new Set(named.map(({ status, slug }) => exitCodeOf(status, slug)))];
  return [
    summary,
    '',
    `  ${usage}`,
    '',
    ...wrapped(description),
    '',
    ...(entries.length === 0
      ? []
      : ['Options', ...entries.flatMap(([left, right]) => wrapped(right, left.padEnd(width))), '']),
    'Example',
    `  ${example}`,
    '',
    'Returns',
    ...returns.flatMap((each) => wrapped(each)),
    '',
    'Exit codes beside 0',
    ...codes.sort().map((code) => `  ${code}  ${slugsOf(named, code).join(', ')}`),
    '',
  ].join('\n');
}

type Entry = readonly [left: string, right: string];

function entryOf(flag: Flag, isPositional: boolean): Entry {
  const { name, type, isList, isRequired, values, isOpen, fallback, description } = flag;
  const left = isPositional ? `<${name}>` : type === 'boolean' ? `--[no-]${name}` : `--${name} ${placeholder(flag)}`;
  const facts = [
    ...(isRequired && !isPositional ? ['required'] : []),
    ...(isList ? ['may be repeated'] : []),
    ...(values.length === 0 ? [] : [`${isOpen ? 'such as' : 'one of'} ${values.join(', ')}`]),
    ...(fallback === undefined ? [] : [`default ${fallback.replaceAll('"', '')}`]),
  ];
  const file = type === 'file' ? ' - reads the standard input.' : '';
  return [left, `${description}${file}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`];
}

function placeholder({ type }: Flag): string {
  return { string: 'TEXT', integer: 'NUMBER', number: 'NUMBER', json: 'JSON', file: 'FILE', boolean: '' }[type];
}

function moreOf({ isPaged, job, body, returns }: Command): readonly Entry[] {
  const isAnswered = returns.some((each) => !each.endsWith(' nothing'));
  return [
    ...(body === 'json'
      ? [['--body JSON', 'The whole body; @FILE or - for the standard input. Options take precedence.'] as const]
      : []),
    ...(isPaged ? [['--all', 'Follow all pages, as --output csv does without --limit and --cursor.'] as const] : []),
    ...(job === undefined ? [] : [['--wait', 'Wait until the job has ended; exit code 1 if it failed.'] as const]),
    ...(isAnswered ? [['--save FILE', 'Write the output to a file; JSON unless --output is set.'] as const] : []),
  ];
}

/** At 100 columns, after what stands on the left. */
function wrapped(text: string, left = ''): readonly string[] {
  const indent = left === '' ? 2 : left.length + 4;
  const room = Math.max(30, 100 - indent);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return (lines.length === 0 ? [''] : lines).map(
    (line, at) => `${at === 0 && left !== '' ? `  ${left}  ` : ' '.repeat(indent)}${line}`,
  );
}

export const exitCodesHelp = ({ problems }: Table): string =>
  exitMeanings
    .map(([code, meaning]) => {
      const slugs = code === 0 ? [] : slugsOf(problems, code);
      return [
        `${String(code).padStart(3)}  ${meaning}`,
        ...(slugs.length === 0 ? [] : wrapped(slugs.join(', '), '   ')),
      ].join('\n');
    })
    .join('\n');
