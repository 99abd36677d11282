// What is stored and reported, really broken: a store that forgets whose rows they are, keys without an owner, versions that do not change.

import { problems } from '../../../generated/analytics/problems.ts';
import type { JobId } from '../../../generated/analytics/types.ts';
import type { Begun, CredentialInput, IdempotencyStore } from '../../../generated/runtime/host.ts';
import { ofAnyRequest } from './key-mutants.fixture.ts';
import type { Mutation } from './mutated-analytics.fixture.ts';
import { caller, dealers, deps, host, type ServiceMutant } from './service-mutants.fixture.ts';

const keys = (change: (healthy: IdempotencyStore) => IdempotencyStore['begin']): Mutation =>
  host(({ idempotency }) => ({ idempotency: { begin: change(idempotency) } }));

const admin = ['/admin/'];
/** With the jobs, the judge waits for its upload before it reads what that brings. */
const jobs = ['/ingest/files', '/ingest/jobs'];

export const storeMutants: readonly ServiceMutant[] = [
  {
    id: 'rows-of-every-dealer',
    what: 'the store reads jobs without the scope of who asks',
    paths: jobs,
    operation: 'getJob',
    check: 'ownership',
    rule: 'status',
    mutate: deps(({ uploads }) => ({
      uploads: { ...uploads, job: (id: JobId) => uploads.job(id, { dealers, uploads: [], principal: '' }) },
    })),
  },
  {
    id: 'key-of-everybody',
    what: 'the records of keys do not know whose a key is, nor for what',
    paths: jobs,
    operation: 'uploadFile',
    check: 'idempotency-caller',
    rule: 'idempotency: caller',
    mutate: keys(
      ({ begin }) =>
        (key, _, operation) =>
          begin(key, 'everybody', operation, 'same'),
    ),
  },
  {
    id: 'key-for-anything',
    what: 'the records of keys do not know what the first request was',
    paths: jobs,
    operation: 'uploadFile',
    check: 'idempotency-reuse',
    rule: 'status',
    mutate: keys(ofAnyRequest),
  },
  {
    id: 'reply-lost',
    what: 'a key stays claimed, since its reply is never kept',
    paths: jobs,
    operation: 'uploadFile',
    check: 'idempotency-replay',
    rule: 'status',
    mutate: keys(({ begin }) => async (...attempt) => {
      const begun = await begin(...attempt);
      return begun.kind === 'fresh' ? ({ ...begun, store: async () => {} } satisfies Begun) : begun;
    }),
  },
  {
    id: 'error-replayed',
    what: 'a key keeps that it first came without a credential',
    paths: jobs,
    operation: 'uploadFile',
    check: 'idempotency-refused',
    rule: 'status',
    mutate: host((healthy) => {
      const kept = new Set<string>();
      const keyOf = ({ headers }: CredentialInput) => String(headers['idempotency-key']);
      return {
        async authenticate(input) {
          if (kept.has(keyOf(input))) return problems.unauthenticated({ detail: 'As before.' });
          const found = await healthy.authenticate(input);
          if (!('subject' in found) && input.headers['idempotency-key'] !== undefined) kept.add(keyOf(input));
          return found;
        },
      };
    }),
  },
  {
    id: 'etag-of-everybody',
    what: 'the ETag names neither whose scope an answer is of nor its dealers',
    paths: [...jobs, '/indices'],
    operation: 'listIndices',
    check: 'caller-etag',
    rule: 'header ETag',
    mutate: (api) => {
      const { listIndices } = api.handlers;
      return {
        ...caller((found) => ({ ...found, scopeKey: '' }))(api),
        handlers: {
          ...api.handlers,
          listIndices: async (request) => {
            const reply = await listIndices({ ...request, unchanged: async () => false }); // or one gets the kept answer of another
            return 'revision' in reply ? { ...reply, revision: '1' } : reply;
          },
        },
      };
    },
  },
  {
    id: 'horizon-unbounded',
    what: 'the store says of every plan that its forecasts reach a year',
    paths: ['/forecasts'],
    operation: 'listForecasts',
    check: 'cause',
    rule: 'status',
    mutate: caller(({ state, ...found }) => ({
      ...found,
      state: {
        ...state,
        subscriptions: (dealers) => state.subscriptions(dealers).map((each) => ({ ...each, forecast_days: 365 })),
      },
    })),
  },
  {
    id: 'forecast-etag-of-everybody',
    what: 'the ETag of a forecast names neither whose scope it is of nor its dealers',
    paths: ['/forecasts'],
    operation: 'listForecasts',
    check: 'caller-etag',
    rule: 'header ETag',
    mutate: (api) => {
      const { listForecasts } = api.handlers;
      return {
        ...caller((found) => ({ ...found, scopeKey: '' }))(api),
        handlers: {
          ...api.handlers,
          listForecasts: async (request) => {
            const reply = await listForecasts({ ...request, unchanged: async () => false }); // or one gets the kept answer of another
            return 'revision' in reply ? { ...reply, revision: '1' } : reply;
          },
        },
      };
    },
  },
  {
    id: 'version-stays',
    what: 'the version of a grant does not rise when it changes',
    paths: admin,
    operation: 'replaceGrant',
    check: 'conditional-write',
    rule: 'status',
    mutate: deps(({ grantStore }) => ({
      grantStore: {
        ...grantStore,
        async grant(dealer_id, principal) {
          const found = await grantStore.grant(dealer_id, principal);
          return found && { ...found, version: 1 };
        },
        async replaceGrant(terms, _, by) {
          const present = await grantStore.grant(terms.dealer_id, terms.principal);
          const made = await grantStore.replaceGrant(terms, present?.version ?? 0, by);
          return made === 'changed' ? made : { ...made, version: 1 };
        },
        async withdrawGrant({ dealer_id, principal }, by) {
          const present = await grantStore.grant(dealer_id, principal);
          return present === null ? 'changed' : grantStore.withdrawGrant(present, by);
        },
      },
    })),
  },
  {
    id: 'withdrawn-stays',
    what: 'a grant that was withdrawn is still in the store',
    paths: admin,
    operation: 'getGrant',
    check: 'after-delete',
    rule: 'status',
    mutate: deps(({ grantStore }) => ({ grantStore: { ...grantStore, withdrawGrant: async () => 'withdrawn' } })),
  },
  {
    id: 'row-skipped',
    what: 'the store begins a page one row too late',
    paths: [...jobs, '/catalog/brands'],
    operation: 'listBrands',
    check: 'paging',
    rule: 'paging: whole',
    mutate: deps(({ catalog }) => ({
      catalog: {
        async names(kind, scope, query) {
          if (query.after.id === '') return catalog.names(kind, scope, query);
          return (await catalog.names(kind, scope, { ...query, limit: query.limit + 1 })).slice(1);
        },
      },
    })),
  },
  {
    id: 'longest-page-fails',
    what: 'the store takes too long where a page is as long as it may be',
    paths: [...jobs, '/catalog/brands'],
    operation: 'listBrands',
    check: 'paging',
    rule: 'status',
    mutate: deps(({ catalog }) => ({
      catalog: {
        async names(kind, scope, query) {
          if (query.limit > 1_000)
            throw Object.assign(new Error('an injected fault'), { kind: 'timeout', dependency: 'store-analytics' });
          return catalog.names(kind, scope, query);
        },
      },
    })),
  },
  {
    id: 'nameless-rows',
    what: 'the store gives null where the contract has a name, and nothing looks at replies',
    paths: [...jobs, '/catalog/brands'],
    operation: 'listBrands',
    check: 'reply-body',
    rule: 'body at "/items/0/name"',
    mutate: (api) => ({
      ...host(() => ({ checkReplies: false }))(api),
      ...deps(({ catalog }) => ({
        catalog: {
          names: async (...asked) =>
            (await catalog.names(...asked)).map((each) => ({ ...each, name: null as unknown as string })),
        },
      }))(api),
    }),
  },
  {
    id: 'ended-cancelled',
    what: 'the store reports every job as cancelled, also one that has succeeded',
    paths: jobs,
    operation: 'cancelJob',
    check: 'cause',
    rule: 'status',
    mutate: deps(({ uploads }) => ({ uploads: { ...uploads, cancel: async () => 'cancelled' } })),
  },
  {
    id: 'change-lost',
    what: 'the store reports a change of a subscription and makes none',
    paths: admin,
    operation: 'changeSubscription',
    check: 'conditional-write',
    rule: 'status',
    mutate: deps(() => ({ subscriptionChanges: { change: async () => 'changed' } })),
  },
];
