// Defects of Idempotency-Keys: forgotten, shared, kept for what failed.
import type { Bend } from '../mock/mock.ts';
import { kit, without } from './bends.ts';
import type { DefectKind } from './defect.ts';

export const keys: DefectKind = {
  kind: 'idempotency',
  defects: [
    {
      id: 'key-ignored',
      what: 'the same key makes two things',
      area: 'jobs',
      operation: 'uploadFile',
      rule: 'idempotency: body',
      bend: without('uploadFile', 'idempotent'),
    },
    {
      id: 'key-for-anything',
      what: 'a key with another request gets the first answer',
      area: 'jobs',
      operation: 'uploadFile',
      rule: 'status',
      bend: kit(({ idempotency }) => ({
        idempotency: { begin: (key, principal, operation) => idempotency.begin(key, principal, operation, 'same') },
      })),
    },
    {
      id: 'error-replayed',
      what: 'a key keeps the answer to a request without a credential',
      area: 'jobs',
      operation: 'uploadFile',
      rule: 'status',
      bend: refusalKept,
    },
    {
      id: 'key-of-everybody',
      what: 'a key is shared by all callers',
      area: 'jobs',
      operation: 'uploadFile',
      rule: 'idempotency: caller',
      bend: kit(({ idempotency }) => ({
        idempotency: { begin: (key, _, operation) => idempotency.begin(key, 'everybody', operation, 'same') },
      })),
    },
  ],
};

/** Whoever repeats a key that was refused once is refused again. */
function refusalKept(): ReturnType<Bend> {
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
