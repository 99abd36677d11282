// What the infrastructure stores about instances, and what it reports about them, broken in its wiring.
import { problems } from '../../../generated/infra/problems.ts';
import type { StudentId } from '../../../generated/infra/types.ts';
import { deps, host, type InfraMutation, logins, one, started } from './mutated-infra.fixture.ts';
import type { ServiceMutant } from './service-mutants.fixture.ts';

const member = 'conf1' as StudentId;

export const instanceMutants: readonly ServiceMutant<InfraMutation>[] = [
  {
    id: 'foreign-instance',
    what: 'the store gives some instance for an id that it has not',
    paths: one,
    operation: 'getInstance',
    check: 'unknown-id',
    rule: 'status',
    mutate: deps(({ instances }) => ({
      instances: {
        ...instances,
        get: async (id) => (await instances.get(id)) ?? (await instances.list({ limit: 1 }))[0] ?? null,
      },
    })),
  },
  {
    id: 'login-of-anybody',
    what: 'who is no member of an instance gets the login of one',
    paths: logins,
    operation: 'getAccess',
    check: 'cause',
    asked: 'a cause of 404 not-found',
    rule: 'status',
    mutate: (api) => {
      const { getAccess } = api.handlers;
      return {
        handlers: {
          ...api.handlers,
          async getAccess(request) {
            const reply = await getAccess(request);
            return reply.status === 404 ? getAccess({ ...request, query: { student_id: member } }) : reply;
          },
        },
      };
    },
  },
  {
    id: 'restored-while-running',
    what: 'a volume is restored below a lab that runs',
    paths: [...one, '/delete', '/restore'],
    operation: 'restoreVolume',
    check: 'cause',
    asked: 'a cause of 409 conflict',
    rule: 'status',
    mutate: (api) => {
      const { restoreVolume } = api.handlers;
      return {
        handlers: {
          ...api.handlers,
          async restoreVolume(request) {
            const reply = await restoreVolume(request);
            return reply.status === 409 ? problems.notFound({ detail: 'The instance does not exist.' }) : reply;
          },
        },
      };
    },
  },
  {
    id: 'instance-skipped',
    what: 'the store begins a page one instance too late',
    paths: [...started, '/instances'],
    operation: 'listInstances',
    check: 'paging',
    rule: 'paging: whole',
    mutate: deps(({ instances }) => ({
      instances: {
        ...instances,
        list: async (query) =>
          query.after === undefined
            ? instances.list(query)
            : (await instances.list({ ...query, limit: query.limit + 1 })).slice(1),
      },
    })),
  },
  {
    id: 'instance-twice',
    what: 'a page begins with the last instance of the page before',
    paths: [...started, '/instances'],
    operation: 'listInstances',
    check: 'paging',
    rule: 'paging: once',
    mutate: deps(({ instances }) => ({
      instances: {
        ...instances,
        async list(query) {
          const found = await instances.list(query);
          const all =
            query.after === undefined ? [] : await instances.list({ ...query, after: undefined, limit: 1_000 });
          return [...all.filter(({ name }) => name === query.after), ...found];
        },
      },
    })),
  },
  {
    id: 'time-of-nowhere',
    what: 'the store tells times without a zone, and nothing looks at replies',
    paths: [...started, '/instances'],
    operation: 'listInstances',
    check: 'reply-body',
    rule: 'body at "/items/0/since"',
    mutate: (api) => ({
      ...host(() => ({ checkReplies: false }))(api),
      ...deps(({ instances }) => ({
        instances: {
          ...instances,
          list: async (query) =>
            (await instances.list(query)).map((each) => ({
              ...each,
              since: '2026-11-21 07:41:12' as unknown as Date,
            })),
        },
      }))(api),
    }),
  },
];
