// What a mistyped option is answered with, and that each npm command refuses it before it does anything.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { optionsOf } from './options.ts';

const root = path.join(import.meta.dirname, '../..');
const options = {
  port: { type: 'string' },
  fresh: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const;

test('a command refuses an unknown option with the nearest known one, or with all of them', (t) => {
  const run = (...args: string[]) => {
    try {
      return optionsOf({ args, options, allowPositionals: true }).values as object;
    } catch (error) {
      return (error as Error).message;
    }
  };
  t.is(run('--prot', '1'), 'Unknown option --prot. Did you mean --port?');
  t.is(run('--Fresh'), 'Unknown option --Fresh. Did you mean --fresh?');
  t.is(run('--prot=1'), 'Unknown option --prot. Did you mean --port?');
  t.is(run('--verbose'), 'Unknown option --verbose. Options: --port, --fresh, --output, --quiet, --help.');
  t.is(run('-p', '1'), 'Unknown option -p. Options: --port, --fresh, --output, --quiet, --help.');
  t.is(run('--__proto__'), 'Unknown option --__proto__. Options: --port, --fresh, --output, --quiet, --help.');
  t.deepEqual({ ...(run('x', '--port', '1', '-h') as object) }, { port: '1', help: true });
  t.deepEqual({ ...(run('-ojson', '-qh') as object) }, { output: 'json', quiet: true, help: true });
  t.deepEqual({ ...(run('-qo', 'csv') as object) }, { quiet: true, output: 'csv' });
  t.is(run('-qx'), 'Unknown option -qx. Options: --port, --fresh, --output, --quiet, --help.');
  t.is(run('-output', 'json'), 'Unknown option -output. Did you mean --output?');
  t.deepEqual({ ...(run('--fresh', '--', '--prot') as object) }, { fresh: true });
  t.throws(() => optionsOf({ args: ['-x'], options: {} }), {
    message: 'Unknown option -x. This command has no options.',
  });
});

const commands = [
  ['tools/local/start/main.ts', '--frehs', /Unknown option --frehs. Did you mean --fresh\?/],
  ['tools/local/start/stop.ts', '--now', /Unknown option --now. This command has no options\./],
  ['tools/local/backup/backup.ts', '--lsit', /Unknown option --lsit. Did you mean --list\?/],
  ['tools/local/backup/restore.ts', '--form', /Unknown option --form. Did you mean --from\?/],
  ['tools/judges/review/main.ts', '--bse', /Unknown option --bse. Did you mean --base\?/],
  ['tools/bench/main.ts', '--round', /Unknown option --round. Did you mean --rounds\?/],
  ['tools/clients/main.ts', '--ot', /Unknown option --ot. Did you mean --out\?/],
  ['tools/judges/mock/main.ts', '--prot', /Unknown option --prot. Did you mean --port\?/],
] as const;

for (const [program, word, sentence] of commands)
  test(`${program} refuses ${word} before it does anything`, (t) => {
    const env = { ...process.env, COVENANT_RUN: path.join(root, 'run', 'no-such-run') };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, word], {
      cwd: root,
      encoding: 'utf8',
      env,
      timeout: 180_000,
    });
    t.regex(stderr + stdout, sentence);
    t.not(status, 0);
    t.false((stderr + stdout).includes('    at '), 'a sentence, no stack');
  });

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** A command may be a shell script that ends with the program. */
const linesOf = (line: string): readonly string[] => {
  const script = /^exec sh (tools\/\S+\.sh)$/.exec(line)?.[1];
  return script === undefined ? [line] : readFileSync(path.join(root, script), 'utf8').split('\n');
};
/** The programs of every command; `test:faults` is `test` with some files. */
const programs = Object.values(scripts)
  .flatMap(linesOf)
  .flatMap((line) => /^(?:exec )?node (tools\/\S+\.m?[jt]s)(?: "\$@")?$/.exec(line)?.[1] ?? []);

test('this test asks every command of package.json for its help', (t) => t.is(programs.length, 22));

for (const program of programs)
  test(`${program} answers --help with its usage`, (t) => {
    const env = { ...process.env, COVENANT_RUN: path.join(root, 'run', 'no-such-run') };
    const asked = spawnSync(process.execPath, [program, '--help'], {
      cwd: root,
      encoding: 'utf8',
      env,
      timeout: 180_000,
    });
    t.is(asked.status, 0);
    t.regex(asked.stdout, /^(usage: )?(npm (run|start|test)|covenant-review)/i);
    t.is(asked.stderr, '');
  });
