// Benchmark "labs": from the request to a student's real login, on Podman with the image there; one lab, and ten at once.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { containers } from '../../../adapters/cluster/containers/containers.ts';
import { engine } from '../../../adapters/cluster/containers/engine/engine.ts';
import { removeInstallation } from '../../../adapters/cluster/containers/site.ts';
import { podmanObstacle } from '../../embedded/lab-engine/podman.ts';
import { removeStorage } from '../../embedded/lab-engine/podman-storage.ts';
import { startParts } from '../../embedded/parts.ts';
import { start } from '../../test/lab-engine-on-demand.ts';
import type { Bench } from '../bench.ts';
import { goalLine, median, ratio, table } from '../figures.ts';
import { bareLabs } from './bare-labs.ts';
import { labSite } from './lab-site.ts';

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
    const [one, ten, login, bare] = [[] as number[], [] as number[], [] as number[], [] as number[]];
    for (let round = -1; round < Math.min(rounds, mostRounds); round++) {
      signal.throwIfAborted();
      const single = await deployer.started(1);
      const probed = await deployer.login(single.ids);
      await deployer.stopped(single);
      const many = await deployer.started(10);
      await deployer.stopped(many);
      const floor = await bareLabs(api, podman.facts.image, 10);
      if (round < 0) continue; // the first ones meet cold caches
      one.push(single.seconds);
      ten.push(many.seconds);
      login.push(probed);
      bare.push(floor);
    }
    const probe = median(login);
    const line = (what: string, all: readonly number[]) => [what, median(all), median(all) / probe];
    print(
      table(
        ['', 's', 'of a login'],
        [
          line('one login by ssh, and what a lab must not reach', login),
          line('one lab, from the request to `running`, which is a login', one),
          line('ten labs at once, until the last is `running`', ten),
          line("their containers by the engine's calls alone, until the last sshd answers", bare),
        ],
      ),
    );
    print(`ten labs at once are ${ratio(ten, bare).toFixed(2)} of the engine alone`);
    print(goalLine({ what: 'one lab, seconds', measured: median(one), sign: '<', goal: 1 }));
    print(goalLine({ what: 'ten labs at once, seconds', measured: median(ten), sign: '<', goal: 4 }));
  },
};
