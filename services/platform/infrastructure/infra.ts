// What the platform asks of the infrastructure, by its contract.
import type { Intent, Settlement } from '../../../adapters/store/platform/port.ts';
import {
  type Client,
  connect,
  deleteLab,
  deployLab,
  getAccess,
  listChanges,
  restartLab,
  rotateAccess,
} from '../../../generated/infra/client.ts';
import type {
  Access,
  Changes,
  DeleteRequest,
  Deployment,
  DeployRequest,
  InstanceId,
  StudentId,
} from '../../../generated/infra/types.ts';

export type InfraOptions = {
  /** Ends with /infra/v1. */
  readonly baseUrl: string;
  /** A token of this service. */
  readonly token: () => Promise<string>;
};

export type Asking = { readonly signal: AbortSignal; readonly traceparent?: string | null | undefined };

/** For the person whose request this is: the audit log of the infrastructure says who. */
export type AskingFor = Asking & { readonly user_id: string };

/** Every method rejects with an InfraUnavailable while the infrastructure does not answer. */
export interface Infra {
  /** The same intent may be sent any number of times. */
  send(intent: Intent, asking: Asking): Promise<Settlement>;
  changes(since: number, asking: Asking): Promise<Changes>;
  access(instance_id: InstanceId, student_id: StudentId, asking: AskingFor): Promise<InfraAnswer<Access>>;
  rotate(
    instance_id: InstanceId,
    student_id: StudentId,
    key: string,
    asking: AskingFor,
  ): Promise<InfraAnswer<{ generation: number }>>;
}

type InfraAnswer<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not running'; readonly detail: string };

/** 503 for callers, another attempt for loops. */
class InfraUnavailable extends Error {
  override readonly name = 'InfraUnavailable';
  readonly kind = 'unavailable';
  readonly dependency = 'infra';
}

export function infraOf({ baseUrl, token }: InfraOptions): Infra {
  // Every caller tries again: it has a loop, or its caller does.
  const client = connect({ baseUrl, token, retries: 0 });
  return {
    async send(intent, asking) {
      const answer = await answered(asked(client, intent, { ...sending(asking), idempotencyKey: intent.intent_id }));
      return answer.ok ? accepted(answer.body) : refusal(intent.kind, answer);
    },

    async changes(since, asking) {
      const answer = await answered(listChanges(client, { query: { since, limit: 1_000 } }, sending(asking)));
      if (!answer.ok) throw unavailable(answer);
      return answer.body;
    },

    async access(instance_id, student_id, asking) {
      const input = {
        path: { id: instance_id },
        query: { student_id },
        headers: requestedBy(asking.user_id),
      };
      const answer = await answered(getAccess(client, input, sending(asking)));
      return answer.ok ? { kind: 'found', value: answer.body } : notFound(answer);
    },

    async rotate(instance_id, student_id, key, asking) {
      const input = {
        path: { id: instance_id },
        body: { student_id },
        headers: requestedBy(asking.user_id),
      };
      const answer = await answered(rotateAccess(client, input, { ...sending(asking), idempotencyKey: key }));
      return answer.ok ? { kind: 'found', value: { generation: answer.body.credential_generation } } : notFound(answer);
    },
  };
}

function asked(client: Client, intent: Intent, options: Parameters<typeof deployLab>[2]): ReturnType<typeof deployLab> {
  const headers = requestedBy(intent.requested_by);
  switch (intent.kind) {
    case 'start':
      return deployLab(client, { body: deployOf(intent), headers }, options);
    case 'members':
      return deployLab(client, { body: { ...deployOf(intent), running_only: true }, headers }, options);
    case 'stop':
      return deleteLab(client, { body: namedIn(intent), headers }, options);
    case 'restart':
      return restartLab(client, { body: namedIn(intent), headers }, options);
  }
}

const requestedBy = (user_id: string) => ({ 'Requested-By': user_id });

const sending = ({ signal, traceparent }: Asking) => ({
  signal,
  ...(typeof traceparent === 'string' ? { headers: { traceparent } } : {}),
});

/** No answer, or one that the contract does not declare. */
const answered = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'kind' in error) throw error; // of the identity provider
    throw new InfraUnavailable('it did not respond', { cause: error });
  });

type Refused = {
  readonly status: number;
  readonly problem: { readonly slug: string; readonly title: string; readonly detail?: string };
};

/** A gateway in between may send a problem without detail. */
const wordsOf = ({ detail, title }: Refused['problem']): string => detail ?? title;

const unavailable = ({ status, problem }: Refused): InfraUnavailable =>
  new InfraUnavailable(`it responded with ${status} ${wordsOf(problem)}`);

/** A 404 of another server, for example behind a wrong route, says nothing about a lab. */
const isMissing = ({ status, problem }: Refused): boolean => status === 404 && problem.slug === 'not-found';

function notFound(answer: Refused): { kind: 'missing' } | { kind: 'not running'; detail: string } {
  if (isMissing(answer)) return { kind: 'missing' };
  if (answer.status === 409) return { kind: 'not running', detail: wordsOf(answer.problem) };
  throw unavailable(answer);
}

/** What asking again will not change is an outcome; everything else is not. */
function refusal(kind: Intent['kind'], answer: Refused): Settlement {
  const { status, problem } = answer;
  if (![400, 413, 415, 422].includes(status) && !isMissing(answer)) throw unavailable(answer);
  // It was executed under this key with other content, by a release before or after this one; the next pull brings the
  // outcome.
  if (problem.slug === 'idempotency-key-reused') return { status: 'accepted', deployment_id: null, results: [] };
  // What was never deployed runs nowhere.
  if (kind !== 'start' && isMissing(answer)) return { status: 'accepted', deployment_id: null, results: [] };
  return { status: 'refused', detail: wordsOf(problem) };
}

const accepted = ({ deployment_id, results }: Deployment): Settlement => ({
  status: 'accepted',
  deployment_id,
  results,
});

/** The most students of a call. Of a call for groups they are named with the groups, of which there may be more. */
const mostStudents = 500;

function deployOf({ lab_id, student_ids, groups, config_revision, config_version, restore }: Intent): DeployRequest {
  return {
    lab_id,
    student_ids: student_ids.slice(0, mostStudents),
    restore,
    ...(groups.length === 0 ? {} : { groups }),
    ...(config_revision === null ? {} : { config_revision }),
    ...(config_version === null ? {} : { config_version }),
  };
}

function namedIn({ lab_id, student_ids, groups }: Intent): DeleteRequest {
  return {
    lab_id,
    ...(student_ids.length === 0 ? {} : { student_ids }),
    ...(groups.length === 0 ? {} : { group_ids: groups.map(({ group_id }) => group_id) }),
  };
}
