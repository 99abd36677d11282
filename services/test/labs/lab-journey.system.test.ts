// The lab product as its users meet it, in Podman.
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import test, { type ExecutionContext } from 'ava';
import { engine } from '../../../adapters/cluster/containers/engine/engine.ts';
import { nameOf } from '../../../adapters/cluster/containers/labels.ts';
import { list } from '../../../adapters/cluster/containers/listing.ts';
import { labEngine, type TestEngine } from '../../../tools/test/lab-engine.ts';
import { labStory, rolesFor, type Scene } from '../fixtures/labs/lab-journey.ts';

type Inspected = { readonly State: { readonly StartedAt: string } };

test('a teacher uploads a lab and starts it for two students, who work in it by ssh and find their files again', async (t) => {
  t.timeout(280_000);
  const found = await labEngine(t);
  if (found === null) return t.pass();
  await labStory(t, await inPodman(t, found));
});

async function inPodman(t: ExecutionContext, found: TestEngine): Promise<Scene> {
  const labs = {
    LAB_ENGINE: 'containers',
    LAB_ENGINE_SOCKET: found.socketPath,
    LAB_TOOLS_IMAGE: found.image,
    ...(found.folder !== null && { LAB_ENGINE_FOLDER: found.folder }),
    LAB_CLOSED: '1.1.1.1:443,169.254.169.254:80',
    REGISTRY_URL: 'localhost',
  };
  const { installation } = found;
  const roles = await rolesFor(t, installation, labs);
  const api = engine(found.socketPath);
  t.teardown(() => api[Symbol.dispose]());
  const pod = (lab: string) => `/containers/${nameOf(installation, lab)}`;
  return {
    ...roles,
    image: 'covenant/labs/shell:v1.0',
    begun: async (lab) => ((await api.call('GET', `${pod(lab)}/json`)) as Inspected).State.StartedAt,
    // Ended by force, it is started again by the worker: a restart by the engine would meet that one.
    cutShort: (lab) => api.call('POST', `${pod(lab)}/kill`),
    walls: (lab) => targetsOf(t, api, nameOf(installation, lab)),
    left: () => leftOn(api, installation),
  };
}

/**
 * The other lab by its own addresses, this host by all of its addresses with something that listens there, and the
 * internet.
 */
async function targetsOf(t: ExecutionContext, api: ReturnType<typeof engine>, pod: string): Promise<readonly string[]> {
  type Inspected = { NetworkSettings: { Networks: Record<string, { IPAddress: string }> } };
  const { NetworkSettings } = await api.call<Inspected>('GET', `/containers/${pod}/json`);
  const labs = Object.values(NetworkSettings.Networks).map(({ IPAddress }) => IPAddress);
  t.true(labs.every((address) => address !== '') && labs.length > 0, 'the other lab has an address');
  const listener = createServer((socket) => socket.end('open'));
  await new Promise<void>((resolve) => listener.listen(0, '0.0.0.0', resolve));
  t.teardown(() => listener.close());
  const { port } = listener.address() as { port: number };
  const hosts = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  return [
    ...labs.map((address) => `${address} 22`),
    ...hosts.map(({ address }) => `${address} ${port}`),
    ...['1.1.1.1 443', '8.8.8.8 53', '169.254.169.254 80'],
  ];
}

/** The network between host and relays is the installation's own, and no lab's. */
const leftOn = async (api: ReturnType<typeof engine>, installation: string): Promise<readonly string[]> =>
  (await list(api, installation, { helpers: true }))
    .filter(({ kind }) => kind !== 'access')
    .map(({ what, name }) => `${what} ${name}`);
