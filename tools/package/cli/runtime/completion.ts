// Completion scripts for shells, made from the table of commands.
import { apiTitles, type Command, type Flag, type Table } from './command.ts';
import { labAliases } from './labs.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

interface Entry {
  /** The words before it. */
  readonly path: readonly string[];
  readonly flags: readonly Completed[];
  readonly next: readonly (readonly [word: string, summary: string])[];
}

type Completed = { readonly name: string; readonly values: readonly string[]; readonly takesValue: boolean };

const own: readonly (readonly [string, string])[] = [
  ['login', 'Log in to an installation'],
  ['logout', 'End a login'],
  ['status', 'The installation and its logins'],
  ['profiles', 'Installations, and the one in use'],
  ['labs', 'Start, stop and enter labs'],
  ['messages', 'Messages of the broker'],
  ['completion', 'A completion script for a shell'],
  ['help', 'Help'],
  ...Object.entries(apiTitles),
];

const plain = (name: string): Completed => ({ name, values: [], takesValue: false });
const valued = (name: string, values: readonly string[] = []): Completed => ({ name, values, takesValue: true });
const common = [
  valued('output', ['table', 'json', 'csv']),
  valued('profile'),
  ...['quiet', 'verbose', 'help'].map(plain),
];

function entriesOf({ commands, messages }: Table): readonly Entry[] {
  const lab = [valued('student'), valued('timeout'), plain('wait'), ...common];
  const login = [
    ...['url', 'user'].map((name) => valued(name)),
    ...['browser', 'device', 'password', 'password-stdin'].map(plain),
  ];
  const labs = ['start', 'stop', 'ssh', ...Object.keys(labAliases)].map((word) => [word, ''] as const);
  return [
    { path: [], flags: [plain('help'), plain('version')], next: own },
    {
      path: ['login'],
      flags: [...login, ...common],
      next: [
        ['analytics', ''],
        ['labs', ''],
      ],
    },
    {
      path: ['logout'],
      flags: common,
      next: [
        ['analytics', ''],
        ['labs', ''],
      ],
    },
    { path: ['status'], flags: common, next: [] },
    { path: ['profiles'], flags: common, next: [['use', '']] },
    { path: ['help'], flags: [], next: [['exit-codes', ''], ...own.filter(([word]) => word !== 'help')] },
    { path: ['completion'], flags: [], next: shells.map((shell) => [shell, ''] as const) },
    { path: ['labs'], flags: common, next: labs },
    { path: ['labs', 'start'], flags: [valued('restore', ['none', 'latest']), ...lab], next: [] },
    { path: ['labs', 'stop'], flags: lab, next: [] },
    { path: ['labs', 'ssh'], flags: [valued('role'), plain('show'), valued('profile')], next: [] },
    ...Object.entries(labAliases).flatMap(([alias, name]) =>
      commands
        .filter((each) => each.api === 'platform' && each.name === name)
        .map((command) => ({ path: ['labs', alias], flags: flagsOf(command), next: [] })),
    ),
    { path: ['messages'], flags: [plain('help')], next: [['tail', 'Print messages as they come']] },
    {
      path: ['messages', 'tail'],
      flags: [valued('broker'), valued('count'), ...common],
      next: messages.map(({ name, title }) => [name, title] as const),
    },
    ...Object.keys(apiTitles).map((api) => ({
      path: [api],
      flags: [plain('help')],
      next: commands.filter((each) => each.api === api).map(({ name, summary }) => [name, summary] as const),
    })),
    ...commands.map((command) => ({ path: [command.api, command.name], flags: flagsOf(command), next: [] })),
  ];
}

const flagsOf = ({ flags, isPaged, job, body }: Command): readonly Completed[] => [
  ...flags.flatMap(completed),
  ...(isPaged ? [plain('all')] : []),
  ...(job === undefined ? [] : [plain('wait')]),
  ...(body === 'json' ? [valued('body')] : []),
  ...['idempotency-key', 'save'].map((name) => valued(name)),
  ...common,
];

