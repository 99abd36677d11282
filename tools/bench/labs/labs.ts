// Benchmark "labs": from the request to a student's real login, on Podman with the image there; one lab, and ten at
// once.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { containers } from '../../../adapters/cluster/containers/containers.ts';
import { type Engine, engine } from '../../../adapters/cluster/containers/engine/engine.ts';
import { LAB_UID } from '../../../adapters/cluster/containers/owner.ts';
import { removeInstallation } from '../../../adapters/cluster/containers/site.ts';
import { packFiles } from '../../../adapters/tar/write.ts';
import { podmanObstacle } from '../../local/servers/lab-engine/podman.ts';
import { removeStorage } from '../../local/servers/lab-engine/podman-storage.ts';
import { startParts } from '../../local/servers/parts.ts';
import { start } from '../../test/lab-engine-on-demand.ts';
import type { Bench } from '../bench.ts';
import { goalLine, median, ratio, table } from '../figures.ts';
import { bareLabs } from './bare-labs.ts';
import { type Deployer, labSite } from './lab-site.ts';

const yaml =
  "lab_id: shell\nname: A shell\ncontainers:\n  main:\n    image: '{registry_url}/covenant/labs/shell:v1.0'\n";
const mostRounds = 5;

export const labs: Bench = {
  name: 'labs',
  async run({ dir, print, rounds, signal }) {
    const obstacle = podmanObstacle();
    if (obstacle !== null) return print(`skipped: ${obstacle}`);
    print('The lab image is built first, once for this account ...');
    await using stack = new AsyncDisposableStack();
    stack.defer(() => removeStorage(path.join(dir, 'labs')));
    const podman = stack.adopt(await start(dir, signal), (started) => started.stop());
    const parts = stack.adopt(await startParts({ dir, only: ['postgres', 'broker', 'objects'] }), (all) => all.stop());
    const { socketPath, image, folder } = podman.facts;
    const installation = `bench${randomBytes(4).toString('hex')}`;
    const owned = stack.use(engine(socketPath));
    stack.defer(() => removeInstallation(owned, installation));
    const cluster = stack.use(containers({ socketPath, installation, toolsImage: image, folder }));
    const deployer = await labSite(parts, { cluster, yaml, registryUrl: 'localhost' }, stack);

    using api = engine(podman.facts.socketPath);
    // As a tar archive, for the home of a lab.
    const files = packFiles([{ name: 'data', content: randomBytes(100e6), mode: 0o644, uid: LAB_UID }]);
    const all: Round[] = [];
    for (let round = -1; round < Math.min(rounds, mostRounds); round++) {
      signal.throwIfAborted();
      const found = await roundOf(api, { image, files }, deployer);
      if (round < 0) continue; // the first ones meet cold caches
      print(
        Object.entries(found)
          .map(([name, seconds]) => `${name} ${seconds.toFixed(2)} s`)
          .join(', '),
      );
      all.push(found);
    }
    report(all, print);
  },
};

/** Seconds. */
type Round = {
  readonly login: number;
  readonly one: number;
  /** The start after it, which restores its home. */
  readonly again: number;
  readonly large: number;
  readonly ten: number;
  readonly bare: number;
};

type Given = { readonly image: string; readonly files: Buffer };

async function roundOf(api: Engine, { image, files }: Given, deployer: Deployer): Promise<Round> {
  const one = await deployer.started(1);
  const login = await deployer.login(one.ids);
  await deployer.stopped(one);
  const again = await deployer.started(1, one);
  const pod = (await deployer.observed(again.ids)).objects.find(({ kind }) => kind === 'pod');
  await api.call('PUT', `/containers/${pod?.uid}/archive`, { query: { path: '/home/student' }, upload: files });
  await deployer.stopped(again);
  const large = await deployer.started(1, one);
  await deployer.stopped(large);
  const ten = await deployer.started(10);
  await deployer.stopped(ten);
  const bare = await bareLabs(api, image, 10);
  return { login, one: one.seconds, again: again.seconds, large: large.seconds, ten: ten.seconds, bare };
}

function report(all: readonly Round[], print: (text: string) => void): void {
  const of = (name: keyof Round) => all.map((round) => round[name]);
  const probe = median(of('login'));
  const line = (what: string, name: keyof Round) => [what, median(of(name)), median(of(name)) / probe];
  print(
    table(
      ['', 's', 'of a login'],
      [
        line('one login by ssh, and what a lab must not reach', 'login'),
        line('one lab, from the request to `running`, which is a login', 'one'),
        line('the same with its archive restored, a new home', 'again'),
        line('the same with its archive restored, 100 MB that do not compress', 'large'),
        line('ten labs at once, until the last is `running`', 'ten'),
        line("their containers by the engine's calls alone, until the last sshd answers", 'bare'),
      ],
    ),
  );
  print(`ten labs at once are ${ratio(of('ten'), of('bare')).toFixed(2)} of the engine alone`);
  const goals = [
    ['one lab, seconds', median(of('one')), 0.5],
    ['ten labs at once, seconds', median(of('ten')), 3],
    ['a start that restores, of one that does not', ratio(of('again'), of('one')), 1.2],
  ] as const;
  for (const [what, measured, goal] of goals) print(goalLine({ what, measured, sign: '<', goal }));
}
