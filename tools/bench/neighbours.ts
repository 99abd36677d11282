// Benchmark "neighbours": how long one person waits for GET /auth/me while others send what costs most. Rounds are quiet and loaded in turn.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench } from './bench.ts';
import { startChild } from './child.ts';
import { goalLine, median, ratio, table } from './figures.ts';
import { installed } from './installation.ts';
import type { AttackName, AttackQuestion } from './neighbours-attack.ts';

type Platform = {
  readonly base_url: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly users: readonly { readonly username: string; readonly password: string }[];
};

const attacks: readonly (readonly [name: AttackName, role: string])[] = [
  ['YAML, 15,000 unknown names', 'tora'],
  ['YAML, 1,400 unknown names', 'tora'],
  ['JSON, 4,000 unknown members', 'tora'],
  ['resume without pause, 15 sockets', 'ben'],
];

/** A quick machine answers the one who waits more often than the contract's quota; those who send keep theirs. */
const settings = { RATE_LIMITS: 'platform.read=1000000' };

export const neighbours: Bench = {
  name: 'neighbours',
  async run({ dir, print, seed, rounds, roundMs, signal }) {
    print('Bringing up an installation ...');
    await using installation = await installed(path.join(dir, 'run'), signal, settings);
    const { platform } = JSON.parse(readFileSync(installation.endpoints, 'utf8')) as { readonly platform: Platform };
    const url = platform.base_url;
    await using attacker = startChild('neighbours-attack.ts');
    const goals: string[] = [];
    const rows: (string | number)[][] = [];
    for (const [name, role] of attacks) {
      const [quiet, loaded] = [[], []] as [number[], number[]];
      const answers = new Map<string, number>();
      for (let round = 0; round < rounds && !signal.aborted; round++) {
        const [anna, token] = [await tokenOf(platform, 'anna'), await tokenOf(platform, role)];
        const busy = async () => {
          const question = { name, url, token, seed: seed + round, ms: roundMs } satisfies AttackQuestion;
          const attacking = attacker.ask<Readonly<Record<string, number>>>(question);
          loaded.push(await waited(url, anna, roundMs));
          for (const [answer, count] of Object.entries(await attacking))
            answers.set(answer, (answers.get(answer) ?? 0) + count);
        };
        const calm = async () => void quiet.push(await waited(url, anna, roundMs));
        // There and back, so that a machine that becomes slower is fair to both.
        for (const each of round % 2 === 0 ? [calm, busy] : [busy, calm]) await each();
      }
      const measured = ratio(loaded, quiet);
      const shown = [...answers].map(([status, count]) => `${count} x ${status}`).join(', ');
      rows.push([name, median(quiet), median(loaded), measured, shown]);
      goals.push(goalLine({ what: `${name}: median of others, times its quiet value`, measured, sign: '<', goal: 2 }));
    }
    print(table(['while others send', 'quiet ms', 'loaded ms', 'ratio', 'answered'], rows));
    for (const goal of goals) print(goal);
  },
};

/** The median of one request after the other. */
async function waited(url: string, token: string, ms: number): Promise<number> {
  const took: number[] = [];
  const deadline = performance.now() + ms;
  while (performance.now() < deadline || took.length < 5) {
    const began = performance.now();
    const response = await fetch(`${url}/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`GET /auth/me is ${response.status}`);
    took.push(performance.now() - began);
  }
  return median(took);
}

async function tokenOf({ token_url, client_id, users }: Platform, username: string): Promise<string> {
  const password = users.find((user) => user.username === username)?.password ?? '';
  const body = new URLSearchParams({ grant_type: 'password', client_id, username, password });
  const { access_token } = (await (await fetch(token_url, { method: 'POST', body })).json()) as {
    readonly access_token: string;
  };
  return access_token;
}
