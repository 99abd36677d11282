// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.
import type { Plain, PlainQuery } from '../runtime/brand.ts';
import { call } from '../runtime/client/client.ts';
import type { CallOptions, Client } from '../runtime/client/options.ts';
import type { Problem } from './problems.ts';
import type * as T from './types.ts';

export { connect, UnexpectedAnswer, unwrap } from '../runtime/client/client.ts';
export type { Attempt, CallOptions, Client, ClientOptions, UploadProgress } from '../runtime/client/options.ts';
export { items, pages } from '../runtime/client/lists.ts';
export { isProblem, type Problem, ProblemError } from './problems.ts';

export type DeployLabInput = {
  readonly headers?: Omit<NonNullable<T.operations['deployLab']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.DeployRequest>;
};

export type DeployLabResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.Deployment }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'business-rule' | 'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Deploy a lab for students or groups */
export const deployLab = (client: Client, input: DeployLabInput, options?: CallOptions): Promise<DeployLabResult> =>
  call(client, {
  operation: 'deployLab',
  method: 'POST',
  path: '/deploy',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: {
    202: {
      deployment_id: 0,
      kind: 0,
      lab_id: 0,
      config_revision: 0,
      deployment_mode: 0,
      course_id: 0,
      created_at: 0,
      finished_at: 0,
      results: [{ student_id: 0, group_id: 0, outcome: 0, instance_id: 0, state: 0, reason: 0, advice: 0 }],
    },
  },
}, input, options);

export type DeleteLabInput = {
  readonly headers?: Omit<NonNullable<T.operations['deleteLab']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.DeleteRequest>;
};

export type DeleteLabResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.Deployment }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Stop a lab, archive its volumes and remove it */
export const deleteLab = (client: Client, input: DeleteLabInput, options?: CallOptions): Promise<DeleteLabResult> =>
  call(client, {
  operation: 'deleteLab',
  method: 'POST',
  path: '/delete',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: {
    202: {
      deployment_id: 0,
      kind: 0,
      lab_id: 0,
      config_revision: 0,
      deployment_mode: 0,
      course_id: 0,
      created_at: 0,
      finished_at: 0,
      results: [{ student_id: 0, group_id: 0, outcome: 0, instance_id: 0, state: 0, reason: 0, advice: 0 }],
    },
  },
}, input, options);

export type RestartLabInput = {
  readonly headers?: Omit<NonNullable<T.operations['restartLab']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.RestartRequest>;
};

export type RestartLabResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.Deployment }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Replace the pods of a lab */
export const restartLab = (client: Client, input: RestartLabInput, options?: CallOptions): Promise<RestartLabResult> =>
  call(client, {
  operation: 'restartLab',
  method: 'POST',
  path: '/restart',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: {
    202: {
      deployment_id: 0,
      kind: 0,
      lab_id: 0,
      config_revision: 0,
      deployment_mode: 0,
      course_id: 0,
      created_at: 0,
      finished_at: 0,
      results: [{ student_id: 0, group_id: 0, outcome: 0, instance_id: 0, state: 0, reason: 0, advice: 0 }],
    },
  },
}, input, options);

export type RestoreVolumeInput = {
  readonly headers?: Omit<NonNullable<T.operations['restoreVolume']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.RestoreRequest>;
};

export type RestoreVolumeResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.Deployment }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict' | 'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Start an instance from an archive */
export const restoreVolume = (client: Client, input: RestoreVolumeInput, options?: CallOptions): Promise<RestoreVolumeResult> =>
  call(client, {
  operation: 'restoreVolume',
  method: 'POST',
  path: '/restore',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: {
    202: {
      deployment_id: 0,
      kind: 0,
      lab_id: 0,
      config_revision: 0,
      deployment_mode: 0,
      course_id: 0,
      created_at: 0,
      finished_at: 0,
      results: [{ student_id: 0, group_id: 0, outcome: 0, instance_id: 0, state: 0, reason: 0, advice: 0 }],
    },
  },
}, input, options);

export type ListDeploymentsInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listDeployments']['parameters']['query']>>;
};

