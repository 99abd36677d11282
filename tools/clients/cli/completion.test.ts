// What each shell offers for a line that a user types, by the shell itself.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { table } from './program.fixture.ts';
import { completion, type Shell, shells } from './runtime/completion.ts';

/** The line is in $LINE, the script in $SCRIPT. Readline calls a function; zsh and fish are asked whole. */
const programs: Readonly<Record<Shell, string>> = {
  bash: `source "$SCRIPT"
set -o noglob
COMP_WORDS=($(sed 's/=/ = /g' <<< "$LINE")); case $LINE in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _covenant; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The completion of a shell without compinit, as without a .zshrc: what it would add to the line is printed.
  zsh: `zmodload zsh/zpty
cat > "$HOME/setup" <<'EOF'
source "$SCRIPT"
PROMPT=
zstyle ':completion:*' insert-tab false
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  print -l "offer:"$^hits
}
ended() { print all'' offered; exit }
comppostfuncs=(ended)
bindkey '^I' complete-word
print set'' up
EOF
zpty z zsh -f -i
zpty -w z 'source $HOME/setup'
zpty -r z text '*set up*'
zpty -w -n z "$LINE"$'\\t'
zpty -r z text '*all offered*'
print -r -- "$text" | tr -d '\\r' | sed -n 's/.*offer://p'`,
  fish: `source "$SCRIPT"; complete -C "$LINE" | string split -f 1 \\t; true`,
};

/** A shell with the script, in a folder with one file. */
function shellWith(t: ExecutionContext, shell: Shell) {
  const home = mkdtempSync(path.join(tmpdir(), 'cli-shell-'));
  t.teardown(() => rmSync(home, { recursive: true, force: true }));
  const [cwd, script] = [path.join(home, 'files'), path.join(home, 'script')];
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'lab.yaml'), '');
  writeFileSync(script, completion(shell, table));
  const env = { ...process.env, HOME: home, ZDOTDIR: home, XDG_CONFIG_HOME: home, SCRIPT: script };
  const args = [...(shell === 'bash' ? [] : [shell === 'fish' ? '-N' : '-f']), '-c', programs[shell]];
  /** Sorted; undefined where the shell is not installed. */
  return async (line: string): Promise<readonly string[] | undefined> => {
    const options = { cwd, env: { ...env, LINE: line }, timeout: 60_000 };
    try {
      const { stdout } = await promisify(execFile)(shell, args, options);
      return stdout.trim().split('\n').toSorted();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
}

const periods = ['day', 'month', 'quarter', 'week'];
const lines: readonly (readonly [string, readonly string[]])[] = [
  ['covenant labs sto', ['stop']],
  ['covenant analytics list-indices --period', ['--period-type']],
  ['covenant analytics list-indices --period-type ', periods],
  ['covenant analytics list-indices -o ', ['csv', 'json', 'table']],
  ['covenant analytics list-indices ', ['']],
  ['covenant analytics list-indices --brand-id ', ['']],
  ['covenant analytics list-indices --save ', ['lab.yaml']],
  ['covenant labs upload ', ['lab.yaml']],
];

for (const shell of shells)
  test(`${shell} completes commands, flags, values, and files where a file is expected`, async (t) => {
    const offered = shellWith(t, shell);
    if ((await offered('covenant ')) === undefined) return t.pass(`${shell} is not installed`);
    for (const [line, expected] of lines) t.deepEqual(await offered(line), expected, line);
    const [month] = (await offered('covenant analytics list-indices --period-type=mo')) ?? [];
    t.true(month?.endsWith('month'), month);
    const again = (await offered('covenant labs start a --student anna --st')) ?? [];
    t.deepEqual(again, ['--student']);
  });
