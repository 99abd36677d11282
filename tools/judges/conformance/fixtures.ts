// Fixtures for an installation of `npm start`: users, dealers and labs for this run alone, created at the addresses
// that it publishes, and removed afterwards.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { answered, documentOf, type Endpoints, factsOfClient, granted, type Target } from './endpoints.ts';
import { someoneAt } from './probe.ts';
import type { Person } from './requests/values.ts';
import { accounts, removeAccounts, type TestAccount } from './setup/accounts.ts';
import { course } from './setup/courses.ts';
import { dealerIds, dealers, removeGrants } from './setup/dealers.ts';
import { labs, type ObjectsAt, removeLabs } from './setup/labs.ts';
import { atOtherTimes, forged, type Refused } from './setup/refused.ts';
import { sessions } from './setup/sessions.ts';

export type Fixtures = {
  readonly document: string;
  readonly baseUrl: string;
  readonly callers: readonly Person[];
  readonly refused?: Refused;
  /** Removes what was created for it. */
  readonly end?: () => Promise<void>;
};

export type Owned = Endpoints & {
  readonly postgres: { readonly analytics: string; readonly platform: string; readonly identity: string };
  readonly objects: ObjectsAt;
};

export const isOwned = (endpoints: Endpoints): endpoints is Owned => 'postgres' in endpoints && 'objects' in endpoints;

/** Tokens count for minutes, so each target is asked for when its turn comes. */
export async function fixturesOf(endpoints: Owned, file: string, target: Target): Promise<Fixtures> {
  const baseUrl = endpoints[target].base_url;
  await someoneAt(baseUrl);
  const fixturesByTarget = { analytics: analyticsFixtures, platform: platformFixtures, infra: infraFixtures };
  const fixtures = await fixturesByTarget[target](endpoints, path.join(path.dirname(file), 'identity'));
  return { document: documentOf(target), baseUrl, ...fixtures };
}

type Made = Omit<Fixtures, 'document' | 'baseUrl'>;

const person = (
  name: string,
  token: string,
  { email, username, password, roles }: TestAccount,
  more: Partial<Person> = {},
): Person => ({
  name,
  token,
  roles,
  isPassing: true,
  ...more,
  facts: { email, username, password, ...more.facts },
});

async function analyticsFixtures(endpoints: Owned, keysFolder: string): Promise<Made> {
  const { base_url, clients } = endpoints.analytics;
  const { analytics, identity } = endpoints.postgres;
  const analyst = ['analyst'];
  const alike = { analyst, outsider: analyst, narrow: analyst, uploader: analyst, late: analyst, nobodys: analyst };
  const all = await accounts(identity, 'analytics', { ...alike, admin: ['admin'] });
  const subjects = {
    analyst: all.analyst.id,
    outsider: all.outsider.id,
    narrow: all.narrow.id,
    uploader: all.uploader.id,
    late: all.late.id,
  };
  await dealers(analytics, dealerIds, subjects);
  const end = async () => {
    await removeGrants(analytics, subjects);
    await removeAccounts(identity, Object.values(all));
  };
  const login = ({ email, password }: TestAccount) =>
    answered(`${base_url}/auth/login`, 'application/json', JSON.stringify({ email, password }));
  const tokens = await namedTokens(all, login);
  const { own, other, full, late } = dealerIds;
  const facts = { dealer_id: own, full_dealer_id: full, late_dealer_id: late };
  const [client] = clients;
  const program = client && JSON.stringify({ grant_type: 'client_credentials', ...client });
  const integrator = client &&
    program && {
      name: 'integrator',
      token: await answered(`${base_url}/auth/token`, 'application/json', program),
      roles: ['service'],
      facts: factsOfClient(client.client_id, client.client_secret),
    };
  return {
    callers: [
      person('analyst', tokens.analyst, all.analyst, { facts }),
      person('outsider', tokens.outsider, all.outsider, { ownsNothing: true, facts: { dealer_id: other } }),
      person('narrow', tokens.narrow, all.narrow),
      person('uploader', tokens.uploader, all.uploader),
      person('late', tokens.late, all.late),
      person('nobodys', tokens.nobodys, all.nobodys, { ownsNothing: true }),
      person('admin', tokens.admin, all.admin),
      ...(integrator ? [integrator] : []),
    ],
    refused: {
      'a token of another issuer': await serviceToken(endpoints),
      ...forged(tokens.analyst),
      ...atOtherTimes(keysFolder, 'analytics', tokens.analyst),
    },
    end,
  };
}

