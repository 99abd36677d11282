// Snippets of each language, executed in a folder with the files that they send: the status of the answer to each.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../../../..');

/** Where a document is served, and with which credential. */
export interface Target {
  readonly BASE_URL: string;
  readonly TOKEN: string;
  readonly CLIENT_ID: string;
  readonly CLIENT_SECRET: string;
  /** For the command line: the one address of the installation, and the token again. */
  readonly COVENANT_URL: string;
  readonly COVENANT_TOKEN: string;
}
export type Targets = Readonly<Record<string, Target>>;

/** A snippet has a separate key, and the document of its operation. */
interface Keyed {
  readonly key: string;
  readonly document: string;
}

interface Place {
  readonly targets: Targets;
  readonly folder: string;
}

export type Statuses = ReadonlyMap<string, number>;

/** One shell, and curl for each snippet; the function stands in for curl's own output. */
export async function runCurl(
  snippets: readonly (readonly [Keyed, string])[],
  { targets, folder }: Place,
): Promise<Statuses> {
  const lines = snippets.map(([{ key, document }, code]) => {
    const target = targets[document] as Target;
    const variables = Object.entries(target).map(([name, value]) => `${name}='${value}'`);
    return `${variables.join(' ')}\nprintf '%s\\t' '${key}'\n${code}\necho`;
  });
  const script = `curl() { command curl -s -o /dev/null -w '%{http_code}' "$@"; }\n${lines.join('\n')}\n`;
  return statusesIn(await output(folder, 'bash', ['-s'], script));
}

/** One process imports each snippet as a module. */
export async function runTypeScript(
  snippets: readonly (readonly [Keyed, string])[],
  { targets, folder }: Place,
): Promise<Statuses> {
  for (const [index, [, code]] of snippets.entries())
    writeFileSync(path.join(folder, `snippet-${index}.ts`), `${code}\nexport {};\n`);
  const list = snippets.map(([{ key, document }]) => ({ key, env: targets[document] }));
  const runner = `const print = console.log;
for (const [index, { key, env }] of ${JSON.stringify(list)}.entries()) {
  Object.assign(process.env, env);
  console.log = (status) => print(key + '\\t' + status);
  await import('${folder}/snippet-' + index + '.ts').catch((error) => print(key + '\\t' + error));
}`;
  return statusesIn(
    await output(
      folder,
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-'],
      runner,
    ),
  );
}

/**
 * Each snippet is a file and a process, whose `__main__` it is: a fork of one that has imported the packages, which
 * takes longest.
 */
export async function runPython(
  snippets: readonly (readonly [Keyed, string])[],
  { targets, folder }: Place,
): Promise<Statuses> {
  for (const [index, [, code]] of snippets.entries()) writeFileSync(path.join(folder, `snippet-${index}.py`), code);
  const list = snippets.map(([{ key, document }]) => ({ key, env: targets[document] }));
  writeFileSync(path.join(folder, 'snippets.json'), JSON.stringify(list));
  const runner = `import json, os, runpy, sys, uuid, requests

def run(file, env, out):
    os.dup2(out, 1)
    os.environ.update(env)
    sys.argv = [file]
    runpy.run_path(file, run_name='__main__')

for index, each in enumerate(json.load(open('snippets.json'))):
    out = os.memfd_create('stdout')
    child = os.fork()
    if child == 0:
        code = 1
        try:
            run(f'snippet-{index}.py', each['env'], out)
            sys.stdout.flush()
            code = 0
        finally:
            os._exit(code)
    _, ended = os.waitpid(child, 0)
    os.lseek(out, 0, os.SEEK_SET)
    shown = os.read(out, 100_000).decode(errors='replace') if ended == 0 else 'failed'
    print(each['key'], shown.split(' ')[0], sep='\\t', flush=True)
    os.close(out)
`;
  return statusesIn(await output(folder, 'python3', ['-'], runner));
}

/** One shell reads the words, and one process runs the program for each snippet: it shows the status of the answer. */
export async function runCommandLine(
  snippets: readonly (readonly [Keyed, string])[],
  { targets, folder }: Place,
): Promise<Statuses> {
  const lines = snippets.map(([, code]) => code);
  const shell = `covenant() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n${lines.join('\n')}\n`;
  const words = (await output(folder, 'bash', ['-s'], shell))
    .split('\u0001\0')
    .map((line) => line.split('\0').slice(0, -1));
  const list = snippets.map(([{ key, document }], index) => ({ key, words: words[index], env: targets[document] }));
  const cli = path.join(import.meta.dirname, '../../../clients/cli');
  const runner = `import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { main } from '${cli}/runtime/main.ts';
import { tableOf } from '${cli}/table.ts';
const table = tableOf('${root}', '1.2.3');
for (const { key, words, env } of ${JSON.stringify(list)}) {
  const [out, err] = [new PassThrough().resume(), new PassThrough()];
  const written = text(err);
  await main([...words, '--verbose'], table, { env: { HOME: '${folder}', ...env }, out, err, in: new PassThrough() });
  err.end();
  const shown = await written;
  console.log(key + '\\t' + (/^< (\\d{3}) after/m.exec(shown)?.[1] ?? shown));
}`;
  return statusesIn(
    await output(
      folder,
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-'],
      runner,
    ),
  );
}

async function output(folder: string, program: string, args: readonly string[], input: string): Promise<string> {
  const running = promisify(execFile)(program, [...args], { cwd: folder, maxBuffer: 2 ** 26 });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

const statusesIn = (text: string): Statuses =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([key = '', status = '']) => [key, Number(status)]),
  );
