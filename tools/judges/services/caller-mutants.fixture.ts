// Who is let in, and to what, really broken: an authority that believes everybody.
import type { Bearer, Identity } from '../../../adapters/identity/port.ts';
import type { GrantRow } from '../../../adapters/store/analytics/access/port.ts';
import type { CallerBase, ContractHost } from '../../../generated/runtime/host.ts';
import { authenticator } from '../../../services/analytics/access/credential.ts';
import type { Caller } from '../../../services/analytics/caller.ts';
import type { Mutation } from './mutated-analytics.fixture.ts';
import { caller, dealers, deps, host, type ServiceMutant } from './service-mutants.fixture.ts';

/** Who is let in although the identity provider's word says otherwise. */
const believing = (believed: (because: string) => boolean): Mutation =>
  host((_, { deps: { identity, grants } }) => ({
    authenticate: authenticator({ grants, identity: credulous(identity, believed) }),
  }));

/** Not by way of the healthy one, which answers those late that it would refuse. */
export const uncounted: ContractHost<CallerBase>['limit'] = async ({ quota }) => ({
  allowed: true,
  remaining: quota,
  resetS: 0,
  retryAfterS: 0,
});

/** Takes a token that it should refuse, for some reasons of refusing. */
export const credulous = (
  identity: Pick<Identity, 'verify'>,
  believed: (because: string) => boolean,
  more: Partial<Bearer> = {},
): Pick<Identity, 'verify'> => ({
  async verify(token) {
    const verified = await identity.verify(token);
    if (verified.kind === 'verified' || !believed(verified.because)) return verified;
    return { kind: 'verified', bearer: { ...claimed(token), ...more } };
  },
});

/** What a token says of itself, unproved. */
function claimed(token: string): Bearer {
  const { sub = 'nobody', exp = 0 } = claimsOf(token);
  return {
    subject: sub,
    kind: 'user',
    clientId: 'unproved',
    username: sub,
    roles: [],
    expiresAt: new Date(exp * 1_000),
  };
}

function claimsOf(token: string): { sub?: string; exp?: number } {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return {};
  }
}

export const callerMutants: readonly ServiceMutant[] = [
  {
    id: 'grants-of-everybody',
    what: 'the authority gives each caller what anybody was granted',
    paths: ['/ingest/files', '/ingest/jobs'],
    operation: 'listJobs',
    check: 'leak',
    rule: 'leak',
    mutate: host((_, { deps: { identity, grants } }) => ({
      authenticate: authenticator({
        identity,
        grants: {
          async callerState(subject) {
            const state = await grants.callerState(subject);
            const own = state.grants;
            if (own.length === 0) return state;
            return {
              ...state,
              grants: dealers.map(
                (dealer_id): GrantRow => ({
                  ...own[0],
                  dealer_id,
                  brand_ids: null,
                  region_ids: null,
                  roles: ['reader', 'uploader'],
                }),
              ),
            };
          },
        },
      }),
    })),
  },
  {
    id: 'everybody-is-admin',
    what: 'who may call at all may do everything',
    paths: ['/admin/'],
    operation: 'listDealers',
    check: 'role',
    rule: 'status',
    mutate: caller((found) => ({ ...found, roles: ['admin'] })),
  },
  {
    id: 'signature-unchecked',
    what: 'the signature of a token is not compared',
    paths: ['/scope'],
    operation: 'getScope',
    check: 'refused-token',
    rule: 'status',
    mutate: believing((because) => because === 'signature'),
  },
  {
    id: 'expiry-unchecked',
    what: 'a token is taken whose time is over',
    paths: ['/scope'],
    operation: 'getScope',
    check: 'refused-token',
    rule: 'status',
    mutate: believing((because) => because === 'expired'),
  },
  {
    id: 'audience-unchecked',
    what: 'a token for another service is taken',
    paths: ['/scope'],
    operation: 'getScope',
    check: 'refused-token',
    rule: 'status',
    mutate: believing((because) => because === 'foreign audience'),
  },
  {
    id: 'no-credential-is-somebody',
    what: 'who brings no credential is taken for the last one who did',
    paths: ['/scope'],
    operation: 'getScope',
    check: 'no-credential',
    rule: 'status',
    mutate: host((healthy) => {
      let last: Caller | undefined;
      return {
        async authenticate(input) {
          if (input.headers.authorization === undefined && last !== undefined) return last;
          const found = await healthy.authenticate(input);
          if ('subject' in found) last = found;
          return found;
        },
      };
    }),
  },
  {
    id: 'limit-uncounted',
    what: 'the counters of limits count nothing',
    paths: ['/auth/token'],
    operation: 'issueToken',
    check: 'limit-enforced',
    rule: 'rate limit',
    mutate: host(() => ({ limit: uncounted })),
  },
  {
    id: 'any-password',
    what: 'a person is let in with any password',
    paths: ['/auth/login'],
    operation: 'loginUser',
    check: 'cause',
    rule: 'status',
    mutate: deps(({ identity }) => {
      let last: Awaited<ReturnType<typeof identity.login>> = 'invalid_credentials';
      return {
        identity: {
          ...identity,
          async login(username, password, address) {
            const found = await identity.login(username, password, address);
            if (found !== 'invalid_credentials') last = found;
            return last;
          },
        },
      };
    }),
  },
];
