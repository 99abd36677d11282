// The stages that decide who may ask: rate limits by address and by caller, credential, role, and whether the operation
// exists yet.
import type { RateLimit } from '../contract.ts';
import type { Exchange, Stage } from '../exchange.ts';
import { isProblemReply, type ProblemReply, refuse } from '../problem.ts';

export const limitAddress: Stage = (x) => takeAll(x, 'address', x.client.address);

export const limitCaller: Stage = (x) =>
  takeAll(
    x,
    'principal',
    x.caller === undefined ? `address:${x.client.address}` : `${x.caller.kind}:${x.caller.subject}`,
  );

function takeAll(x: Exchange, per: RateLimit['per'], key: string): ReturnType<Stage> {
  const limits = x.operation.limits.filter((limit) => limit.per === per);
  return limits.length === 0 ? undefined : inTurn(x, limits, key);
}

async function inTurn(x: Exchange, limits: readonly RateLimit[], key: string): Promise<ProblemReply | undefined> {
  for (const { policy, quota: least, windowS, cost } of limits) {
    const quota = x.host.quotas?.[policy] ?? least;
    const verdict = await x.host.limit({ policy, quota, windowS, cost, key });
    // draft-ietf-httpapi-ratelimit-headers-10
    append(x, 'RateLimit-Policy', `"${policy}";q=${quota};w=${windowS}`);
    append(x, 'RateLimit', `"${policy}";r=${Math.max(0, verdict.remaining)};t=${Math.ceil(verdict.resetS)}`);
    if (!verdict.allowed) return rateLimited(policy, verdict.retryAfterS);
  }
  return undefined;
}

const append = ({ headers }: Exchange, name: string, item: string) => {
  headers[name] = headers[name] === undefined ? item : `${headers[name]}, ${item}`;
};

/** In whole seconds, as Retry-After has them. */
export function rateLimited(policy: string, retryAfterS: number): ProblemReply {
  const seconds = Math.max(1, Math.ceil(retryAfterS));
  return refuse('rate-limited', {
    detail: `You have exceeded the rate limit "${policy}". Try again in ${seconds} s.`,
    policy,
    retry_after_s: seconds,
  });
}

export const demandCredential: Stage = (x) => (x.operation.schemes.length === 0 ? undefined : countingRefusals(x));

/**
 * Who is refused counts on the share of its address, so that no one tries tokens without end; callers with a good one
 * never do.
 */
async function countingRefusals(x: Exchange): Promise<ProblemReply | undefined> {
  const refusal = await authenticate(x);
  return refusal?.status === 401 ? ((await limitCaller(x)) ?? refusal) : refusal;
}

async function authenticate(x: Exchange): Promise<ProblemReply | undefined> {
  const { operation, req, client } = x;
  const caller = await x.host.authenticate({
    schemes: operation.schemes,
    headers: req.headers,
    method: operation.method,
    address: client.address,
    operationId: operation.id,
  });
  if (isProblemReply(caller)) return caller;
  x.caller = caller;
  return undefined;
}

export const demandRole: Stage = ({ operation: { roles }, caller }) =>
  roles === undefined || caller?.roles.some((role) => roles.includes(role))
    ? undefined
    : refuse('forbidden-role', {
        detail: `This operation requires ${roles.length === 1 ? 'the role' : 'one of the roles'} ${roles.join(', ')}.`,
        required_role: roles.join(', '),
      });

export const refusePlanned: Stage = ({ operation }) =>
  operation.planned
    ? refuse('not-implemented', {
        detail: `The operation ${operation.id} is planned, but not available in this version.`,
      })
    : undefined;

/** No handler is reached that the policies refuse to this caller. */
export const demandPolicy: Stage = ({ operation, host, caller, input }) =>
  caller === undefined ? undefined : host.refusal?.(caller, operation.id, input);
