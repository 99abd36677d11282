// Mutants of token verification: each accepts one kind of token that must be refused. The tokens of the area look like
// JWTs, of which the healthy mock knows the whole text.

import type { Mutant } from './mutant.ts';
import { host } from './mutation-operators.ts';

type Claims = Readonly<Record<string, unknown>>;

function partsOf(authorization = ''): { readonly head: Claims; readonly claims: Claims; readonly signature: string } {
  const [head = '', claims = '', signature = ''] = authorization.replace('Bearer ', '').split('.');
  return { head: read(head), claims: read(claims), signature };
}

function read(part: string): Claims {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Claims;
  } catch {
    return {};
  }
}

const someone = { subject: 'someone', kind: 'user', roles: [], scopeKey: 'all' } as const;

const believing = (
  id: string,
  what: string,
  asked: string,
  believes: (token: ReturnType<typeof partsOf>) => boolean,
): Mutant => ({
  id,
  what,
  area: 'signed',
  operation: 'listDefinitions',
  check: 'refused-token',
  asked,
  rule: 'status',
  mutate: host((healthy) => ({
    async authenticate(input) {
      const found = await healthy.authenticate(input);
      return 'subject' in found || !believes(partsOf(input.headers.authorization)) ? found : someone;
    },
  })),
});

export const tokens: readonly Mutant[] = [
  believing('roles-believed', 'the roles of a token are believed', 'a tampered token', ({ claims }) =>
    JSON.stringify(claims).includes('admin'),
  ),
  believing(
    'time-believed',
    'the time of a token is believed',
    'a token that lives longer',
    ({ claims }) => claims.exp === 4102444800,
  ),
  believing(
    'no-signature',
    'a token that says that it has no signature needs none',
    'a token without a signature',
    ({ head }) => head.alg === 'none',
  ),
  believing(
    'any-signature',
    'a signature must be there, and may be any',
    'a token with another signature',
    ({ head, claims, signature }) => head.alg !== 'none' && claims.exp !== undefined && signature !== '',
  ),
  believing(
    'any-text',
    'whatever is no JWT is taken for a token of old times',
    'what is no token',
    ({ head }) => head.alg === undefined,
  ),
  believing(
    'any-key',
    'a token may be signed by any key of the right length',
    'a token signed by an unknown key',
    ({ signature }) => signature.length > 300,
  ),
  believing(
    'any-issuer',
    'an issuer is known by the end of its name',
    'a token of an issuer that calls itself otherwise',
    ({ claims }) => String(claims.iss).endsWith('/realms/labs'),
  ),
  believing(
    'any-audience',
    'a token for everybody is a token for this service',
    'a token signed by an unknown key for any audience',
    ({ claims }) => claims.aud === '*',
  ),
  believing('old-token', 'a token counts after its end', 'an expired token', ({ claims }) => claims.exp === 1),
  believing(
    'foreign-audience',
    'a token for another service is taken',
    'a token for another audience',
    ({ claims }) => claims.aud === 'urn:covenant:nobody',
  ),
  {
    id: 'token-by-beginning',
    what: 'the first letters of a token are enough',
    area: 'series',
    operation: 'listRegions',
    check: 'refused-token',
    asked: 'a cut token',
    rule: 'status',
    mutate: host((healthy) => ({
      async authenticate(input) {
        const found = await healthy.authenticate(input);
        const isCut = /^Bearer token-of-[a-z]+-[0-9a-f]{9}$/.test(input.headers.authorization ?? '');
        return 'subject' in found || !isCut ? found : someone;
      },
    })),
  },
];
