// Mutants of Idempotency-Keys: forgotten, shared, kept for what failed.
import type { Mutation } from '../mock/mock.ts';
import type { MutantGroup } from './mutant.ts';
import { host, mistaken, status, wire, without } from './mutation-operators.ts';

export const keys: MutantGroup = {
  kind: 'idempotency',
  mutants: [
    {
      id: 'key-ignored',
      what: 'the same key creates two resources',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'idempotency-replay',
      rule: 'idempotency: body',
      mutate: without('uploadFile', 'idempotent'),
    },
    {
      id: 'key-for-anything',
      what: 'a key with another request gets the first answer',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'idempotency-reuse',
      rule: 'status',
      mutate: host(({ idempotency }) => ({
        idempotency: { begin: (key, principal, operation) => idempotency.begin(key, principal, operation, 'same') },
      })),
    },
    {
      id: 'error-replayed',
      what: 'a key keeps the answer to a request without a credential',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'idempotency-refused',
      rule: 'status',
      mutate: refusalKept,
    },
    {
      id: 'key-while-running',
      what: 'a key does not count while its first request runs',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'idempotency-once',
      rule: 'idempotency: once',
      mutate: host(({ idempotency }) => ({
        idempotency: {
          async begin(...asked) {
            const begun = await idempotency.begin(...asked);
            return begun.kind === 'in-flight'
              ? { kind: 'fresh', store: async () => {}, release: async () => {} }
              : begun;
          },
        },
      })),
    },
    {
      id: 'key-of-everybody',
      what: 'a key is shared by all callers',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'idempotency-caller',
      rule: 'idempotency: caller',
      mutate: host(({ idempotency }) => ({
        idempotency: { begin: (key, _, operation) => idempotency.begin(key, 'everybody', operation, 'same') },
      })),
    },
    {
      id: 'key-of-one-alone',
      what: 'a key that another caller has used ends in 500',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'idempotency-caller',
      rule: 'status',
      mutate: ownedByFirst,
    },
    {
      id: 'key-before-credential',
      what: 'a key without a credential ends in 500',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'idempotency-refused',
      asked: 'a key without a credential',
      rule: 'status',
      mutate: wire((_, __, sent) => 'idempotency-key' in sent && !('authorization' in sent), status(401, 500)),
    },
    {
      id: 'key-before-form',
      what: 'a key with a wrong request ends in 500',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'idempotency-refused',
      asked: 'a key with a wrong request',
      rule: 'status',
      mutate: wire((_, path, sent) => 'idempotency-key' in sent && path.includes('zz_unknown'), status(400, 500)),
    },
    {
      id: 'mistake-replayed',
      what: 'a key keeps the answer to a wrong request',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'idempotency-refused',
      asked: 'the same key with the right request',
      rule: 'status',
      mutate: mistakeKept,
    },
  ],
};

/** A repeated key that was refused once is refused again. */
function refusalKept(): ReturnType<Mutation> {
  const refused = new Map<string, string>();
  return {
    around: async (ctx, next) => {
      const key = ctx.get('Idempotency-Key');
      const isKept = ctx.method === 'POST' && refused.has(key);
      if (isKept) ctx.req.headers.authorization = '';
      if (key !== '' && !ctx.get('Authorization')) refused.set(key, '');
      await next();
    },
  };
}

/** A repeated key that came with a wrong query is answered as a wrong query again. */
function mistakeKept(parts: Parameters<Mutation>[0]): ReturnType<Mutation> {
  const wrong = new Set<unknown>();
  return mistaken((request) => {
    const { 'idempotency-key': key } = request.headers;
    if (key === undefined) return;
    if (request.url?.includes('zz_unknown')) wrong.add(key);
    else if (wrong.has(key)) request.url = `${request.url}?zz_unknown=x`;
  })(parts);
}

function ownedByFirst({ host: healthy }: Parameters<Mutation>[0]): ReturnType<Mutation> {
  const owners = new Map<string, string>();
  return {
    host: {
      ...healthy,
      idempotency: {
        async begin(key, principal, operation, hash) {
          const owner = owners.get(key) ?? principal;
          owners.set(key, owner);
          if (owner !== principal) throw new Error('an injected fault');
          return healthy.idempotency.begin(key, principal, operation, hash);
        },
      },
    },
  };
}
