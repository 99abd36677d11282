// What the stages of the runtime are given: who may call, limits and keys in memory, no log.
import { randomUUID } from 'node:crypto';
import { missingTokenDetail } from '../../../services/lib/http/bearer.ts';
import { digest } from '../../runtime/exchange.ts';
import type {
  Begun,
  CallerBase,
  ContractHost,
  CredentialInput,
  LimitInput,
  LimitVerdict,
  StoredReply,
} from '../../runtime/host.ts';
import { internalFault, type ProblemReply, refuse } from '../../runtime/problem.ts';

/** The scope of callers who see the examples of the document and each other's resources. */
export const callerScope = 'all';

export type Person = {
  readonly name: string;
  readonly roles: readonly string[];
  /** A resource is visible in the scope in which it was created; `all` when left out. */
  readonly scope?: string;
};

export type Access = {
  /** By token. None: every token is good and has every role. */
  readonly callers?: ReadonlyMap<string, Person>;
  /** All roles of the document. */
  readonly roles: readonly string[];
  /** The name of the cookie of a scheme, where it is one. */
  readonly cookies: Readonly<Record<string, string>>;
};

export type HostOptions = {
  readonly basePath: string;
  readonly spoolDir: string;
  readonly access: Access;
  readonly now: () => Date;
  /** X-Forwarded-For says from which address a request comes. */
  readonly isBehindProxy: boolean;
  readonly fault: (error: unknown) => void;
};

export const mockHost = ({
  basePath,
  spoolDir,
  access,
  now,
  isBehindProxy,
  fault,
}: HostOptions): ContractHost<CallerBase> => ({
  basePath,
  spoolDir,
  definitionsVersion: 'mock',
  idempotency: keysOf(now),
  ids: { requestId: randomUUID },
  authenticate: async (input) => authenticate(access, input),
  limit: limitsOf(now),
  clientOf: ({ socket, headers }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')[0]
      ?.trim();
    return {
      address: (isBehindProxy && forwarded) || (socket.remoteAddress ?? ''),
      scheme: 'http',
      host: headers.host ?? '',
    };
  },
  now,
  log: () => {},
  fault(error) {
    fault(error);
    return internalFault();
  },
});

function authenticate(
  { callers, roles, cookies }: Access,
  { schemes, headers }: CredentialInput,
): CallerBase | ProblemReply {
  const token = schemes.map((scheme) => credentialOf(cookies[scheme], headers)).find((each) => each !== undefined);
  if (token === undefined)
    return refuse('unauthenticated', {
      detail: missingCredentialDetail(
        schemes.every((scheme) => cookies[scheme] !== undefined),
        headers,
      ),
    });
  const person = callers === undefined ? { name: digest(token).slice(0, 12), roles } : callers.get(token);
  if (person === undefined)
    return refuse('unauthenticated', {
      detail: 'The access token is not valid for this installation. Log in, or get a new one.',
    });
  return { subject: person.name, kind: 'user', roles: person.roles, scopeKey: scopeOf(person) };
}

/** In the words of the services. */
const missingCredentialDetail = (isCookieAlone: boolean, headers: CredentialInput['headers']): string =>
  isCookieAlone ? 'There is no browser session. Log in with the browser first.' : missingTokenDetail(headers);

const scopeOf = ({ scope = callerScope }: Omit<Person, 'roles'>): string => scope;

function credentialOf(cookie: string | undefined, { authorization, cookie: sent = '' }: CredentialInput['headers']) {
  if (cookie === undefined) return /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  // Without its prefix on plain HTTP, as in the services.
  const names = [cookie, cookie.replace('__Host-', '')];
  const pairs = sent.split(';').map((each) => each.trim().split('='));
  return pairs.find(([name = '', value]) => names.includes(name) && value)?.[1];
}

/** So many in a window that begins with its first request. */
function limitsOf(now: () => Date): (input: LimitInput) => Promise<LimitVerdict> {
  const windows = new Map<string, { used: number; endsAt: number }>();
  return async ({ policy, key, quota, windowS, cost }) => {
    const at = now().getTime();
    const id = `${policy} ${key}`;
    const known = windows.get(id);
    const window = known && known.endsAt > at ? known : { used: 0, endsAt: at + windowS * 1000 };
    windows.set(id, window);
    const allowed = window.used + cost <= quota;
    if (allowed) window.used += cost;
    const resetS = Math.ceil((window.endsAt - at) / 1000);
    return { allowed, remaining: quota - window.used, resetS, retryAfterS: allowed ? 0 : resetS };
  };
}

function keysOf(now: () => Date): ContractHost<CallerBase>['idempotency'] {
  const dayMs = 86_400_000;
  const records = new Map<string, { hash: string; reply: StoredReply | undefined; until: number }>();
  return {
    async begin(key, principal, operation, hash): Promise<Begun> {
      const id = JSON.stringify([principal, operation, key]);
      const known = records.get(id);
      if (known && known.until > now().getTime()) {
        if (known.hash !== hash) return { kind: 'mismatch' };
        return known.reply === undefined ? { kind: 'in-flight' } : { kind: 'replay', reply: known.reply };
      }
      const until = now().getTime() + dayMs;
      records.set(id, { hash, reply: undefined, until });
      return {
        kind: 'fresh',
        store: async (reply) => void records.set(id, { hash, reply: structuredClone(reply), until }),
        release: async () => void records.delete(id),
      };
    },
  };
}
