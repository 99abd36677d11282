// The settings of the identity provider's process.
import { Failure } from '../failure.ts';

export const realms = ['analytics', 'labs'] as const;
export type Realm = (typeof realms)[number];
export type Api = 'analytics' | 'platform' | 'infra';

export const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code';

type Grant = 'password' | 'refresh_token' | 'client_credentials' | 'authorization_code' | typeof deviceCodeGrant;

export type ClientSettings = {
  readonly id: string;
  /** A public client has none. */
  readonly secret?: string;
  readonly grants: readonly Grant[];
  /**
   * Runs on a user's machine: any port of its loopback address may stand in `redirectUris` (RFC 8252), and the user
   * confirms each login.
   */
  readonly native?: boolean;
  readonly redirectUris?: readonly string[];
  readonly logoutUris?: readonly string[];
  /** The API that its own tokens (client_credentials) are for; tokens of people are for the realm's API. */
  readonly serviceApi?: Api;
  readonly serviceRoles?: readonly string[];
  /**
   * Turns email and password of its login form into tokens (decision 2); every other password grant is for
   * demonstration.
   */
  readonly firstParty?: boolean;
};

export type IdentitySettings = {
  readonly environment: 'dev' | 'production';
  readonly port: number;
  /** Issuers are `<publicUrl>/auth/realms/<realm>`. */
  readonly publicUrl: string;
  readonly databaseUrl: string;
  /** Seals what is stored; base64 of 32 bytes. */
  readonly sealKey: string;
  readonly cookieKey: string;
  readonly keysFolder: string;
  readonly clients: Readonly<Record<Realm, readonly ClientSettings[]>>;
  /** How many wrong passwords one network may send in a minute; more where a whole school has one address. */
  readonly failuresPerMinute: number;
};

export const issuerOf = (publicUrl: string, realm: Realm) => `${publicUrl}/auth/realms/${realm}`;

/** As people know it. */
export const realmTitle: Readonly<Record<Realm, string>> = { analytics: 'Covenant analytics', labs: 'Covenant labs' };

export const realmApi: Readonly<Record<Realm, Api>> = { analytics: 'analytics', labs: 'platform' };

export const audienceOf = (api: Api) => `covenant-${api}`;

/** A demo client hands out tokens for a password to anyone who asks: fine on a laptop, never in production. */
export function requireSafe({ environment, clients }: Pick<IdentitySettings, 'environment' | 'clients'>): void {
  if (environment !== 'production') return;
  const demo = Object.values(clients)
    .flat()
    .filter((client) => client.grants.includes('password') && !client.firstParty);
  if (demo.length > 0)
    throw new Failure(
      `identity cannot start in production: the client ${demo[0]?.id} has the password grant but is not a first-party client. Remove it from the configuration.`,
    );
}
