// The lab that every start has: one shell, uploaded by the first teacher like any other lab. A start that has it
// already leaves it as it is.

import { messageOf } from '../../command-line/message-of.ts';
import type { IdentityFacts } from '../servers/identity.ts';
import { labImageName } from '../servers/lab-image/recipe.ts';
import type { EmbeddedParts } from '../servers/parts.ts';
import { type PostgresFacts, postgresFrom, withClient } from '../servers/postgres.ts';
import type { DemoUsers } from '../servers/seed.ts';

const id = 'first-shell';

const configuration = `lab_id: ${id}
name: A first shell
description: One container with a shell, an editor and the usual tools, without internet access.
containers:
  main:
    image: '{registry_url}${labImageName.slice(labImageName.indexOf('/'))}'
`;

/** Its id; null when it could not be uploaded, and `say` gets the reason. */
export async function uploadSampleLab(
  port: number,
  { identity, facts }: Pick<EmbeddedParts, 'identity' | 'facts'>,
  users: DemoUsers,
  print: (line: string) => void,
): Promise<string | null> {
  try {
    if (await isStored(facts.postgres)) return id;
    const token = await login(identity, users);
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/labs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/yaml' },
      body: configuration,
      signal: AbortSignal.timeout(30_000),
    });
    const answer = await response.text();
    // 409: the lab of an earlier start.
    if (response.status !== 201 && response.status !== 409) throw new Error(`${response.status} ${answer}`);
    return id;
  } catch (error) {
    print(`The sample lab could not be uploaded: ${messageOf(error)}`);
    return null;
  }
}

/** Asked of the database, since a login takes longer. In a database of the user's own the upload finds it out. */
async function isStored(server: PostgresFacts | undefined): Promise<boolean> {
  if (server === undefined) return false;
  return await withClient(postgresFrom(server).url('platform', 'owner'), async (client) => {
    const { rowCount } = await client.query('select from labs where lab_id = $1', [id]);
    return rowCount === 1;
  });
}

async function login({ issuers, clients }: IdentityFacts, { labs }: DemoUsers): Promise<string> {
  const { username = '', password = '' } = labs.find(({ role }) => role === 'teacher') ?? {};
  const fields = { grant_type: 'password', client_id: clients.demo.id, username, password };
  const address = `${issuers.labs}/protocol/openid-connect/token`;
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = (await response.json()) as { readonly access_token?: string };
  if (answer.access_token === undefined) throw new Error(`${username} could not log in: ${response.status}`);
  return answer.access_token;
}
