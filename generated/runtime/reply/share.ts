// Generated from tools/runtime/reply/share.ts by npm run generate; do not edit.
// One answer for all who ask the same at the same time: the first request makes it, the others wait for it, and it is
// given up when no one does.
import { type Answer, type Exchange, problemAnswer, type Reply, type Share, type Shared } from '../exchange.ts';
import { isProblemReply } from '../problem.ts';
import { etagOf, heldForm } from './conditional.ts';
import { answerOf, checkReply } from './reply.ts';

/** Aborted when no one waits for what the handler makes: neither its caller nor another one who asks the same. */
export function workSignal(x: Exchange): AbortSignal {
  const { signal } = x.abort;
  if (x.operation.conditional !== 'read') return signal;
  const work = new AbortController();
  const share: Share = { work, lead: undefined, shared: undefined };
  x.share = share;
  const end = () => {
    if (share.lead === undefined) work.abort(signal.reason);
  };
  signal.addEventListener('abort', end, { once: true });
  return work.signal;
}

/**
 * For readers: does the caller already have this revision, is its answer cached, or has another request just made it?
 * Ask before computing a costly body, and answer 304 if so.
 */
export const unchanged = (x: Exchange) => async (revision: string, scope?: string) => {
  const etag = etagOf(x, revision, scope);
  x.ready = { etag, body: x.host.replyCache?.get(etag) };
  return x.ready.body !== undefined || heldForm(x.req, etag) !== undefined || (await isShared(x, etag));
};

/**
 * Waits for the request that makes the answer under this ETag. If none does, this one is to make it, for all who come
 * meanwhile.
 */
async function isShared(x: Exchange, etag: string): Promise<boolean> {
  const { share } = x;
  if (share === undefined || share.lead !== undefined) return false;
  const lead = Promise.withResolvers<Shared>();
  const shared = x.reads.run(etag, x.abort.signal, (signal) => {
    signal.addEventListener('abort', () => share.work.abort(signal.reason), { once: true });
    share.lead = lead;
    return lead.promise;
  });
  if (share.lead === undefined) {
    share.shared = await shared;
    return share.shared !== undefined;
  }
  // The caller of this request learns from the handler what becomes of it.
  shared.catch(() => {});
  return false;
}

/** The answer of the handler, which goes to all who wait for the same. */
export async function shareAnswer(x: Exchange, handler: () => Promise<Reply>): Promise<Answer> {
  try {
    const reply = await handler();
    const shared = x.share?.shared;
    if (shared !== undefined) return isProblemReply(shared) ? problemAnswer(x, shared) : shared;
    if (x.host.checkReplies) await checkReply(x, reply);
    const answer = answerOf(x, reply);
    endLead(x)?.resolve(isProblemReply(reply) ? reply : wholeOf(answer));
    return answer;
  } catch (error) {
    endLead(x)?.reject(error);
    throw error;
  }
}

function endLead({ share }: Exchange): PromiseWithResolvers<Shared> | undefined {
  const lead = share?.lead;
  if (share !== undefined) share.lead = undefined;
  return lead;
}

/** A stream has one reader, and a 304 answers the tag that its own caller sent. */
const wholeOf = (answer: Answer): Shared =>
  answer.status === 200 && answer.body instanceof Uint8Array ? answer : undefined;

/** What is thrown to end work for which no one waits is no fault. */
export function isAbandoned({ abort, share }: Exchange, error: unknown): boolean {
  return abort.signal.aborted && (error === abort.signal.reason || error === share?.work.signal.reason);
}