export type ListDeploymentsResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.DeploymentPage }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List deployments */
export const listDeployments = (client: Client, input?: ListDeploymentsInput, options?: CallOptions): Promise<ListDeploymentsResult> =>
  call(client, {
  operation: 'listDeployments',
  method: 'GET',
  path: '/deployments',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          deployment_id: 0,
          kind: 0,
          lab_id: 0,
          config_revision: 0,
          deployment_mode: 0,
          course_id: 0,
          created_at: 0,
          finished_at: 0,
          results: [{ student_id: 0, group_id: 0, outcome: 0, instance_id: 0, state: 0, reason: 0, advice: 0 }],
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type GetDeploymentInput = {
  readonly path: Plain<NonNullable<T.operations['getDeployment']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getDeployment']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetDeploymentResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Deployment }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get a deployment */
export const getDeployment = (client: Client, input: GetDeploymentInput, options?: CallOptions): Promise<GetDeploymentResult> =>
  call(client, {
  operation: 'getDeployment',
  method: 'GET',
  path: '/deployments/{id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      deployment_id: 0,
      kind: 0,
      lab_id: 0,
      config_revision: 0,
      deployment_mode: 0,
      course_id: 0,
      created_at: 0,
      finished_at: 0,
      results: [{ student_id: 0, group_id: 0, outcome: 0, instance_id: 0, state: 0, reason: 0, advice: 0 }],
    },
  },
}, input, options);

export type ListInstancesInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listInstances']['parameters']['query']>>;
};

export type ListInstancesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.InstancePage }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List instances */
export const listInstances = (client: Client, input?: ListInstancesInput, options?: CallOptions): Promise<ListInstancesResult> =>
  call(client, {
  operation: 'listInstances',
  method: 'GET',
  path: '/instances',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          instance_id: 0,
          name: 0,
          lab_id: 0,
          config_revision: 0,
          course_id: 0,
          deployment_mode: 0,
          student_id: 0,
          group_id: 0,
          members: [0],
          run_id: 0,
          generation: 0,
          sequence: 0,
          state: 0,
          volume: 0,
          reason: 0,
          advice: 0,
          since: 0,
          deadline_at: 0,
          keep_until: 0,
          ends_at: 0,
          address: 0,
          archive: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type GetInstanceInput = {
  readonly path: Plain<NonNullable<T.operations['getInstance']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['getInstance']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetInstanceResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Instance }
  | { readonly ok: true; readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get an instance */
export const getInstance = (client: Client, input: GetInstanceInput, options?: CallOptions): Promise<GetInstanceResult> =>
  call(client, {
  operation: 'getInstance',
  method: 'GET',
  path: '/instances/{id}',
  replies: { 200: 'json', 304: 'nothing' },
  members: {
    200: {
      instance_id: 0,
      name: 0,
      lab_id: 0,
      config_revision: 0,
      course_id: 0,
      deployment_mode: 0,
      student_id: 0,
      group_id: 0,
      members: [0],
      run_id: 0,
      generation: 0,
      sequence: 0,
      state: 0,
      volume: 0,
      reason: 0,
      advice: 0,
      since: 0,
      deadline_at: 0,
      keep_until: 0,
      ends_at: 0,
      address: 0,
      archive: 0,
    },
  },
}, input, options);

export type ListChangesInput = {
  readonly query: PlainQuery<NonNullable<T.operations['listChanges']['parameters']['query']>>;
};

export type ListChangesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Changes }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List changes since a sequence number */
export const listChanges = (client: Client, input: ListChangesInput, options?: CallOptions): Promise<ListChangesResult> =>
  call(client, {
  operation: 'listChanges',
  method: 'GET',
  path: '/changes',
  replies: { 200: 'json' },
  members: {
    200: {
      epoch: 0,
      sequence: 0,
      more: 0,
      items: [
        {
          instance_id: 0,
          name: 0,
          lab_id: 0,
          config_revision: 0,
          course_id: 0,
          deployment_mode: 0,
          student_id: 0,
          group_id: 0,
          members: [0],
          run_id: 0,
          generation: 0,
          sequence: 0,
          state: 0,
          volume: 0,
          reason: 0,
          advice: 0,
          since: 0,
          deadline_at: 0,
          keep_until: 0,
          ends_at: 0,
          address: 0,
          archive: 0,
        },
      ],
    },
  },
}, input, options);

export type GetAccessInput = {
  readonly path: Plain<NonNullable<T.operations['getAccess']['parameters']['path']>>;
  readonly query: PlainQuery<NonNullable<T.operations['getAccess']['parameters']['query']>>;
  readonly headers?: Omit<NonNullable<T.operations['getAccess']['parameters']['header']>, 'Idempotency-Key'>;
};

export type GetAccessResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Access }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'conflict'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the login data of a member */
export const getAccess = (client: Client, input: GetAccessInput, options?: CallOptions): Promise<GetAccessResult> =>
  call(client, {
  operation: 'getAccess',
  method: 'GET',
  path: '/instances/{id}/access',
  replies: { 200: 'json' },
  members: {
    200: {
      student_id: 0,
      ssh_host: 0,
      ssh_port: 0,
      ssh_user: 0,
      ssh_credentials: 0,
      host_key_fingerprint: 0,
      known_hosts: 0,
      endpoints: [{ role: 0, ssh_port: 0 }],
    },
  },
}, input, options);

export type RotateAccessInput = {
  readonly path: Plain<NonNullable<T.operations['rotateAccess']['parameters']['path']>>;
  readonly headers?: Omit<NonNullable<T.operations['rotateAccess']['parameters']['header']>, 'Idempotency-Key'>;
  readonly body: Plain<T.RotateRequest>;
};

export type RotateAccessResult =
  | { readonly ok: true; readonly status: 202; readonly headers: Headers; readonly body: T.Rotation }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 404; readonly headers: Headers; readonly problem: Problem<'not-found'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 409; readonly headers: Headers; readonly problem: Problem<'idempotency-in-flight'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 422; readonly headers: Headers; readonly problem: Problem<'idempotency-key-reused'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Replace a member's password */
export const rotateAccess = (client: Client, input: RotateAccessInput, options?: CallOptions): Promise<RotateAccessResult> =>
  call(client, {
  operation: 'rotateAccess',
  method: 'POST',
  path: '/instances/{id}/access/rotate',
  idempotent: true,
  body: 'application/json',
  replies: { 202: 'json' },
  members: { 202: { instance_id: 0, student_id: 0, credential_generation: 0 } },
}, input, options);

export type ListVolumesInput = {
  readonly query?: PlainQuery<NonNullable<T.operations['listVolumes']['parameters']['query']>>;
};

export type ListVolumesResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.VolumePage }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** List volume claims */
export const listVolumes = (client: Client, input?: ListVolumesInput, options?: CallOptions): Promise<ListVolumesResult> =>
  call(client, {
  operation: 'listVolumes',
  method: 'GET',
  path: '/volumes',
  replies: { 200: 'json' },
  members: {
    200: {
      items: [
        {
          name: 0,
          volume: 0,
          instance_id: 0,
          lab_id: 0,
          student_id: 0,
          group_id: 0,
          size: 0,
          seen_at: 0,
          reason: 0,
        },
      ],
      next_cursor: 0,
    },
  },
}, input, options);

