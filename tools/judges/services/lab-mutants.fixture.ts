// How one mechanism of the infrastructure is broken in its wiring, and what must find it.
import type { IdempotencyStore, StoredReply } from '../../../generated/runtime/host.ts';
import { authenticator } from '../../../services/infra/credential.ts';
import { credulous, uncounted } from './caller-mutants.fixture.ts';
import { instanceMutants } from './instance-mutants.fixture.ts';
import { ofAnyRequest } from './key-mutants.fixture.ts';
import { host, type InfraMutation, one, started } from './mutated-infra.fixture.ts';
import type { ServiceMutant } from './service-mutants.fixture.ts';

const keys = (change: (healthy: IdempotencyStore) => IdempotencyStore['begin']): InfraMutation =>
  host(({ idempotency }) => ({ idempotency: { begin: change(idempotency) } }));

/** Takes tokens that it should refuse, for a service. */
const believing = (because: string): InfraMutation =>
  host((_, { identity }) => ({
    authenticate: authenticator({
      identity: credulous(identity, (each) => each === because, {
        kind: 'client',
        clientId: 'believed',
        roles: ['service'],
      }),
      clients: ['believed'],
    }),
  }));

const callers: readonly ServiceMutant<InfraMutation>[] = [
  {
    id: 'people-let-in',
    what: 'a person is let in like a service of the installation',
    paths: ['/instances'],
    operation: 'listInstances',
    check: 'refused-token',
    asked: 'a token of a person',
    rule: 'status',
    mutate: believing('foreign audience'),
  },
  {
    id: 'old-tokens-let-in',
    what: 'a token of a service is taken after its time is over',
    paths: ['/instances'],
    operation: 'listInstances',
    check: 'refused-token',
    asked: 'an expired token',
    rule: 'status',
    mutate: believing('expired'),
  },
  {
    id: 'limit-never-over',
    what: 'who used a limit up stays shut out, whatever Retry-After says',
    paths: ['/health'],
    operation: 'getHealth',
    check: 'limit-over',
    rule: 'rate limit: Retry-After',
    mutate: host((healthy) => {
      const shut = new Set<string>();
      return {
        async limit(input) {
          const verdict = await healthy.limit(input);
          if (!verdict.allowed) shut.add(input.key);
          return shut.has(input.key) ? { ...verdict, allowed: false, remaining: 0, retryAfterS: 1 } : verdict;
        },
      };
    }),
  },
  {
    id: 'limit-uncounted',
    what: 'the counters of limits count nothing',
    paths: ['/health'],
    operation: 'getHealth',
    check: 'limit-enforced',
    rule: 'rate limit',
    mutate: host(() => ({ limit: uncounted })),
  },
];

const requests: readonly ServiceMutant<InfraMutation>[] = [
  {
    id: 'key-of-another-body',
    what: 'the records of keys do not know what the first request was',
    paths: started,
    operation: 'deployLab',
    check: 'idempotency-reuse',
    rule: 'status',
    mutate: keys(ofAnyRequest),
  },
  {
    id: 'another-body-replayed',
    what: 'a repeated key is answered with what was kept last, under whatever key',
    paths: started,
    operation: 'deployLab',
    check: 'idempotency-replay',
    rule: 'idempotency: body',
    mutate: keys(({ begin }) => {
      let last: StoredReply | undefined;
      return async (...attempt) => {
        const begun = await begin(...attempt);
        if (begun.kind === 'replay')
          return { ...begun, reply: { ...begun.reply, body: { ...(last?.body as object), deployment_id: other } } };
        if (begun.kind !== 'fresh') return begun;
        const store = async (reply: StoredReply) => {
          last = reply;
          await begun.store(reply);
        };
        return { ...begun, store };
      };
    }),
  },
  {
    id: 'key-kept-for-a-moment',
    what: 'a key is forgotten as soon as its request was answered',
    paths: started,
    operation: 'deployLab',
    check: 'idempotency-replay',
    rule: 'idempotency: body',
    mutate: keys(({ begin }) => async (...attempt) => {
      const begun = await begin(...attempt);
      return begun.kind === 'fresh' ? { ...begun, store: () => begun.release() } : begun;
    }),
  },
  {
    id: 'stop-twice-fails',
    what: 'labs that are stopped already cannot be stopped once more',
    paths: [...one, '/delete'],
    operation: 'deleteLab',
    check: 'idempotency-refused',
    asked: 'the same key with a credential',
    rule: 'status',
    mutate: (api) => {
      const stopped = new Set<string>();
      const { deleteLab } = api.handlers;
      return {
        handlers: {
          ...api.handlers,
          async deleteLab(request) {
            const owners = JSON.stringify(request.body);
            if (stopped.has(owners)) throw new Error('an injected fault');
            stopped.add(owners);
            return deleteLab(request);
          },
        },
      };
    },
  },
];

const other = '00000000-0000-4000-8000-000000000000';

const states: readonly ServiceMutant<InfraMutation>[] = [
  {
    id: 'state-constant',
    what: 'the ETag of a deployment stays when its state changes',
    paths: started,
    operation: 'getDeployment',
    check: 'reply-caching',
    rule: 'header ETag: one state',
    mutate: (api) => {
      const { getDeployment } = api.handlers;
      return {
        handlers: {
          ...api.handlers,
          async getDeployment(request) {
            const reply = await getDeployment(request);
            return 'revision' in reply ? { ...reply, revision: '1' } : reply;
          },
        },
      };
    },
  },
  {
    id: 'state-of-the-moment',
    what: 'the ETag of an instance is another one each time',
    paths: one,
    operation: 'getInstance',
    check: 'conditional-read',
    asked: 'the same ETag',
    rule: 'status',
    mutate: (api) => {
      const { getInstance } = api.handlers;
      let reads = 0;
      return {
        handlers: {
          ...api.handlers,
          async getInstance(request) {
            const reply = await getInstance(request);
            reads += 1;
            return 'revision' in reply ? { ...reply, revision: String(reads) } : reply;
          },
        },
      };
    },
  },
];

export const labMutants: readonly ServiceMutant<InfraMutation>[] = [
  ...callers,
  ...requests,
  ...states,
  ...instanceMutants,
];
