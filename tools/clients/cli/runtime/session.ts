// The clients of the APIs for one run of the program, with the tokens of its profile or its environment.
import {
  connect,
  issueToken,
  loginUser,
  logoutUser,
  refreshToken,
  unwrap,
} from '../../../../generated/analytics/client.ts';
import type { Client, ClientOptions } from '../../../../generated/runtime/client/options.ts';
import type { Api } from './command.ts';
import { addressOf, discover } from './discovery.ts';
import { CommandError, exitCodes } from './failure.ts';
import { clientToken, refreshed } from './oauth.ts';
import { type Endpoints, type Product, type Profile, type Profiles, profilesIn, type Tokens } from './profiles.ts';
import type { Terminal } from './terminal.ts';

/** A token with less time than this is renewed before it is used. */
const spareMs = 20_000;

/** Less than the lock of a profile lasts. */
const refreshMs = 15_000;

export interface Session {
  readonly profiles: Profiles;
  readonly name: string;
  /** The front door; undefined before a login. */
  readonly url: () => string | undefined;
  readonly endpoints: () => Promise<Endpoints>;
  readonly client: (api: Api, options?: Partial<ClientOptions>) => Promise<Client>;
}

export const productOf = (api: Api): Product => (api === 'analytics' ? 'analytics' : 'labs');

export function openSession({ env }: Terminal, profileName?: string): Session {
  const profiles = profilesIn(env);
  const name = profileName ?? env.COVENANT_PROFILE ?? profiles.current();
  let found: Promise<Endpoints> | undefined;
  const url = () => (env.COVENANT_URL ? addressOf(env.COVENANT_URL) : profiles.read(name)?.url);
  const endpoints = () => {
    const profile = profiles.read(name);
    if (env.COVENANT_URL && profile?.url !== addressOf(env.COVENANT_URL))
      found ??= discover(env.COVENANT_URL).then((each) => each.endpoints);
    else if (profile !== undefined) found ??= Promise.resolve(profile.endpoints);
    if (found === undefined) throw notLoggedIn(name);
    return found;
  };
  const client = async (api: Api, options: Partial<ClientOptions> = {}): Promise<Client> => {
    const baseUrl = (await endpoints())[api].base_url;
    const own = await credentials({ env, profiles, name, url: url(), endpoints }, api);
    return connect({ ...options, baseUrl, ...own });
  };
  return { profiles, name, url, endpoints, client };
}

const notLoggedIn = (name: string): CommandError =>
  new CommandError(
    `The profile ${name} has no installation yet. Run \`covenant login analytics --url ADDRESS\` or \`covenant login labs --url ADDRESS\`.`,
    exitCodes.authentication,
  );

interface Context {
  readonly env: NodeJS.ProcessEnv;
  readonly profiles: Profiles;
  readonly name: string;
  /** Where the requests go: tokens of another installation are none. */
  readonly url: string | undefined;
  readonly endpoints: () => Promise<Endpoints>;
}

const storedIn = ({ profiles, name, url }: Context, product: Product): Tokens | undefined => {
  const profile = profiles.read(name);
  return profile?.url === url ? profile?.tokens[product] : undefined;
};

type Credentials = Pick<ClientOptions, 'token' | 'refresh'>;

async function credentials(context: Context, api: Api): Promise<Credentials> {
  const { env, endpoints } = context;
  if (env.COVENANT_TOKEN) return { token: env.COVENANT_TOKEN };
  if (env.COVENANT_CLIENT_ID && env.COVENANT_CLIENT_SECRET) {
    const { COVENANT_CLIENT_ID: id, COVENANT_CLIENT_SECRET: secret } = env;
    const get = async () => clientTokenOf(await endpoints(), api, id, secret);
    return cached(get);
  }
  const product = productOf(api);
  const stored = storedIn(context, product);
  // What needs no token goes without; the service answers the rest with 401.
  if (stored === undefined) return {};
  return {
    token: () => accessToken(context, product, ({ expires_at }) => expires_at - Date.now() > spareMs),
    refresh: () => {
      const used = storedIn(context, product)?.access_token;
      return accessToken(context, product, ({ access_token }) => access_token !== used);
    },
  };
}

/** One token for a run. */
function cached(get: () => Promise<string>): Credentials {
  let token: Promise<string> | undefined;
  return {
    token: () => {
      token ??= get();
      return token;
    },
    refresh: () => {
      token = get();
      return token;
    },
  };
}

async function clientTokenOf(endpoints: Endpoints, api: Api, id: string, secret: string): Promise<string> {
  if (api !== 'analytics') return (await clientToken(endpoints.platform.issuer, id, secret)).access_token;
  const body = { grant_type: 'client_credentials', client_id: id, client_secret: secret } as const;
  return unwrap(await issueToken(connect({ baseUrl: endpoints.analytics.base_url }), { body })).access_token;
}

/** The stored token while it is good, else the next one; undefined when the login has ended. */
async function accessToken(
  context: Context,
  product: Product,
  isGood: (tokens: Tokens) => boolean,
): Promise<string | undefined> {
  const { profiles, name, url } = context;
  const stored = storedIn(context, product);
  if (stored === undefined || isGood(stored)) return stored?.access_token;
  const changed = await profiles.change(name, async (profile) => {
    if (profile === undefined || profile.url !== url) throw notLoggedIn(name);
    const now = profile.tokens[product];
    // Another process may have been faster.
    if (now === undefined || isGood(now)) return profile;
    return { ...profile, tokens: { ...profile.tokens, [product]: await renewed(profile, product, now) } };
  });
  return changed.tokens[product]?.access_token;
}

async function renewed({ endpoints }: Profile, product: Product, tokens: Tokens): Promise<Tokens> {
  const ended = new CommandError(`The login has ended. Run \`covenant login ${product}\`.`, exitCodes.authentication);
  const { refresh_token } = tokens;
  if (refresh_token === undefined) throw ended;
  if (tokens.from === 'provider') {
    const { issuer } = product === 'analytics' ? endpoints.analytics : endpoints.platform;
    return refreshed({ issuer, clientId: tokens.client_id ?? '' }, refresh_token).catch((error: unknown) => {
      throw error instanceof CommandError && error.code === exitCodes.authentication ? ended : error;
    });
  }
  const service = connect({ baseUrl: endpoints.analytics.base_url, timeoutMs: refreshMs, retries: 0 });
  const result = await refreshToken(service, { body: { refresh_token } });
  if (result.status === 401) throw ended;
  return pairOf(unwrap(result));
}

const pairOf = (pair: { access_token: string; refresh_token: string; expires_in: number }): Tokens => ({
  from: 'api',
  access_token: pair.access_token,
  refresh_token: pair.refresh_token,
  expires_at: Date.now() + pair.expires_in * 1_000,
  client_id: undefined,
});

export async function apiLogin({ analytics }: Endpoints, email: string, password: string): Promise<Tokens> {
  return pairOf(unwrap(await loginUser(connect({ baseUrl: analytics.base_url }), { body: { email, password } })));
}

export async function apiLogout({ analytics }: Endpoints, refresh_token: string): Promise<void> {
  unwrap(await logoutUser(connect({ baseUrl: analytics.base_url }), { body: { refresh_token } }));
}
