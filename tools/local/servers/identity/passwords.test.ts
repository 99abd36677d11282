// What stands in place of a password.
import test from 'ava';
import { hashPassword, matches, ofRandom } from './passwords.ts';

test('a hash takes its own password alone, whatever its cost', async (t) => {
  const hashes = [await hashPassword('a random one'), await hashPassword('a random one', ofRandom)];
  for (const hash of hashes)
    t.deepEqual([await matches('a random one', hash), await matches('another one', hash)], [true, false], hash);
});

test('a hash has the usual cost unless it names another', async (t) => {
  const [usual, cheap] = [await hashPassword('x'), await hashPassword('x', ofRandom)];
  t.regex(usual, /^argon2id\$[\w+/=]{24}\$[\w+/=]{44}$/);
  t.regex(cheap, /^argon2id\$[\w+/=]{24}\$[\w+/=]{44}\$m=8,t=1$/);
  t.false(await matches('x', cheap.replace(/\$m=.*/, '')), 'hashed at the usual cost it is another tag');
});
