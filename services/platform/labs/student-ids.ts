// The ids that a new student may get: made of the user name, part of pod names ever after (decision 12).
import { createHash } from 'node:crypto';

const longest = 20;

/** Without end, the best first: `turing`, `turing2`, `turing3`. */
export function* student_ids(username: string): Generator<string, never> {
  const stem = stemOf(username);
  yield stem;
  for (let number = 2; ; number++) yield `${stem.slice(0, longest - String(number).length)}${number}`;
}

function stemOf(username: string): string {
  const plain = username
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  // A name in another script leaves nothing; its digest keeps such students apart.
  return plain === ''
    ? `s${createHash('sha256').update(username).digest('hex').slice(0, 12)}`
    : plain.slice(0, longest);
}
