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
  const documents = readdirSync(path.join(root, 'spec')).filter((name) =>
    existsSync(path.join(root, 'spec', name, 'openapi.yaml')),
  );
  const [name = ''] = positionals;
  if (values.help || !documents.includes(name)) {
    const print = values.help ? console.log : console.error;
    print(`${usage}\n\nDocuments: ${documents.join(', ')}`);
    return values.help ? 0 : 2;
  }
  await using mock = await startMock({
    root,
    file: `spec/${name}/openapi.yaml`,
    port: Number(values.port),
    planned: values.planned ? 'served' : 'refused',
    stepMs: Number(values['step-ms']),
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

function person(text: string): [string, Person] {
  const [name = '', roles = ''] = text.split('=');
  return [name, { name, roles: roles.split(',').filter((role) => role !== '') }];
}

const exampleOf = ({ document }: Awaited<ReturnType<typeof startMock>>): string =>
  document.operations.find(({ facts }) => facts.method === 'GET' && !facts.path.includes('{') && !facts.planned)?.facts
    .path ?? '';

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof ContractError || (error as { code?: string }).code !== undefined;
  console.error(known && error instanceof Error ? error.message : error);
  return 2;
});
