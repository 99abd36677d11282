// The floor under benchmark "labs": the networks, volumes and containers of our labs by the engine's calls alone, all
// at once, until each sshd answers at its port. No one looks what is there, writes down what was done, or logs in.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  podBody,
  relayBody,
  relayConnection,
  relayPorts,
  type Surroundings,
  secretFolder,
} from '../../../adapters/cluster/containers/bodies.ts';
import type { Engine } from '../../../adapters/cluster/containers/engine/engine.ts';
import { labelsOf, nameOf } from '../../../adapters/cluster/containers/labels.ts';
import { openNetwork, policyNetwork } from '../../../adapters/cluster/containers/network/network-bodies.ts';
import { candidates } from '../../../adapters/cluster/containers/network/subnets.ts';
import { LAB_UID } from '../../../adapters/cluster/containers/owner.ts';
import { seccompFor } from '../../../adapters/cluster/containers/seccomp-file.ts';
import { removeInstallation } from '../../../adapters/cluster/containers/site.ts';
import { planOf } from '../../../adapters/cluster/containers/test/login.fixture.ts';
import type { InstancePlan } from '../../../adapters/cluster/port.ts';
import { secretFiles } from '../../../adapters/cluster/secret.ts';
import { packFiles } from '../../../adapters/tar/write.ts';
import { freePort } from '../../local/servers/ports.ts';

const longestMs = 120_000;

/** The seconds that they took; afterwards nothing of them is there. */
export async function bareLabs(api: Engine, image: string, count: number): Promise<number> {
  const bare = {
    api,
    image,
    installation: `bare${randomBytes(4).toString('hex')}`,
    around: await surroundings(api, image),
  };
  const plans = Array.from({ length: count }, (_, n) => planOf(image, `student${n}`));
  const ports = await Promise.all(plans.map(() => freePort()));
  try {
    const began = performance.now();
    const access = await network(bare, 'access', openNetwork, candidates('10.214.0.0/15', 22, bare.installation));
    await Promise.all(plans.map((plan, n) => lab(bare, plan, access.name, ports[n] ?? 0)));
    return (performance.now() - began) / 1_000;
  } finally {
    await removeInstallation(api, bare.installation);
  }
}

type Bare = {
  readonly api: Engine;
  readonly image: string;
  readonly installation: string;
  readonly around: Surroundings;
};

const surroundings = async (api: Engine, toolsImage: string): Promise<Surroundings> => ({
  flavour: await api.flavour(),
  toolsImage,
  closed: [],
  ipv6: existsSync('/proc/sys/net/ipv6'),
  memoryBytes: 0,
  seccomp: await seccompFor(api, path.join(tmpdir(), 'covenant-bench')),
});

async function network(
  { api, around, installation }: Bare,
  name: string,
  build: typeof policyNetwork,
  subnets: Iterable<string>,
): Promise<{ name: string; subnet: string }> {
  const full = nameOf(installation, name);
  for (const subnet of subnets) {
    const [path, body] = build(around.flavour, full, subnet, { installation_id: installation });
    const made = await api.call('POST', path, { body }).then(
      () => true,
      () => false,
    );
    if (made) return { name: full, subnet };
  }
  throw new Error(`there is no subnet for ${full}`);
}

async function lab(bare: Bare, plan: InstancePlan, access: string, port: number): Promise<void> {
  const { api, around, installation } = bare;
  const [role] = plan.roles;
  if (role === undefined) throw new Error('a lab without a role');
  const labels = labelsOf(installation, plan, 'pod');
  const volume = async (kind: string) => {
    const Name = nameOf(installation, plan.name, kind);
    await api.call('POST', '/volumes/create', { body: { Name, Labels: labels } });
    return Name;
  };
  const container = async (name: string, body: object) => {
    const call = { query: { name }, body: { ...body, Labels: labels } };
    return (await api.call<{ Id: string }>('POST', '/containers/create', call)).Id;
  };
  const subnets = candidates('10.213.0.0/16', 28, nameOf(installation, plan.name));
  const [policy, claim, secret] = await Promise.all([
    network(bare, plan.name, policyNetwork, subnets),
    volume('claim'),
    volume('secret'),
  ]);
  const parts = {
    policy: policy.name,
    subnet: policy.subnet,
    claim,
    uids: new Map([[role, LAB_UID]]),
    secrets: new Map([[role, secret]]),
    images: new Map(),
  };
  const [relay, pod] = await Promise.all([
    container(
      nameOf(installation, plan.name, 'relay'),
      relayBody(around, plan, parts, access, relayPorts(plan, [port])),
    ),
    container(nameOf(installation, plan.name), podBody(around, plan, role, parts)),
  ]);
  await api.call('POST', `/networks/${policy.name}/connect`, { body: { Container: relay, ...relayConnection(parts) } });
  const files = Object.entries(secretFiles(plan, role));
  const upload = packFiles(files.map(([name, content]) => ({ name, content, mode: 0o400, uid: LAB_UID })));
  await api.call('PUT', `/containers/${relay}/archive`, { query: { path: secretFolder(role) }, upload });
  await Promise.all([relay, pod].map((id) => api.call('POST', `/containers/${id}/start`)));
  for (const end = Date.now() + longestMs; !(await answers(port)); await pause(10))
    if (Date.now() > end) throw new Error(`no sshd at port ${port} after ${longestMs / 1_000} s`);
}

/** Whether sshd says its name. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 });
    const end = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.on('data', (data) => end(data.includes('SSH-')));
    for (const event of ['error', 'close', 'timeout'] as const) socket.once(event, () => end(false));
  });
