// Sha512-crypt (`$6$`), the form of password hashes that crypt(3) and so pam_pwdfile check.
// The algorithm: Ulrich Drepper, Unix crypt using SHA-256 and SHA-512, https://www.akkadia.org/drepper/SHA-crypt.txt
// (steps in brackets).
import { hash } from 'node:crypto';

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const usualRounds = 5_000;

/**
 * `salt` is 1 to 16 characters of ./0-9A-Za-z. 1,000 rounds are the least that the format allows, 5,000 go without
 * saying.
 */
export function sha512Crypt(password: string, salt: string, rounds = usualRounds): string {
  if (!/^[./0-9A-Za-z]{1,16}$/.test(salt)) throw new TypeError('a salt is 1 to 16 characters of ./0-9A-Za-z');
  if (!Number.isInteger(rounds) || rounds < 1_000 || rounds > 999_999_999) throw new RangeError('rounds out of range');
  const roundsPart = rounds === usualRounds ? '' : `rounds=${rounds}$`;
  return `$6$${roundsPart}${salt}$${encode(digest(Buffer.from(password), Buffer.from(salt), rounds))}`;
}

/** Whether a hash in the form that sha512Crypt gives is of this password. */
export function isPasswordOf(password: string, hash: string): boolean {
  const [, , rounds, salt] = /^\$6\$(rounds=(\d+)\$)?([./0-9A-Za-z]{1,16})\$/.exec(hash) ?? [];
  return salt !== undefined && sha512Crypt(password, salt, Number(rounds ?? usualRounds)) === hash;
}

function digest(key: Buffer, salt: Buffer, rounds: number): Buffer {
  const b = sha512(key, salt, key); // [4-8]
  const mixed: Buffer[] = [];
  for (let bits = key.length; bits > 0; bits >>= 1) mixed.push(bits & 1 ? b : key); // [11]
  let a = sha512(key, salt, fill(b, key.length), ...mixed); // [1-3, 9-12]
  const p = fill(sha512(...Array<Buffer>(key.length).fill(key)), key.length); // [13-16]
  const s = fill(sha512(...Array<Buffer>(16 + (a[0] ?? 0)).fill(salt)), salt.length); // [17-20]
  for (let round = 0; round < rounds; round++) {
    const odd = (round & 1) === 1;
    const parts = [odd ? p : a]; // [21]
    if (round % 3 !== 0) parts.push(s);
    if (round % 7 !== 0) parts.push(p);
    parts.push(odd ? a : p);
    a = sha512(...parts);
  }
  return a;
}

const sha512 = (...parts: readonly Buffer[]): Buffer => hash('sha512', Buffer.concat(parts), 'buffer');

const fill = (block: Buffer, length: number): Buffer => Buffer.alloc(length, block);

/** Groups of three bytes, 21 apart and rotating, each as four characters, the lowest bits first [22]. */
function encode(bytes: Buffer): string {
  const at = (index: number) => bytes[index] ?? 0;
  let text = '';
  for (let i = 0; i < 21; i++) {
    const group = [i, i + 21, i + 42];
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((n) => at(group[(n + i) % 3] ?? 0));
    text += letters((x << 16) | (y << 8) | z, 4);
  }
  return text + letters(at(63), 2);
}

const letters = (bits: number, count: number): string =>
  Array.from({ length: count }, (_, n) => alphabet[(bits >> (6 * n)) & 63]).join('');
