// What PostgreSQL keeps of a password (RFC 5803), made here so that the number of iterations is ours to choose.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/**
 * One iteration instead of the server's 4,096, for servers of tests: they spend more on proving who they are than on
 * most of their statements. Many iterations make guessing slow; these passwords are 32 random characters.
 */
export function scramVerifier(password: string, iterations = 1): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
