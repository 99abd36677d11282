// Generated from tools/runtime/once.ts by npm run generate; do not edit.
// Idempotency-Key: the same key and request give the same answer, once the first has one. Where keys are stored: the
// host.
import { faultOf } from './call.ts';
import { type Answer, digest, type Exchange, problemAnswer } from './exchange.ts';
import type { Begun, StoredReply } from './host.ts';
import { refuse } from './problem.ts';

/** Runs the handler, or answers as it did before. Stages have checked credential and role again by then. */
export async function once(x: Exchange, run: () => Promise<Answer>): Promise<Answer> {
  const key = x.operation.idempotent ? x.input.headers['Idempotency-Key'] : undefined;
  if (typeof key !== 'string' || x.caller === undefined) return run();
  const begun = await x.host.idempotency.begin(
    key,
    `${x.caller.kind}:${x.caller.subject}`,
    x.operation.id,
    fingerprint(x),
  );
  switch (begun.kind) {
    case 'fresh':
      return storeAnswer(x, begun, run);
    case 'replay':
      return replayed(x, begun.reply);
    case 'mismatch':
      return refusal(x, 'idempotency-key-reused', {
        detail:
          'The key was used for a request with different content, or your permissions have changed since. Use a new key.',
      });
    case 'in-flight':
      return refusal(x, 'idempotency-in-flight', {
        detail: 'The first request with this key is still in progress. Try again with the same key.',
        retry_after_s: begun.retryAfterS ?? 1,
      });
  }
}

/** As before, and marked; a problem speaks of the request that meets it now. */
const replayed = ({ requestId }: Exchange, { status, headers, body }: StoredReply): Answer => ({
  status,
  headers: { ...headers, 'Idempotent-Replayed': 'true' },
  body: status < 400 ? body : { ...(body as object), instance: `urn:request:${requestId}` },
});

const refusal = (x: Exchange, ...problem: Parameters<typeof refuse>) => problemAnswer(x, refuse(...problem));

/** What the key stands for. The scope is part of it, so that no answer outlives the rights under which it was given. */
const fingerprint = (x: Exchange): string =>
  digest(JSON.stringify(x.input.path), JSON.stringify(x.input.query), x.bodyHash, x.caller?.scopeKey ?? '');

async function storeAnswer(x: Exchange, begun: Begun & { kind: 'fresh' }, run: () => Promise<Answer>): Promise<Answer> {
  const answer = await run().catch(async (error: unknown) => {
    await settle(x, begun.release());
    throw error;
  });
  await settle(x, isStored(answer.status) ? begun.store({ ...answer, headers: plain(answer) }) : begun.release());
  return answer;
}

/**
 * The effect has happened or not, whatever becomes of the record: a failure here is reported and the answer still
 * given.
 */
const settle = (x: Exchange, work: Promise<void>): Promise<unknown> =>
  work.catch((error: unknown) => faultOf(x, error));

/** What the caller can cure by repeating is not an outcome. */
const isStored = (status: number): boolean => status < 500 && status !== 401 && status !== 408 && status !== 429;

const plain = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : value.join(', ')]),
  );
