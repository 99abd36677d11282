// The class of benchmark "live": accounts at the identity provider that have called the platform once.
import { randomBytes } from 'node:crypto';
import type { Me } from '../../../generated/platform/types.ts';
import { saveAccount } from '../../local/servers/identity/accounts.ts';
import { withClient } from '../../local/servers/postgres.ts';
import { read, type Side } from './compare.ts';
import { type Endpoints, subjectOf, tokenOf } from './platform-installation.ts';

export type Student = { readonly token: string; readonly subject: string; readonly student_id: string };

export async function enrolled(endpoints: Endpoints, platform: Side, count: number): Promise<readonly Student[]> {
  const accounts = Array.from({ length: count }, (_, n) => ({
    username: `bench${n}`,
    email: `bench${n}@covenant.example`,
    name: `Student ${n}`,
    roles: ['student'],
    password: randomBytes(18).toString('hex'),
  }));
  await withClient(endpoints.postgres.identity, async (client) => {
    for (const account of accounts) await saveAccount(client, 'labs', account);
  });
  const students: Student[] = [];
  for (const account of accounts) {
    const token = await tokenOf(endpoints, account);
    const response = await read(platform, '/auth/me', { Authorization: `Bearer ${token}` });
    const { student_id } = (await response.json()) as Me;
    if (student_id === null) throw new Error(`${account.username} is no student`);
    students.push({ token, subject: subjectOf(token), student_id });
  }
  return students;
}
