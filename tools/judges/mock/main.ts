// `npm run mock -- --port 4010`: the mock of all contracts, or of those that are named, until Ctrl-C.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { optionsOf } from '../../command-line/options.ts';
import { ContractError } from '../../contract/document/source.ts';
import type { Person } from './host.ts';
import { type Mock, startMocks } from './mock.ts';

const root = path.join(import.meta.dirname, '../../..');
const usage = `npm run mock -- [--document NAME ...] [--port N] [--person NAME=ROLE,ROLE ...] [--planned] [--step-ms N]

  --document  analytics, infra or platform (also without the flag); all of them, each at its own path, when left out
  --port      a free one when left out
  --person    only these callers: NAME is the token, the roles are those of x-roles; without it every token is good
  --planned   serves planned operations too, which otherwise answer 501
  --step-ms   how long work stays in each of its states, 500 when left out

Header "Prefer: code=404, example=NAME, dynamic, seed=7" chooses the reply.`;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = optionsOf({
    args,
    allowPositionals: true,
    options: {
      document: { type: 'string', multiple: true, default: [] },
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
  const asked = [...positionals, ...values.document];
  const unknown = asked.find((name) => !documents.includes(name));
  if (unknown !== undefined) {
    console.error(`${unknown} is no document here. ${known}.`);
    return 2;
  }
  const names = documents.filter((name) => asked.length === 0 || asked.includes(name));
  await using mocks = await startMocks({
    root,
    files: names.map((name) => `spec/${name}/openapi.yaml`),
    port: numberOf('port', values.port, 65_535),
    planned: values.planned ? 'served' : 'refused',
    stepMs: numberOf('step-ms', values['step-ms'], 3_600_000),
    ...(values.person === undefined ? {} : { callers: new Map(values.person.map(person)) }),
  });
  for (const [n, { url }] of mocks.all.entries())
    console.log(`The mock of ${names[n]} answers at ${url} (Ctrl-C ends it).`);
  const [mock] = mocks.all;
  const token = values.person?.[0]?.split('=')[0] ?? 'anything';
  if (mock) console.log(`Try: curl -s ${mock.url}${exampleOf(mock)} -H 'Authorization: Bearer ${token}'`);
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

/** Mistakes that the user can correct on the command line. */
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

const exampleOf = ({ document }: Pick<Mock, 'document'>): string =>
  document.operations.find(({ facts }) => facts.method === 'GET' && !facts.path.includes('{') && !facts.planned)?.facts
    .path ?? '';

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(sentenceFor(error) ?? error);
  return 2;
});
