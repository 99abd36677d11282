// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.
import type { Middleware } from 'koa';
import type { Contract, OperationFacts } from '../runtime/contract.ts';
import type { Called, ConditionalRead, Filled, Received } from '../runtime/handler.ts';
import { type Handlers, mount } from '../runtime/http.ts';
import type { CallerBase, ContractHost } from '../runtime/host.ts';
import { type Rows, type WithPage, withPages } from '../runtime/reply/page.ts';
import { registry } from './problems.ts';
import type { ProblemReply } from './problems.ts';
import { route } from './routes.ts';
import type * as T from './types.ts';
import * as validators from './validate.js';

export { problems, type ProblemReply } from './problems.ts';

export type DeployLabRequest = Received &
  { readonly headers: Omit<NonNullable<T.operations['deployLab']['parameters']['header']>, 'Idempotency-Key' | 'If-Match' | 'If-None-Match'> } &
  { readonly body: Filled<T.DeployRequest, 'restore' | 'running_only'> };

export type DeployLabReply =
  | { readonly status: 202; readonly body: T.Deployment; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'not-found' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'business-rule' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type DeleteLabRequest = Received &
  { readonly headers: Omit<NonNullable<T.operations['deleteLab']['parameters']['header']>, 'Idempotency-Key' | 'If-Match' | 'If-None-Match'> } &
  { readonly body: T.DeleteRequest };

export type DeleteLabReply =
  | { readonly status: 202; readonly body: T.Deployment; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'not-found' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type RestartLabRequest = Received &
  { readonly headers: Omit<NonNullable<T.operations['restartLab']['parameters']['header']>, 'Idempotency-Key' | 'If-Match' | 'If-None-Match'> } &
  { readonly body: T.RestartRequest };

export type RestartLabReply =
  | { readonly status: 202; readonly body: T.Deployment; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'not-found' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type RestoreVolumeRequest = Received &
  { readonly headers: Omit<NonNullable<T.operations['restoreVolume']['parameters']['header']>, 'Idempotency-Key' | 'If-Match' | 'If-None-Match'> } &
  { readonly body: T.RestoreRequest };

export type RestoreVolumeReply =
  | { readonly status: 202; readonly body: T.Deployment; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'not-found' | 'request-timeout' | 'conflict' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListDeploymentsRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listDeployments']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListDeploymentsReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.DeploymentPage>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetDeploymentRequest = Received &
  { readonly path: NonNullable<T.operations['getDeployment']['parameters']['path']> } &
  ConditionalRead;

export type GetDeploymentReply =
  | { readonly status: 200; readonly body: T.Deployment; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListInstancesRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listInstances']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListInstancesReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.InstancePage>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetInstanceRequest = Received &
  { readonly path: NonNullable<T.operations['getInstance']['parameters']['path']> } &
  ConditionalRead;

export type GetInstanceReply =
  | { readonly status: 200; readonly body: T.Instance; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | { readonly status: 304; readonly body?: never; readonly headers?: never; readonly revision: string; readonly scope?: string }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListChangesRequest = Received &
  { readonly query: Filled<NonNullable<T.operations['listChanges']['parameters']['query']>, 'limit'> };

export type ListChangesReply =
  | { readonly status: 200; readonly body: T.Changes; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetAccessRequest = Received &
  { readonly path: NonNullable<T.operations['getAccess']['parameters']['path']> } &
  { readonly query: NonNullable<T.operations['getAccess']['parameters']['query']> } &
  { readonly headers: NonNullable<T.operations['getAccess']['parameters']['header']> };

export type GetAccessReply =
  | { readonly status: 200; readonly body: T.Access; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'not-found' | 'conflict' | 'rate-limited' | 'internal' | 'unavailable'>;

export type RotateAccessRequest = Received &
  { readonly path: NonNullable<T.operations['rotateAccess']['parameters']['path']> } &
  { readonly headers: Omit<NonNullable<T.operations['rotateAccess']['parameters']['header']>, 'Idempotency-Key' | 'If-Match' | 'If-None-Match'> } &
  { readonly body: T.RotateRequest };

export type RotateAccessReply =
  | { readonly status: 202; readonly body: T.Rotation; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'not-found' | 'request-timeout' | 'idempotency-in-flight' | 'body-too-large' | 'unsupported-media-type' | 'idempotency-key-reused' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ListVolumesRequest = Received &
  { readonly query: Omit<NonNullable<T.operations['listVolumes']['parameters']['query']>, 'limit' | 'cursor'> } &
  WithPage;

export type ListVolumesReply =
  | ({ readonly status: 200; readonly headers?: never } & Rows<T.VolumePage>)
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetSweepRequest = Received;

export type GetSweepReply =
  | { readonly status: 200; readonly body: T.Sweep; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'unauthenticated' | 'rate-limited' | 'internal' | 'unavailable'>;

export type ReleaseSweepRequest = Received &
  { readonly body: T.SweepRelease };

export type ReleaseSweepReply =
  | { readonly status: 200; readonly body: T.Sweep; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'malformed-json' | 'invalid-encoding' | 'unauthenticated' | 'request-timeout' | 'body-too-large' | 'unsupported-media-type' | 'rate-limited' | 'internal' | 'unavailable'>;

export type GetHealthRequest = Received;

export type GetHealthReply =
  | { readonly status: 200; readonly body: T.Health; readonly headers?: never }
  | ProblemReply<'invalid-request' | 'rate-limited' | 'unavailable'>;

/** Every operation that is not planned only. A handler returns data; the runtime does the protocol. */
export type InfraHandlers<Caller> = {
  /** Deploy a lab for students or groups */
  deployLab(request: DeployLabRequest & Called<Caller>): Promise<DeployLabReply>;
  /** Stop a lab, archive its volumes and remove it */
  deleteLab(request: DeleteLabRequest & Called<Caller>): Promise<DeleteLabReply>;
  /** Replace the pods of a lab */
  restartLab(request: RestartLabRequest & Called<Caller>): Promise<RestartLabReply>;
  /** Start an instance from an archive */
  restoreVolume(request: RestoreVolumeRequest & Called<Caller>): Promise<RestoreVolumeReply>;
  /** List deployments */
  listDeployments(request: ListDeploymentsRequest & Called<Caller>): Promise<ListDeploymentsReply>;
  /** Get a deployment */
  getDeployment(request: GetDeploymentRequest & Called<Caller>): Promise<GetDeploymentReply>;
  /** List instances */
  listInstances(request: ListInstancesRequest & Called<Caller>): Promise<ListInstancesReply>;
  /** Get an instance */
  getInstance(request: GetInstanceRequest & Called<Caller>): Promise<GetInstanceReply>;
  /** List changes since a sequence number */
  listChanges(request: ListChangesRequest & Called<Caller>): Promise<ListChangesReply>;
  /** Get the login data of a member */
  getAccess(request: GetAccessRequest & Called<Caller>): Promise<GetAccessReply>;
  /** Replace a member's password */
  rotateAccess(request: RotateAccessRequest & Called<Caller>): Promise<RotateAccessReply>;
  /** List volume claims */
  listVolumes(request: ListVolumesRequest & Called<Caller>): Promise<ListVolumesReply>;
  /** Get the result of the last sweep */
  getSweep(request: GetSweepRequest & Called<Caller>): Promise<GetSweepReply>;
  /** Release a sweep that is on hold */
  releaseSweep(request: ReleaseSweepRequest & Called<Caller>): Promise<ReleaseSweepReply>;
  /** Get the health of the service */
  getHealth(request: GetHealthRequest): Promise<GetHealthReply>;
};

export const infraOperations = {
  deployLab: {
    id: 'deployLab',
    method: 'POST',
    path: '/deploy',
    tags: ['Deployments'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 1048576,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Requested-By': 'string', 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'business-rule',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/deployments/{id}', id: 'deployment_id', retryAfterS: 1 },
  },
  deleteLab: {
    id: 'deleteLab',
    method: 'POST',
    path: '/delete',
    tags: ['Deployments'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Requested-By': 'string', 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/deployments/{id}', id: 'deployment_id', retryAfterS: 1 },
  },
  restartLab: {
    id: 'restartLab',
    method: 'POST',
    path: '/restart',
    tags: ['Deployments'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Requested-By': 'string', 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/deployments/{id}', id: 'deployment_id', retryAfterS: 1 },
  },
  restoreVolume: {
    id: 'restoreVolume',
    method: 'POST',
    path: '/restore',
    tags: ['Deployments'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: { 'Requested-By': 'string', 'Idempotency-Key': 'string' }, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'not-found',
      'request-timeout',
      'conflict',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/deployments/{id}', id: 'deployment_id', retryAfterS: 1 },
  },
  listDeployments: {
    id: 'listDeployments',
    method: 'GET',
    path: '/deployments',
    tags: ['Deployments'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { lab_id: 'string', limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  getDeployment: {
    id: 'getDeployment',
    method: 'GET',
    path: '/deployments/{id}',
    tags: ['Deployments'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  listInstances: {
    id: 'listInstances',
    method: 'GET',
    path: '/instances',
    tags: ['Instances'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: {},
      query: { lab_id: 'string', state: 'string', volume: 'string', limit: 'integer', cursor: 'string' },
      headers: {},
      cookies: {},
    },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  getInstance: {
    id: 'getInstance',
    method: 'GET',
    path: '/instances/{id}',
    tags: ['Instances'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: { id: 'string' }, query: {}, headers: { 'If-None-Match': 'string' }, cookies: {} },
    conditional: 'read',
    replies: { 200: { media: ['application/json'] }, 304: { media: [] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'rate-limited', 'internal', 'unavailable'],
  },
  listChanges: {
    id: 'listChanges',
    method: 'GET',
    path: '/changes',
    tags: ['Instances'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { since: 'integer', limit: 'integer' }, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  getAccess: {
    id: 'getAccess',
    method: 'GET',
    path: '/instances/{id}/access',
    tags: ['Instances'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 5, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { id: 'string' },
      query: { student_id: 'string' },
      headers: { 'Requested-By': 'string' },
      cookies: {},
    },
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'not-found', 'conflict', 'rate-limited', 'internal', 'unavailable'],
  },
  rotateAccess: {
    id: 'rotateAccess',
    method: 'POST',
    path: '/instances/{id}/access/rotate',
    tags: ['Instances'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: {
      path: { id: 'string' },
      query: {},
      headers: { 'Requested-By': 'string', 'Idempotency-Key': 'string' },
      cookies: {},
    },
    body: { required: true, media: { 'application/json': 'json' } },
    idempotent: true,
    replies: { 202: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'not-found',
      'request-timeout',
      'idempotency-in-flight',
      'body-too-large',
      'unsupported-media-type',
      'idempotency-key-reused',
      'rate-limited',
      'internal',
      'unavailable',
    ],
    job: { path: '/instances/{id}', id: 'instance_id', retryAfterS: 1 },
  },
  listVolumes: {
    id: 'listVolumes',
    method: 'GET',
    path: '/volumes',
    tags: ['Volumes'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: { volume: 'string', limit: 'integer', cursor: 'string' }, headers: {}, cookies: {} },
    paged: true,
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  getSweep: {
    id: 'getSweep',
    method: 'GET',
    path: '/sweep',
    tags: ['Volumes'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 1, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'unauthenticated', 'rate-limited', 'internal', 'unavailable'],
  },
  releaseSweep: {
    id: 'releaseSweep',
    method: 'PUT',
    path: '/sweep/release',
    tags: ['Volumes'],
    schemes: ['service'],
    limits: [{ policy: 'service', quota: 6000, windowS: 60, cost: 10, per: 'principal' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    body: { required: true, media: { 'application/json': 'json' } },
    replies: { 200: { media: ['application/json'] } },
    problems: [
      'invalid-request',
      'malformed-json',
      'invalid-encoding',
      'unauthenticated',
      'request-timeout',
      'body-too-large',
      'unsupported-media-type',
      'rate-limited',
      'internal',
      'unavailable',
    ],
  },
  getHealth: {
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    tags: ['Health'],
    schemes: [],
    limits: [{ policy: 'health', quota: 600, windowS: 60, cost: 1, per: 'address' }],
    bodyBytes: 65536,
    timeoutMs: 10000,
    parameters: { path: {}, query: {}, headers: {}, cookies: {} },
    replies: { 200: { media: ['application/json'] } },
    problems: ['invalid-request', 'rate-limited', 'unavailable'],
  },
} as const satisfies Record<string, OperationFacts>;

let replies: ReturnType<Contract['replies']> | undefined;

const contract: Contract = {
  operations: infraOperations,
  problems: registry,
  validators,
  replies: () => {
    replies ??= import('./validate-replies.js');
    return replies;
  },
  route,
};

/** Serves the operations under `host.basePath`; other paths go to the next middleware. */
export const mountInfra = <Caller extends CallerBase>(handlers: InfraHandlers<Caller>, host: ContractHost<Caller>): Middleware =>
  mount(contract, withPages(infraOperations, handlers) as Handlers, host);