async function platformFixtures(endpoints: Owned, keysFolder: string): Promise<Made> {
  const { base_url, token_url, client_id } = endpoints.platform;
  const { identity, platform } = endpoints.postgres;
  const [teacher, student] = [['teacher'], ['student']];
  const named = { teacher, admin: ['admin'], anna: student, ben: student, colleague: teacher, outsider: student };
  const all = await accounts(identity, 'labs', { ...named, browser: teacher, leaver: teacher, roleless: [] });
  const login = ({ username, password }: TestAccount) =>
    granted(token_url, { grant_type: 'password', client_id, username, password });
  const tokens = await namedTokens(all, login);
  const knownAs = async (name: 'admin' | 'anna' | 'ben' | 'outsider', more: Partial<Person> = {}): Promise<Person> => {
    const { student_id, user_id } = (await asked(`${base_url}/auth/me`, tokens[name])) as Record<string, string>;
    return person(name, tokens[name], all[name], {
      ...more,
      facts: { student_id: student_id ?? '', user_id: user_id ?? '' },
    });
  };
  return {
    callers: [
      person('teacher', tokens.teacher, all.teacher, { facts: await course(platform, base_url, tokens.teacher) }),
      await knownAs('admin'),
      await knownAs('anna'),
      await knownAs('ben'),
      person('colleague', tokens.colleague, all.colleague, { ownsNothing: true }),
      await knownAs('outsider', { ownsNothing: true }),
      ...(await sessions(base_url, { browser: all.browser, leaver: all.leaver })),
    ],
    refused: {
      'a token of a service': await serviceToken(endpoints),
      'a token of a person without a role': tokens.roleless,
      ...forged(tokens.teacher),
      ...atOtherTimes(keysFolder, 'labs', tokens.teacher),
    },
    end: async () => {
      await stopLabs(base_url, tokens.teacher).catch(() => undefined);
      await removeAccounts(identity, Object.values(all));
    },
  };
}

async function infraFixtures(endpoints: Owned, keysFolder: string): Promise<Made> {
  const { base_url, token_url } = endpoints.infra;
  const { client_id } = endpoints.platform;
  const { identity } = endpoints.postgres;
  const token = await serviceToken(endpoints);
  const { teacher } = await accounts(identity, 'labs', { teacher: ['teacher'] });
  const { username, password } = teacher;
  const ofPerson = await granted(token_url, { grant_type: 'password', client_id, username, password });
  const facts = await labs(endpoints.objects);
  const stop = async (lab_id: string) => void (await asked(`${base_url}/delete`, token, { lab_id }));
  return {
    callers: [{ name: 'platform', token, roles: ['service'], facts }],
    refused: { 'a token of a person': ofPerson, ...forged(token), ...atOtherTimes(keysFolder, 'labs', token) },
    end: async () => {
      await removeLabs(endpoints.objects, facts, stop);
      await removeAccounts(identity, [teacher]);
    },
  };
}

const serviceToken = ({ infra: { token_url, client_id, client_secret } }: Endpoints): Promise<string> =>
  granted(token_url, { grant_type: 'client_credentials', client_id, client_secret });

/** What a run started for its students, of all labs that its teacher uploaded. */
async function stopLabs(baseUrl: string, token: string): Promise<void> {
  const { items } = (await asked(`${baseUrl}/labs?limit=1000`, token)) as { items: readonly { lab_id: string }[] };
  for (const { lab_id } of items) await asked(`${baseUrl}/labs/${lab_id}/stop`, token, {}).catch(() => undefined);
}

async function namedTokens<Name extends string>(
  all: Readonly<Record<Name, TestAccount>>,
  login: (account: TestAccount) => Promise<string>,
): Promise<Readonly<Record<Name, string>>> {
  const entries = Object.entries<TestAccount>(all).map(
    async ([name, account]) => [name, await login(account)] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, string>;
}

async function asked(url: string, token: string, body?: object): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const reply = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(20_000) });
  return reply.json();
}
