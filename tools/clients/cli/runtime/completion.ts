// Completion scripts for shells, made from the table of commands.
import { apiTitles, type Command, type Flag, type Table } from './command.ts';
import { labAliases, verbs } from './labs.ts';
import { userAliases } from './users.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

interface Entry {
  /** The words before it. */
  readonly path: readonly string[];
  readonly flags: readonly Completed[];
  readonly next: readonly (readonly [word: string, summary: string])[];
  readonly takesFile?: boolean;
}

interface Completed {
  readonly name: string;
  readonly short?: string;
  readonly value: 'none' | 'any' | 'file' | readonly string[];
  readonly isRepeated?: boolean;
}

const own: readonly (readonly [string, string])[] = [
  ['login', 'Log in to an installation'],
  ['logout', 'End a login'],
  ['status', 'The installation and its logins'],
  ['profiles', 'Accounts and installations, and the one in use'],
  ['labs', 'Start, stop and enter labs'],
  ['users', 'Users and their sessions, for administrators'],
  ['messages', 'Messages of the broker'],
  ['completion', 'A completion script for a shell'],
  ['help', 'Help'],
  ...Object.entries(apiTitles),
];

const plain = (name: string, short?: string): Completed => ({ name, value: 'none', ...(short ? { short } : {}) });
const valued = (name: string, value: Completed['value'] = 'any'): Completed => ({ name, value });
const common: readonly Completed[] = [
  { ...valued('output', ['table', 'json', 'csv']), short: 'o' },
  valued('profile'),
  plain('quiet', 'q'),
  plain('verbose', 'v'),
  plain('help', 'h'),
];

const aliasesOf = (
  group: string,
  aliases: Readonly<Record<string, string>>,
  commands: readonly Command[],
): readonly Entry[] =>
  Object.entries(aliases).flatMap(([alias, name]) =>
    commands
      .filter((each) => each.api === 'platform' && each.name === name)
      .map((command) => entryOf([group, alias], command)),
  );

function entriesOf({ commands, messages }: Table): readonly Entry[] {
  const lab = [{ ...valued('student'), isRepeated: true }, valued('timeout'), plain('wait'), ...common];
  const login = [
    ...['url', 'user'].map((name) => valued(name)),
    ...['browser', 'device', 'password', 'password-stdin'].map((name) => plain(name)),
  ];
  const labs = [...verbs, 'replace', 'ssh', ...Object.keys(labAliases)].map((word) => [word, ''] as const);
  return [
    { path: [], flags: [plain('help', 'h'), plain('version')], next: own },
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
    ...['stop', 'restart'].map((verb) => ({ path: ['labs', verb], flags: lab, next: [] })),
    { path: ['labs', 'replace'], flags: common, next: [], takesFile: true },
    { path: ['labs', 'ssh'], flags: [valued('role'), plain('plain'), plain('show'), valued('profile')], next: [] },
    ...aliasesOf('labs', labAliases, commands),
    { path: ['users'], flags: common, next: Object.keys(userAliases).map((word) => [word, ''] as const) },
    ...aliasesOf('users', userAliases, commands),
    { path: ['messages'], flags: [plain('help', 'h')], next: [['tail', 'Print messages as they come']] },
    {
      path: ['messages', 'tail'],
      flags: [valued('broker'), valued('count'), ...common],
      next: messages.map(({ name, title }) => [name, title] as const),
    },
    ...Object.keys(apiTitles).map((api) => ({
      path: [api],
      flags: [plain('help', 'h')],
      next: commands.filter((each) => each.api === api).map(({ name, summary }) => [name, summary] as const),
    })),
    ...commands.map((command) => entryOf([command.api, command.name], command)),
  ];
}

const entryOf = (path: readonly string[], command: Command): Entry => ({
  path,
  flags: flagsOf(command),
  next: [],
  takesFile: command.positionals.some(({ type }) => type === 'file'),
});

const flagsOf = ({ flags, isPaged, job, body }: Command): readonly Completed[] => [
  ...flags.flatMap(completed),
  ...(isPaged ? [plain('all')] : []),
  ...(job === undefined ? [] : [plain('wait')]),
  ...(body === 'json' ? [valued('body')] : []),
  valued('idempotency-key'),
  valued('save', 'file'),
  ...common,
];

function completed({ name, type, values, isList }: Flag): readonly Completed[] {
  if (type === 'boolean') return [plain(name), plain(`no-${name}`)];
  const value = type === 'file' ? type : values.length === 0 ? 'any' : values;
  return [{ ...valued(name, value), isRepeated: isList }];
}

export const completion = (shell: Shell, table: Table): string => ({ bash, zsh, fish })[shell](entriesOf(table));

