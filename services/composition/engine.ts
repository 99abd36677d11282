// Where labs run, as the configuration says: a cluster, and how it is found out that a student gets in. Part of the
// composition root.
import { containers } from '../../adapters/cluster/containers/containers.ts';
import { memory } from '../../adapters/cluster/memory/memory.ts';
import { memoryWorld } from '../../adapters/cluster/memory/world.ts';
import type { Cluster } from '../../adapters/cluster/port.ts';
import { memoryProbes } from '../../adapters/ssh/memory.ts';
import type { Probes } from '../../adapters/ssh/port.ts';
import { sshProbes } from '../../adapters/ssh/ssh.ts';
import { needed } from '../config/read-config.ts';
import type { Config } from '../config/types.ts';
import { isPasswordOf } from '../labs/crypt.ts';
import type { Clock } from '../lib/clock.ts';

export type Engine = { readonly cluster: Cluster; readonly probes: Probes };

/** Returns at once, also when the engine does not answer; only what it needs is loaded. */
export async function engineOf(config: Config, clock: Clock): Promise<Engine> {
  const installation = needed(config.INSTALLATION_ID, 'INSTALLATION_ID');
  const closed = config.LAB_CLOSED_RANGES;
  switch (needed(config.LAB_ENGINE, 'LAB_ENGINE')) {
    case 'memory': {
      const world = memoryWorld({ clock });
      return { cluster: memory(world, installation), probes: memoryProbes(world, isPasswordOf) };
    }
    case 'containers': {
      const socketPath = needed(config.LAB_ENGINE_SOCKET, 'LAB_ENGINE_SOCKET');
      const toolsImage = needed(config.LAB_TOOLS_IMAGE, 'LAB_TOOLS_IMAGE');
      const folder = config.LAB_ENGINE_FOLDER ?? null;
      const reserveGi = config.LAB_DISK_RESERVE_GI;
      const ranges = { subnets: config.LAB_SUBNETS, accessSubnets: config.LAB_ACCESS_SUBNETS };
      const settings = { socketPath, installation, toolsImage, closed, folder, reserveGi, ...ranges };
      return { cluster: containers(settings), probes: sshProbes() };
    }
    case 'kubernetes': {
      const { kubernetes } = await import('../../adapters/cluster/kubernetes/kubernetes.ts');
      const settings = {
        kubeconfig: config.KUBECONFIG ?? null,
        toolsImage: needed(config.LAB_TOOLS_IMAGE, 'LAB_TOOLS_IMAGE'),
        sshHost: needed(config.LAB_SSH_HOST, 'LAB_SSH_HOST'),
        namespace: config.LAB_NAMESPACE,
        ownUids: config.LAB_UIDS === 'per-lab',
        requestsPercent: { cpu: config.LAB_CPU_REQUEST_PERCENT, memory: config.LAB_MEMORY_REQUEST_PERCENT },
      };
      return { cluster: kubernetes({ ...settings, installation, closed }), probes: sshProbes() };
    }
  }
}
