// `npm run mock -- analytics --port 4010`: the mock of one contract, until Ctrl-C.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ContractError } from '../generator/source.ts';
import { optionsOf } from '../options.ts';
import type { Person } from './kit.ts';
import { startMock } from './mock.ts';

const root = path.join(import.meta.dirname, '../..');
const usage = `npm run mock -- <document> [--port N] [--person NAME=ROLE,ROLE ...] [--planned] [--step-ms N]

  --port      a free one when left out
  --person    only these callers: NAME is the token, the roles are those of x-roles; without it every token is good
  --planned   serves planned operations too, which otherwise answer 501
  --step-ms   how long work stays in each of its states, 500 when left out

Header "Prefer: code=404, example=NAME, dynamic=true, seed=7" chooses the reply.`;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = optionsOf({
    args,
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      person: { type: 'string', multiple: true },
      planned: { type: 'boolean', default: false },
      'step-ms': { type: 'string', default: '500' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const documents = readdirSync(path.join(root, 'spec'))
    .filter((name) => existsSync(path.join(root, 'spec', name, 'openapi.yaml')))
    .sort();
  const known = `Documents: ${documents.join(', ')}`;
  if (values.help) {
    console.log(`${usage}\n\n${known}`);
    return 0;
  }
  const [name] = positionals;
  if (name === undefined || !documents.includes(name)) {
    console.error(name === undefined ? `${usage}\n\n${known}` : `${name} is no document here. ${known}.`);
    return 2;
  }
  await using mock = await startMock({
    root,
    file: `spec/${name}/openapi.yaml`,
    port: numberOf('port', values.port, 65_535),
    planned: values.planned ? 'served' : 'refused',
    stepMs: numberOf('step-ms', values['step-ms'], 3_600_000),
    ...(values.person === undefined ? {} : { people: new Map(values.person.map(person)) }),
  });
  console.log(`The mock of ${name} answers at ${mock.url} (Ctrl-C ends it).`);
  console.log(
    `Try: curl -s ${mock.url}${exampleOf(mock)} -H 'Authorization: Bearer ${values.person?.[0]?.split('=')[0] ?? 'anything'}'`,
  );
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  return 0;
}

class Mistyped extends Error {}

function numberOf(option: string, text: string, most: number): number {
  if (!/^\d+$/.test(text) || Number(text) > most)
    throw new Mistyped(`--${option} is a whole number from 0 to ${most}, not ${text}.`);
  return Number(text);
}

/** What whoever typed the command can mend. */
function sentenceFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use; without --port a free one is taken.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used; without --port a free one is taken.`;
  return error instanceof ContractError || error instanceof Mistyped || code !== undefined ? error.message : undefined;
}

function person(text: string): [string, Person] {
  const [name = '', roles = ''] = text.split('=');
  return [name, { name, roles: roles.split(',').filter((role) => role !== '') }];
}

const exampleOf = ({ document }: Awaited<ReturnType<typeof startMock>>): string =>
  document.operations.find(({ facts }) => facts.method === 'GET' && !facts.path.includes('{') && !facts.planned)?.facts
    .path ?? '';

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(sentenceFor(error) ?? error);
  return 2;
});
