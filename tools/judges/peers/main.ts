// `npm run test:peers`: what we do beside what others do with the same input. A peer whose tool chain is missing is
// skipped, with the reason. `-- celery` runs only the peers with that name, `-- --list` names each single case that
// differs.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerHelp } from '../../command-line/options.ts';
import { celeryPeer } from './celery.ts';
import { decimalsPeer } from './decimals.ts';
import { keycloakPeer } from './keycloak.ts';
import { openapiGeneratorPeer } from './openapi-generator.ts';
import { otherGeneratorsPeer } from './other-generators.ts';
import type { Options, Peer } from './peer.ts';
import { pythonClientPeer } from './python-client.ts';
import { pythonMessagesPeer } from './python-messages.ts';
import { runtimesPeer } from './runtimes.ts';
import { versitygwPeer } from './versitygw.ts';

const peers: readonly Peer[] = [
  celeryPeer,
  decimalsPeer,
  keycloakPeer,
  openapiGeneratorPeer,
  otherGeneratorsPeer,
  pythonMessagesPeer,
  pythonClientPeer,
  runtimesPeer,
  versitygwPeer,
];

const usage = `Usage: npm run test:peers [-- ${peers.map(({ name }) => name).join('|')}] [--list]

Gives the same input to us and to tools of others. --list names each single case that differs. Exit code 1 when ours did not do what it promises.`;

answerHelp(usage);
const args = process.argv.slice(2);
const names = args.filter((each) => !each.startsWith('--'));
const unknown = names.filter((name) => !peers.some((peer) => peer.name === name));
if (unknown.length > 0) {
  console.error(`There is no peer ${unknown.join(', ')}. There are: ${peers.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const chosen = names.length > 0 ? peers.filter(({ name }) => names.includes(name)) : peers;
let failed = 0;
for (const peer of chosen) if (!(await compared(peer, { list: args.includes('--list') }))) failed++;
process.exitCode = failed > 0 ? 1 : 0;

async function compared(peer: Peer, options: Options): Promise<boolean> {
  console.log(`\n# ${peer.name}\n`);
  const folder = mkdtempSync(join(tmpdir(), `peer-${peer.name}-`));
  try {
    const report = await peer.compare(folder, options);
    if ('skipped' in report) {
      console.log(`skipped: ${report.skipped}`);
      return true;
    }
    console.log(report.text);
    if (!report.ok) console.error(`FAIL ${peer.name}: ours did not do what it promises; see above.`);
    return report.ok;
  } catch (error) {
    console.error(`FAIL ${peer.name}: ${error instanceof Error ? error.stack : String(error)}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