export type GetSweepInput = Record<never, never>;

export type GetSweepResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Sweep }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the result of the last sweep */
export const getSweep = (client: Client, input?: GetSweepInput, options?: CallOptions): Promise<GetSweepResult> =>
  call(client, {
  operation: 'getSweep',
  method: 'GET',
  path: '/sweep',
  replies: { 200: 'json' },
  members: { 200: { swept_at: 0, held_for: 0, held_since: 0, waiting: 0, allowed: 0 } },
}, input, options);

export type ReleaseSweepInput = {
  readonly body: Plain<T.SweepRelease>;
};

export type ReleaseSweepResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Sweep }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request' | 'malformed-json' | 'invalid-encoding'> }
  | { readonly ok: false; readonly status: 401; readonly headers: Headers; readonly problem: Problem<'unauthenticated'> }
  | { readonly ok: false; readonly status: 408; readonly headers: Headers; readonly problem: Problem<'request-timeout'> }
  | { readonly ok: false; readonly status: 413; readonly headers: Headers; readonly problem: Problem<'body-too-large'> }
  | { readonly ok: false; readonly status: 415; readonly headers: Headers; readonly problem: Problem<'unsupported-media-type'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 500; readonly headers: Headers; readonly problem: Problem<'internal'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Release a sweep that is on hold */
export const releaseSweep = (client: Client, input: ReleaseSweepInput, options?: CallOptions): Promise<ReleaseSweepResult> =>
  call(client, {
  operation: 'releaseSweep',
  method: 'PUT',
  path: '/sweep/release',
  body: 'application/json',
  replies: { 200: 'json' },
  members: { 200: { swept_at: 0, held_for: 0, held_since: 0, waiting: 0, allowed: 0 } },
}, input, options);

export type GetHealthInput = Record<never, never>;

export type GetHealthResult =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: T.Health }
  | { readonly ok: false; readonly status: 400; readonly headers: Headers; readonly problem: Problem<'invalid-request'> }
  | { readonly ok: false; readonly status: 429; readonly headers: Headers; readonly problem: Problem<'rate-limited'> }
  | { readonly ok: false; readonly status: 503; readonly headers: Headers; readonly problem: Problem<'unavailable'> };

/** Get the health of the service */
export const getHealth = (client: Client, input?: GetHealthInput, options?: CallOptions): Promise<GetHealthResult> =>
  call(client, {
  operation: 'getHealth',
  method: 'GET',
  path: '/health',
  public: true,
  replies: { 200: 'json' },
  members: { 200: { status: 0, parts: [{ name: 0, ok: 0 }] } },
}, input, options);
