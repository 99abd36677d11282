// The people and dealers of a demonstration: an admin, two teachers, six students, two dealers' analysts, an
// integrator. Passwords are generated and kept with the other secrets. Running it again changes nothing that is right
// already.
import type pg from 'pg';
import type { DataFolder } from './data-folder.ts';
import { type CheckedPasswords, saveAccount } from './identity/accounts.ts';
import { withClient } from './postgres.ts';

export type AnalyticsPerson = {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly password: string;
  readonly dealers: readonly string[];
};

export type LabPerson = Omit<AnalyticsPerson, 'roles' | 'dealers'> & {
  readonly role: 'admin' | 'teacher' | 'student';
  readonly studentId: string;
};

export type DemoUsers = { readonly analytics: readonly AnalyticsPerson[]; readonly labs: readonly LabPerson[] };

/** Subjects are the identity provider's; dealers and their grants are in our tables (decision 7). */
export type Subjects = ReadonlyMap<string, string>;

const dealers = [
  { id: 'fjordbil-oslo', name: 'Fjordbil Oslo', region: 'oslo', country: 'NO', calendar: 'no' },
  { id: 'nordbil-bergen', name: 'Nordbil Bergen', region: 'bergen', country: 'NO', calendar: 'no' },
] as const;
const dealerIds = dealers.map(({ id }) => id);
const integratorClient = 'integrator';

export function demoUsersOf(place: DataFolder): DemoUsers {
  const person = (username: string, name: string) => ({
    username,
    name,
    email: `${username}@covenant.example`,
    password: place.secret(`person_${username}`),
  });
  const lab = (username: string, name: string, role: LabPerson['role']): LabPerson => ({
    ...person(username, name),
    role,
    studentId: username,
  });
  return {
    analytics: [
      { ...person('freya', 'Freya Fjord'), roles: ['analyst'], dealers: ['fjordbil-oslo'] },
      { ...person('nils', 'Nils Nord'), roles: ['analyst'], dealers: ['nordbil-bergen'] },
      { ...person('admin', 'Ada Admin'), roles: ['admin'], dealers: dealerIds },
    ],
    labs: [
      lab('admin', 'Ada Admin', 'admin'),
      lab('tora', 'Tora Teacher', 'teacher'),
      lab('tim', 'Tim Teacher', 'teacher'),
      ...['anna', 'ben', 'clara', 'david', 'emma', 'finn'].map((name) =>
        lab(name, `${name.charAt(0).toUpperCase()}${name.slice(1)} Student`, 'student'),
      ),
    ],
  };
}

/** Makes the accounts; answers with the subject of each lab and analytics user name. */
export async function seedIdentity(
  identityUrl: string,
  users: DemoUsers,
  checked: CheckedPasswords,
): Promise<{ readonly analytics: Subjects; readonly labs: Subjects }> {
  return withClient(identityUrl, async (client) => {
    const analytics = new Map<string, string>();
    const labs = new Map<string, string>();
    for (const { dealers: _, ...person } of users.analytics)
      analytics.set(person.username, (await saveAccount(client, 'analytics', person, { checked })).id);
    for (const { role, studentId: _, ...person } of users.labs)
      labs.set(person.username, (await saveAccount(client, 'labs', { ...person, roles: [role] }, { checked })).id);
    return { analytics, labs };
  });
}

const plan = {
  name: 'standard',
  title: 'Standard',
  limits: [
    { name: 'uploads_per_month', unit: 'upload', limit: 10_000, window: 'month' },
    { name: 'rows_stored', unit: 'row', limit: 50_000_000, window: null },
  ],
};

/**
 * Dealers, their plan and who may do what with them. As the owner, who is bound by row-level security like everybody.
 */
export async function seedAnalytics(ownerUrl: string, users: DemoUsers, subjects: Subjects): Promise<void> {
  await inTransaction(ownerUrl, async (client) => {
    await client.query("select set_config('covenant.every_dealer', 'on', true)");
    await client.query('insert into plans (plan, title, limits) values ($1, $2, $3) on conflict do nothing', [
      plan.name,
      plan.title,
      JSON.stringify(plan.limits),
    ]);
    for (const { id, name, region, country, calendar } of dealers) {
      await client.query(
        `insert into dealers (dealer_id, name, region_id, country) values ($1, $2, $3, $4)
         on conflict (dealer_id) do update set country = coalesce(dealers.country, excluded.country)`,
        [id, name, region, country],
      );
      // Nothing where an administrator has chosen another one since.
      await client.query(
        `insert into dealer_calendars (dealer_id, version, calendar_id)
         select $1, 1, $2 where not exists (select 1 from dealer_calendars where dealer_id = $1)`,
        [id, calendar],
      );
      await client.query(
        "insert into subscriptions (dealer_id, plan, status, expires_at) values ($1, $2, 'active', now() + interval '1 year') on conflict do nothing",
        [id, plan.name],
      );
      await grant(client, id, integratorClient, ['reader']);
    }
    for (const { username, dealers: own } of users.analytics)
      for (const dealer of own) await grant(client, dealer, subjects.get(username) ?? '', ['reader', 'uploader']);
  });
}

const grant = (client: pg.Client, dealer: string, principal: string, roles: readonly string[]) =>
  client.query(
    "insert into dealer_grants (dealer_id, principal, roles, created_by) values ($1, $2, $3, 'seed') on conflict do nothing",
    [dealer, principal, roles],
  );

/** The platform's own rows for its people, so that students can be named before they have logged in. */
export async function seedPlatform(ownerUrl: string, users: DemoUsers, subjects: Subjects): Promise<void> {
  await inTransaction(ownerUrl, async (client) => {
    for (const { username, email, name, role, studentId } of users.labs)
      await client.query(
        `insert into users (user_id, subject, username, email, display_name, role, roles, student_id)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, array[$5], $6) on conflict do nothing`,
        [subjects.get(username), username, email, name, role, studentId],
      );
  });
}

const inTransaction = (url: string, work: (client: pg.Client) => Promise<void>) =>
  withClient(url, async (client) => {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  });
