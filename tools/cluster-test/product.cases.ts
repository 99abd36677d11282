// The whole product on a real Kubernetes, every role as its own process.
import test, { type ExecutionContext } from 'ava';
import { get, type KubernetesConnection, list, listAll } from '../../adapters/cluster/kubernetes/objects.ts';
import { labStory, rolesFor, type Scene } from '../../services/test/fixtures/labs/lab-journey.ts';
import { facts, operator } from './harness.ts';
import { listed } from './request-count.ts';

const installation = `product${facts.run}`;
const namespace = `covenant-test-${facts.run}-product`;
const place: KubernetesConnection = { api: operator.api, namespace };

test('a teacher uploads a lab and starts it for two students, who work in it by ssh and find their files again', async (t) => {
  t.timeout(280_000);
  await operator.namespace(namespace);
  const scene = await onKubernetes(t);
  const before = await listed();
  let perLab = Number.POSITIVE_INFINITY;
  await labStory(t, {
    ...scene,
    // Called first when both labs run.
    begun: async (lab) => {
      if (perLab === Number.POSITIVE_INFINITY) perLab = ((await listed()) - before) / 2;
      return await scene.begun(lab);
    },
  });
  t.log(`${perLab} LIST requests for each start`);
  // Six for its claim, and its share of the six with which each of two workers begins; more only where a watch broke.
  t.true(perLab <= 24, `${perLab} LIST requests for each start`);
  const pods = await list(place, 'pod', { installation_id: installation });
  const [limits, requests] = [
    { cpu: '500m', memory: '512Mi' },
    { cpu: '15m', memory: '128Mi' },
  ];
  t.like(pods.resources[0]?.object.spec?.containers[0]?.resources, { limits, requests });
});

async function onKubernetes(t: ExecutionContext): Promise<Scene> {
  const at = facts.image.indexOf('/');
  const { spec: server } = await operator.api.call<{ spec: { clusterIP: string } }>(
    'GET',
    '/api/v1/namespaces/default/services/kubernetes',
  );
  const always = [`${server.clusterIP}:443`, `${facts.sshHost}:10250`, '169.254.169.254:80'];
  const roles = await rolesFor(t, installation, {
    LAB_ENGINE: 'kubernetes',
    KUBECONFIG: facts.kubeconfig,
    LAB_NAMESPACE: namespace,
    LAB_SSH_HOST: facts.sshHost,
    LAB_TOOLS_IMAGE: facts.image,
    LAB_CLOSED: always.join(),
    LAB_CPU_REQUEST_PERCENT: '3',
    LAB_MEMORY_REQUEST_PERCENT: '25',
    REGISTRY_URL: facts.image.slice(0, at),
  });
  return {
    ...roles,
    image: facts.image.slice(at + 1),
    async begun(lab) {
      const pod = await get(place, 'pod', lab);
      return pod?.object.status?.containerStatuses?.[0]?.containerID ?? '';
    },
    // By its student: everything in it ends, and the kubelet starts it again.
    cutShort: async (_lab, shell) => void (await shell.ssh('kill -9 -1')),
    async walls(lab) {
      const [pod, service] = await Promise.all([get(place, 'pod', lab), get(place, 'service', lab)]);
      const { podIP = '', hostIP = '' } = pod?.object.status ?? {};
      const { clusterIP = '', ports = [] } = service?.object.spec ?? {};
      const others = [`${podIP} 22`, `${clusterIP} 22`, `${hostIP} ${ports[0]?.nodePort}`];
      t.true(
        others.every((each) => /^[\d.]+ \d+$/.test(each)),
        others.join(),
      );
      return [...others, ...always.map((each) => each.replace(':', ' ')), '1.1.1.1 443'];
    },
    left: async () =>
      (await listAll(place, { installation_id: installation })).map(({ kind, meta }) => `${kind} ${meta.name}`),
  };
}