const words = (list: readonly string[]): string => list.join(' ');
const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const known = ({ value }: Completed): readonly string[] => (typeof value === 'string' ? [] : value);
const spelled = ({ name, short }: Completed): readonly string[] => [
  `--${name}`,
  ...(short === undefined ? [] : [`-${short}`]),
];

/** Bash 4 and later; without bash-completion, too. */
function bash(entries: readonly Entry[]): string {
  const cases = entries.map(({ path, flags, next, takesFile }) => {
    const spelledOf = (value: Completed['value']) =>
      words(flags.filter((each) => each.value === value).flatMap(spelled));
    const lists = {
      words: words(next.map(([word]) => word)),
      flags: words(flags.flatMap(spelled)),
      valued: spelledOf('any'),
      filed: spelledOf('file'),
      files: takesFile === true ? 'yes' : '',
    };
    const set = Object.entries(lists).filter(([, text]) => text !== '');
    return `    ${single(words(path))}) ${set.map(([name, text]) => `${name}=${single(text)}`).join('; ')} ;;`;
  });
  const values = entries.flatMap(({ path, flags }) =>
    flags
      .filter((flag) => known(flag).length > 0)
      .map((flag) => {
        const patterns = spelled(flag).map((each) => single(words([...path, each])));
        return `    ${patterns.join('|')}) values=${single(words(known(flag)))} ;;`;
      }),
  );
  return `# covenant: completion for bash. Load it with: source <(covenant completion bash)
_covenant() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path='' word
  local words='' flags='' valued='' filed='' files='' values=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) break ;; esac
    case "$path" in *' '*) break ;; esac
    path=\${path:+$path }$word
  done
  case $path in
    completion\\ *|login\\ *|logout\\ *|profiles\\ *|help\\ *) path=\${path%% *} ;;
  esac
  # "--name=value" comes as three words.
  if [ "$current" = = ]; then current=''
  elif [ "$previous" = = ]; then previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  case "$path $previous" in
${values.join('\n')}
  esac
  if [ -n "$values" ]; then mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current"); return; fi
  case $path in
${cases.join('\n')}
  esac
  case " $valued " in *" $previous "*) COMPREPLY=(); return ;; esac
  case " $filed " in *" $previous "*) words='' files=yes ;; *)
    case $current in -*) mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current"); return ;; esac ;;
  esac
  if [ -n "$files" ]; then
    compopt -o filenames 2> /dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  else mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  fi
}
complete -F _covenant covenant
`;
}

function zsh(entries: readonly Entry[]): string {
  const described = (word: string, summary: string) =>
    single(`${word.replaceAll(':', '\\:')}${summary === '' ? '' : `:${summary}`}`);
  const actionOf = ({ value }: Completed): string =>
    value === 'file' ? '_files' : typeof value === 'string' ? ' ' : `(${words(value)})`;
  const argumentsOf = (flag: Completed): readonly string[] => {
    const all = spelled(flag);
    const before = flag.isRepeated === true ? '*' : `(${words(all)})`;
    return all.map((each) => {
      const value = flag.value === 'none' ? '' : `${each.startsWith('--') ? '=' : '+'}:${flag.name}:${actionOf(flag)}`;
      return single(`${before}${each}${value}`);
    });
  };
  const cases = entries.map(({ path, flags, next, takesFile }) =>
    [
      `    ${single(words(path))})`,
      ...(next.length === 0
        ? []
        : [`      commands=(${next.map(([word, summary]) => described(word, summary)).join(' ')})`]),
      ...(takesFile === true ? [`      rest='*:file:_files'`] : []),
      `      options=(${flags.flatMap(argumentsOf).join(' ')}) ;;`,
    ].join('\n'),
  );
  return `#compdef covenant
# covenant: completion for zsh. Load it with: source <(covenant completion zsh)
_covenant() {
  local at='' word rest='*: : '
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
  _arguments -s $options "$rest"
}
(( $+functions[compdef] )) || { autoload -Uz compinit; compinit -i; }
compdef _covenant covenant
`;
}

function fish(entries: readonly Entry[]): string {
  const argumentFor = (flag: Completed): string =>
    flag.value === 'none'
      ? ''
      : flag.value === 'file'
        ? ' -r -F'
        : ` -x${known(flag).length === 0 ? '' : ` -a ${single(words(known(flag)))}`}`;
  const lines = entries.flatMap(({ path, flags, next, takesFile }) => {
    const start = `complete -c covenant -n ${single(words(['__covenant_at', ...path]))}`;
    return [
      ...next.map(([word, summary]) => `${start} -f -a ${word}${summary === '' ? '' : ` -d ${single(summary)}`}`),
      ...(takesFile === true ? [`${start} -F`] : []),
      ...flags.map((flag) => `${start}${flag.short ? ` -s ${flag.short}` : ''} -l ${flag.name}${argumentFor(flag)}`),
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
