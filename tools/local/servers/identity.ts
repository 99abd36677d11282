// The identity provider as a part: its settings, its tables, its process.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DataFolder, keep, token } from './data-folder.ts';
import { commandLineClient, demoClient } from './identity/clients.ts';
import {
  type ClientSettings,
  deviceCodeGrant,
  type IdentitySettings,
  issuerOf,
  type Realm,
} from './identity/settings.ts';
import { type PostgresFacts, postgresFrom, withClient } from './postgres.ts';
import { get } from './probe.ts';
import type { PartPlan } from './processes/supervise.ts';

export type ClientFacts = { readonly id: string; readonly secret: string };

export type IdentityFacts = {
  /** Where the process itself listens; people and services go through the issuers. */
  readonly url: string;
  readonly databaseUrl: string;
  /** Where it keeps what it signs with: for tests of tokens that were good once. */
  readonly keysFolder: string;
  readonly issuers: Readonly<Record<Realm, string>>;
  readonly clients: {
    /** The analytics API itself: the only client that may log people in by password in earnest. */
    readonly facade: ClientFacts;
    readonly integrator: ClientFacts;
    /** Browser login (code and PKCE) and calls to infra. */
    readonly platform: ClientFacts;
    /** Calls to the platform. */
    readonly infra: ClientFacts;
    /** For people who try the platform's API by hand: password grant without a secret. */
    readonly demo: { readonly id: string };
  };
};

/** `publicUrl` is the front door's; without one the provider is its own. */
export async function identity(
  place: DataFolder,
  server: PostgresFacts,
  publicUrl?: string,
): Promise<PartPlan<IdentityFacts>> {
  const port = await place.port('identity');
  const folder = place.folder('identity');
  const url = `http://127.0.0.1:${port}`;
  const front = publicUrl ?? url;
  const addresses = postgresFrom(server);
  const databaseUrl = addresses.url('identity', 'app');
  const clients = clientsOf(place);
  const settings: IdentitySettings = {
    environment: 'dev',
    port,
    publicUrl: front,
    databaseUrl,
    sealKey: keep(path.join(place.dir, 'secrets', 'identity_seal'), () => token(32)),
    cookieKey: place.secret('identity_cookies'),
    keysFolder: folder,
    clients: clientSettings(clients, front),
    // All test files of a run share one provider and one address.
    failuresPerMinute: place.durable ? 30 : 100_000,
  };
  const file = path.join(folder, 'settings.json');
  return {
    name: 'identity',
    facts: {
      url,
      databaseUrl,
      keysFolder: folder,
      issuers: { analytics: issuerOf(front, 'analytics'), labs: issuerOf(front, 'labs') },
      clients,
    },
    program: {
      name: 'identity',
      command: [process.execPath, path.join(import.meta.dirname, 'identity', 'main.ts'), file],
      mayBeThread: true,
    },
    stopSignal: place.durable ? 'SIGTERM' : 'SIGKILL',
    readyWithinMs: 60_000,
    ports: [port],
    async prepare() {
      writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
      await createTables(addresses.url('identity', 'owner'));
    },
    ready: async () => (await get(`${url}/health`))?.status === 200,
    // The front door before it knows this port already: another one would leave it asking whichever program has this
    // one.
    ...(publicUrl === undefined ? { dropPorts: () => place.dropPort('identity') } : {}),
  };
}

/** Any port of the loopback address: the command line opens one for each login. */
const commandLine: ClientSettings = {
  id: commandLineClient,
  grants: ['authorization_code', 'refresh_token', deviceCodeGrant],
  redirectUris: ['http://127.0.0.1/callback'],
  native: true,
};

const clientsOf = (place: DataFolder): IdentityFacts['clients'] => ({
  facade: { id: 'analytics-api', secret: place.secret('client_analytics_api') },
  integrator: { id: 'integrator', secret: place.secret('client_integrator') },
  platform: { id: 'platform', secret: place.secret('client_platform') },
  infra: { id: 'infra', secret: place.secret('client_infra') },
  demo: { id: demoClient },
});

function clientSettings(clients: IdentityFacts['clients'], front: string): Record<Realm, readonly ClientSettings[]> {
  const { facade, integrator, platform, infra, demo } = clients;
  return {
    analytics: [
      commandLine,
      { ...facade, grants: ['password', 'refresh_token'], firstParty: true },
      { ...integrator, grants: ['client_credentials'], serviceRoles: ['integrator'] },
    ],
    labs: [
      commandLine,
      { ...demo, grants: ['password', 'refresh_token'] },
      {
        ...platform,
        grants: ['authorization_code', 'refresh_token', 'client_credentials'],
        redirectUris: [`${front}/api/v1/auth/callback`],
        logoutUris: [`${front}/`],
        serviceApi: 'infra',
        serviceRoles: ['service'],
      },
      { ...infra, grants: ['client_credentials'], serviceApi: 'platform', serviceRoles: ['service'] },
    ],
  };
}

const createTables = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('covenant identity schema'))");
    await client.query(readFileSync(path.join(import.meta.dirname, 'identity', 'schema.sql'), 'utf8'));
  });
