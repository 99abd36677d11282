// The kinds of objects that an instance is made of, and the few calls that are made on them.
import type {
  V1ConfigMap,
  V1NetworkPolicy,
  V1NetworkPolicyIngressRule,
  V1NetworkPolicySpec,
  V1PersistentVolumeClaim,
  V1Pod,
  V1Secret,
  V1Service,
} from '@kubernetes/client-node';
import type { Labels } from '../labels.ts';
import type { Api, Query } from './api/api.ts';
import { isConflict, isMissing } from './api/faults.ts';
import { label } from './labels.ts';

/** The client's classes rename the one field `from`, which would then be left out on the wire. */
export type Policy = Omit<V1NetworkPolicy, 'spec'> & {
  spec?: Omit<V1NetworkPolicySpec, 'ingress'> & {
    ingress?: (Omit<V1NetworkPolicyIngressRule, '_from'> & { from?: V1NetworkPolicyIngressRule['_from'] })[];
  };
};

/** By the words of `ObjectSeen.kind`. */
type ObjectsByKind = {
  readonly owner: V1ConfigMap;
  readonly policy: Policy;
  readonly secret: V1Secret;
  readonly claim: V1PersistentVolumeClaim;
  readonly service: V1Service;
  readonly pod: V1Pod;
};
export type ObjectKind = keyof ObjectsByKind;

/** An object to be made. */
export type Manifest<K extends ObjectKind = ObjectKind> = {
  [P in K]: { readonly kind: P; readonly object: ObjectsByKind[P] };
}[K];

/** An object as the server has it. */
export type Resource<K extends ObjectKind = ObjectKind> = {
  [P in K]: { readonly kind: P; readonly object: ObjectsByKind[P]; readonly meta: Meta };
}[K];

export type Meta = {
  readonly name: string;
  readonly uid: string;
  readonly version: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly isTerminating: boolean;
};

const restPaths = {
  owner: ['/api/v1', 'configmaps'],
  policy: ['/apis/networking.k8s.io/v1', 'networkpolicies'],
  secret: ['/api/v1', 'secrets'],
  claim: ['/api/v1', 'persistentvolumeclaims'],
  service: ['/api/v1', 'services'],
  pod: ['/api/v1', 'pods'],
} as const satisfies Record<ObjectKind, readonly [string, string]>;

export const allKinds = Object.keys(restPaths) as readonly ObjectKind[];

/** One namespace of one cluster. */
export type KubernetesConnection = {
  readonly api: Api;
  readonly namespace: string;
  /** Where a copy of the objects is kept: what was written is in it at once, before the watch brings it. */
  readonly written?: ((resource: Resource) => void) | undefined;
  /** The same for what is gone for good. */
  readonly removed?: ((kind: ObjectKind, uid: string) => void) | undefined;
};

export function pathOf({ namespace }: KubernetesConnection, kind: ObjectKind, name?: string): string {
  const [group, plural] = restPaths[kind];
  return `${group}/namespaces/${namespace}/${plural}${name === undefined ? '' : `/${name}`}`;
}

type Raw = {
  readonly metadata?: {
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly labels?: Labels;
    readonly annotations?: Labels;
    readonly deletionTimestamp?: unknown;
    managedFields?: unknown;
  };
};

export function resourceOf<K extends ObjectKind>(kind: K, object: unknown): Resource<K> {
  const { metadata = {} } = object as Raw;
  delete metadata.managedFields; // a third of an object, and of no use here
  const meta: Meta = {
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    version: metadata.resourceVersion ?? '',
    labels: metadata.labels ?? {},
    annotations: metadata.annotations ?? {},
    isTerminating: metadata.deletionTimestamp !== undefined && metadata.deletionTimestamp !== null,
  };
  return { kind, object, meta } as Resource<K>;
}

type List = {
  readonly items: unknown[];
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
};

const PAGE = '500';

/** All objects of a kind with these labels, and the version from which a watch goes on. */
export async function list<K extends ObjectKind>(
  place: KubernetesConnection,
  kind: K,
  labels: Labels,
): Promise<{ readonly resources: readonly Resource<K>[]; readonly version: string }> {
  const resources: Resource<K>[] = [];
  const query: Record<string, string> = { labelSelector: selectorOf(labels), limit: PAGE };
  for (;;) {
    const page = await place.api.call<List>('GET', pathOf(place, kind), { query });
    for (const item of page.items) resources.push(resourceOf(kind, item));
    if (!page.metadata.continue) return { resources, version: page.metadata.resourceVersion };
    query.continue = page.metadata.continue;
  }
}