const completed = ({ name, type, values }: Flag): readonly Completed[] =>
  type === 'boolean' ? [plain(name), plain(`no-${name}`)] : [valued(name, values)];

export const completion = (shell: Shell, table: Table): string => ({ bash, zsh, fish })[shell](entriesOf(table));

const words = (list: readonly string[]): string => list.join(' ');
const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Files where nothing else fits. Bash 4 and later; without bash-completion, too. */
function bash(entries: readonly Entry[]): string {
  const cases = entries.map(
    ({ path, flags, next }) =>
      `    ${single(path.join(' '))}) words=${single(words(next.map(([word]) => word)))}; flags=${single(words(flags.map(({ name }) => `--${name}`)))} ;;`,
  );
  const values = entries.flatMap(({ path, flags }) =>
    flags
      .filter((flag) => flag.values.length > 0)
      .map((flag) => `    ${single([...path, `--${flag.name}`].join(' '))}) values=${single(words(flag.values))} ;;`),
  );
  return `# covenant: completion for bash. Load it with: source <(covenant completion bash)
_covenant() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path='' words='' flags='' values='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) break ;; esac
    case "$path" in *' '*) break ;; esac
    path=\${path:+$path }$word
  done
  case $path in
    completion\\ *|login\\ *|logout\\ *|profiles\\ *|help\\ *) path=\${path%% *} ;;
  esac
  case "$path $previous" in
${values.join('\n')}
  esac
  if [ -n "$values" ]; then mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current"); return; fi
  case $path in
${cases.join('\n')}
  esac
  case $current in
    -*) mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current") ;;
    *) if [ -n "$words" ]; then mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
       else mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi ;;
  esac
}
complete -o filenames -F _covenant covenant
`;
}

function zsh(entries: readonly Entry[]): string {
  const described = (word: string, summary: string) =>
    single(`${word.replaceAll(':', '\\:')}${summary === '' ? '' : `:${summary}`}`);
  const argument = ({ name, values, takesValue }: Completed) =>
    single(`--${name}${takesValue ? `=:${name}:${values.length === 0 ? '_files' : `(${words(values)})`}` : ''}`);
  const cases = entries.map(({ path, flags, next }) =>
    [
      `    ${single(path.join(' '))})`,
      ...(next.length === 0
        ? []
        : [`      commands=(${next.map(([word, summary]) => described(word, summary)).join(' ')})`]),
      `      options=(${flags.map(argument).join(' ')}) ;;`,
    ].join('\n'),
  );
  return `#compdef covenant
# covenant: completion for zsh. Load it with: source <(covenant completion zsh)
_covenant() {
  local at='' word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case $word in -*) break ;; esac
    case "$at" in *' '*) break ;; esac
    at=\${at:+$at }$word
  done
  case $at in
    completion\\ *|login\\ *|logout\\ *|profiles\\ *|help\\ *) at=\${at%% *} ;;
  esac
  case $at in
${cases.join('\n')}
  esac
  if (( \${#commands} )) && [[ $words[CURRENT] != -* ]]; then _describe 'command' commands; return; fi
  _arguments -s $options '*:file:_files'
}
compdef _covenant covenant
`;
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, flags, next }) => {
    const when = `-n ${single(`__covenant_at ${words(path)}`.trim())}`;
    return [
      ...next.map(
        ([word, summary]) =>
          `complete -c covenant -f ${when} -a ${word}${summary === '' ? '' : ` -d ${single(summary)}`}`,
      ),
      ...flags.map(
        ({ name, values, takesValue }) =>
          `complete -c covenant ${when} -l ${name}${takesValue ? ` -r${values.length === 0 ? '' : ` -f -a ${single(words(values))}`}` : ''}`,
      ),
    ];
  });
  return `# covenant: completion for fish. Load it with: covenant completion fish | source
function __covenant_at
  set -l path
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and break
    test (count $path) -ge 2; and break
    contains -- "$path[1]" completion login logout profiles help; and break
    set -a path $word
  end
  test "$path" = "$argv"
end
complete -c covenant -f
${lines.join('\n')}
`;
}
