// Labs as pods of one namespace. Rights that its account needs there: get, list, watch, create, patch, delete of
// configmaps, networkpolicies, secrets, persistentvolumeclaims, services, pods; create and get of pods/exec; get and
// list of events.
import { pinsOf } from '../pins.ts';
import type { Cluster } from '../port.ts';
import { neverOpen } from '../ranges.ts';
import { openApi } from './api/api.ts';
import { Mirror, mirrorDefaults } from './api/mirror.ts';
import { apply, printOfPlan } from './apply.ts';
import { clear, removeVolume } from './clear.ts';
import { label } from './labels.ts';
import type { ManifestSettings } from './manifests.ts';
import { neighbourOf } from './neighbour.ts';
import { listAll, pathOf } from './objects.ts';
import { byInstance, isNews, observedOf } from './observed.ts';
import { pinned } from './pin.ts';
import { pulls } from './pulls.ts';
import { find, findWatched, type InstanceResources, parted, type Site } from './site.ts';
import { measureVolume, readVolume, showNotice, writeVolume } from './volumes.ts';

export type KubernetesSettings = {
  /** A file; null: the account of the pod that this runs in. */
  readonly kubeconfig: string | null;
  /** Letters and digits; whatever carries another one in the same namespace is never touched. */
  readonly installation: string;
  /** With tini, sh, perl and tar: the lab image. */
  readonly toolsImage: string;
  /** Where students reach the node ports. */
  readonly sshHost: string;
  readonly namespace?: string;
  /**
   * Pods, services and nodes of the cluster where they are not private addresses; a lab with internet access reaches
   * none of them.
   */
  readonly closed?: readonly string[];
} & Pick<ManifestSettings, 'requestsPercent'> &
  Partial<Omit<ManifestSettings, 'installation' | 'closed' | 'requestsPercent'>>;

const kubeDns = {
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
  podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
};

/** Returns at once; the API server is asked at the first call. */
export function kubernetes(settings: KubernetesSettings): Cluster {
  const { site, mirror } = siteOf(settings);
  const { api, manifestSettings } = site;
  const observed = (resources: Parameters<typeof observedOf>[0]) => observedOf(resources, site.sshHost);
  const fetching = pulls(site);
  const shown = async ({ resources }: InstanceResources) =>
    resources.length === 0 ? null : observedOf(resources, site.sshHost, await fetching(resources));
  return {
    engine: 'kubernetes',
    fingerprint: (plan) => printOfPlan(site, plan),
    async list() {
      const all = mirror.resources() ?? (await listAll(site, { [label.installation]: manifestSettings.installation }));
      return new Map([...byInstance(parted(all).resources)].map(([id, resources]) => [id, observed(resources)]));
    },
    get: async (instance_id) => shown(await find(site, instance_id)),
    async watched(instance_id) {
      const found = findWatched(site, instance_id);
      return found === null ? undefined : await shown(found);
    },
    isolationTarget: (instance_id) => neighbourOf(site, instance_id),
    pin: pinsOf((image) => pinned(site, image)),
    apply: (plan) => apply(site, plan),
    deletePods: (each) => clear(site, each),
    readVolume: (instance_id) => readVolume(site, instance_id),
    writeVolume: (plan, tar) => writeVolume(site, plan, tar),
    removeVolume: (volume) => removeVolume(site, volume),
    measureVolume: (plan, most) => measureVolume(site, plan, most),
    showNotice: (plan, notice) => showNotice(site, plan, notice),
    watch: (wake, signal) => mirror.run(wake, signal),
    async ping() {
      await api.call('GET', pathOf(site, 'pod'), { query: { limit: '1' }, timeoutMs: 5_000 });
    },
    [Symbol.asyncDispose]: async () => api[Symbol.dispose](),
  };
}

function siteOf(settings: KubernetesSettings): { readonly site: Site; readonly mirror: Mirror } {
  if (!/^[a-z0-9]{1,32}$/.test(settings.installation))
    throw new Error(`the id of an installation must be letters and digits: ${settings.installation}`);
  const { installation, toolsImage, sshHost, namespace = 'labs', closed = [] } = settings;
  const api = openApi(settings.kubeconfig);
  const mirror = new Mirror({ api, namespace }, { installation, isNews, ...mirrorDefaults });
  const site: Site = {
    api,
    namespace,
    written: (resource) => mirror.written(resource),
    removed: (kind, uid) => mirror.removed(kind, uid),
    watched: () => mirror.current(),
    sshHost,
    toolsImage,
    manifestSettings: {
      installation,
      serviceType: settings.serviceType ?? 'NodePort',
      storageClass: settings.storageClass ?? null,
      closed: [...neverOpen, ...closed],
      nameServers: settings.nameServers ?? [kubeDns],
      requestsPercent: settings.requestsPercent,
      ownUids: settings.ownUids ?? true,
      pod: settings.pod ?? {},
    },
  };
  return { site, mirror };
}
