// What production asks of passwords, secrets and keys: each is hard to guess, and none serves two accounts (decision
// 603).
import { Secret } from '../lib/secret.ts';
import { isSocket } from './local-address.ts';
import * as read from './readers.ts';
import { isGuessable, strongSecret } from './secret-strength.ts';
import type { Config, ConfigMistake } from './types.ts';
import { definitions, type Variable } from './variables.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Credential = { readonly variable: Variable; readonly user: string; readonly secret: string };

const variables = Object.keys(definitions) as readonly Variable[];

/** The password in a URL, or the secret that a variable is. A socket of this machine needs none. */
function credentialsIn(config: Config): readonly Credential[] {
  return variables.flatMap((variable) => {
    const value: unknown = config[variable];
    if (!(value instanceof Secret)) return [];
    const text = value.reveal();
    if (definitions[variable].reader === read.secret)
      return [{ variable, user: userOf(config, variable), secret: text }];
    const url = new URL(text);
    if (isSocket(url) && url.password === '') return [];
    return [{ variable, user: decodeURIComponent(url.username), secret: decodeURIComponent(url.password) }];
  });
}

const keysIn = (ring: string): readonly Credential[] =>
  ring.split(',').map((entry) => {
    const [user = '', secret = ''] = entry.trim().split(':');
    return { variable: 'KEY_RING', user, secret };
  });

/** The id beside a secret of the object store or of a client. */
function userOf(config: Config, variable: Variable): string {
  const name = variable.replace('_SECRET_KEY', '_ACCESS_KEY').replace('_CLIENT_SECRET', '_CLIENT_ID');
  const id: unknown = config[name as Variable];
  return typeof id === 'string' ? id : '';
}

export const guessableSecrets = (config: Config): readonly ConfigMistake[] =>
  credentialsIn(config)
    .filter(({ secret, user }) => isGuessable(secret, user))
    .map(({ variable }) => ({ variable, expected: strongSecret, found: 'unsafe' }));

/** Names the variable that has the same secret, and never the secret. */
export function sharedSecrets(config: Config, { KEY_RING = '' }: Env): readonly ConfigMistake[] {
  if (config.ALLOW_IN_PRODUCTION?.includes('shared-secrets')) return [];
  const first = new Map<string, Variable>();
  return [...credentialsIn(config), ...keysIn(KEY_RING)].flatMap(({ variable, secret }): ConfigMistake[] => {
    const other = first.get(secret);
    first.set(secret, other ?? variable);
    if (other === undefined || secret === '') return [];
    const where = other === variable ? 'twice in it' : `in ${other}`;
    const expected = `a secret that is not ${where}, or shared-secrets in ALLOW_IN_PRODUCTION`;
    return [{ variable, expected, found: 'unsafe' }];
  });
}