export const selectorOf = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');

export const listAll = async (place: KubernetesConnection, labels: Labels): Promise<readonly Resource[]> =>
  (await Promise.all(allKinds.map((kind) => list(place, kind, labels)))).flatMap(
    ({ resources }): readonly Resource[] => resources,
  );

/** Null when no object has the name, whatever installation it belongs to. */
export async function get<K extends ObjectKind>(
  place: KubernetesConnection,
  kind: K,
  name: string,
): Promise<Resource<K> | null> {
  try {
    return resourceOf(kind, await place.api.call('GET', pathOf(place, kind, name)));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The field manager of every field that we set. All our workers share it, so that none of them fights another. */
const MANAGER = 'covenant-worker';

/** Server-side apply. With `was`, only onto exactly that state of it. */
export const put = <K extends ObjectKind>(
  place: KubernetesConnection,
  manifest: Manifest<K>,
  was?: Meta,
): Promise<Resource<K>> => applied(place, manifest, was && { uid: was.uid, resourceVersion: was.version });

/**
 * Server-side apply only where nothing has the name: no object is ever at version 1, which the server ignores when it
 * creates one.
 */
export const create = <K extends ObjectKind>(
  place: KubernetesConnection,
  manifest: Manifest<K>,
): Promise<Resource<K>> => applied(place, manifest, { resourceVersion: '1' });

async function applied<K extends ObjectKind>(
  place: KubernetesConnection,
  { kind, object }: Manifest<K>,
  precondition?: { readonly uid?: string; readonly resourceVersion: string },
): Promise<Resource<K>> {
  const query: Query = { fieldManager: MANAGER, force: 'true' };
  const body = { ...object, metadata: { ...object.metadata, ...precondition } };
  const mediaType = 'application/apply-patch+yaml';
  const path = pathOf(place, kind, object.metadata?.name ?? '');
  return written(place, kind as K, await place.api.call('PATCH', path, { query, body, mediaType }));
}

/** Labels, annotations and owner of something whose other fields cannot be changed. */
export async function relabel<K extends ObjectKind>(
  place: KubernetesConnection,
  { kind, object }: Manifest<K>,
  was: Meta,
): Promise<Resource<K>> {
  const { labels, annotations, ownerReferences } = object.metadata ?? {};
  return await merged(place, kind as K, { metadata: { labels, annotations, ownerReferences } }, was);
}

/** What a claim requests, and nothing else of it. */
export const resize = (
  place: KubernetesConnection,
  { kind, object }: Manifest<'claim'>,
  was: Meta,
): Promise<Resource<'claim'>> => merged(place, kind, { spec: { resources: object.spec?.resources } }, was);

type Change = { readonly metadata?: object; readonly spec?: object };

async function merged<K extends ObjectKind>(
  place: KubernetesConnection,
  kind: K,
  change: Change,
  { name, uid, version: resourceVersion }: Meta,
): Promise<Resource<K>> {
  const query: Query = { fieldManager: MANAGER };
  const body = { ...change, metadata: { ...change.metadata, uid, resourceVersion } };
  const mediaType = 'application/merge-patch+json';
  return written(place, kind, await place.api.call('PATCH', pathOf(place, kind, name), { query, body, mediaType }));
}

function written<K extends ObjectKind>(place: KubernetesConnection, kind: K, answer: unknown): Resource<K> {
  const resource = resourceOf(kind, answer);
  place.written?.(resource as Resource);
  return resource;
}

/** Exactly this object (decision 18); `gone` also when it was before. It may take its time to end. */
export async function remove(
  place: KubernetesConnection,
  kind: ObjectKind,
  { name, uid, version }: { readonly name: string; readonly uid: string; readonly version?: string },
): Promise<'gone' | 'changed'> {
  const preconditions = { uid, ...(version && { resourceVersion: version }) };
  const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background', preconditions };
  try {
    const answer = await place.api.call<{ readonly kind?: string }>('DELETE', pathOf(place, kind, name), { body });
    // What takes its time to end is answered as it is until then.
    if (answer.kind === 'Status') place.removed?.(kind, uid);
    else written(place, kind, answer);
    return 'gone';
  } catch (error) {
    if (isMissing(error)) {
      place.removed?.(kind, uid);
      return 'gone';
    }
    if (isConflict(error)) return 'changed';
    throw error;
  }
}

export const isOurs = ({ labels }: Meta, installation: string): boolean => labels[label.installation] === installation;
