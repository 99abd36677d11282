import test from 'ava';
import { cookiesOf, newKey } from './cookies.ts';

const key = 'q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j';

test('cookiesOf binds a cookie to the host over TLS, sets no prefix over HTTP on the loopback address, and accepts none elsewhere', (t) => {
  const secure = `__Host-session=${key}; Path=/; Max-Age=86400; HttpOnly; Secure; SameSite=Lax`;
  const bare = `session=${key}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax`;
  const lines: Readonly<Record<string, string>> = {
    'https://covenant.example': secure,
    'https://127.0.0.1:8443': secure,
    'https://localhost': secure,
    'http://covenant.example': secure,
    'http://10.0.0.1:8080': secure,
    'http://127.0.0.1.evil.example': secure,
    'http://127.0.0.1:8080': bare,
    'http://localhost:8080': bare,
    'http://[::1]:8080': bare,
  };
  t.deepEqual(Object.fromEntries(Object.keys(lines).map((url) => [url, cookiesOf(url).session.set(key)])), lines);
});

test('cookiesOf remembers a login for ten minutes, and clears a cookie at once', (t) => {
  const { login, session } = cookiesOf('https://covenant.example');
  t.is(login.set(key), `__Host-login=${key}; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax`);
  t.is(session.clear, '__Host-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax');
});

test('cookiesOf reads a key from one cookie of the exact name and form', (t) => {
  const { session } = cookiesOf('https://covenant.example');
  const good = [`__Host-session=${key}`, `a=b; __Host-session=${key};c=d`, ` __Host-session=${key} `];
  t.deepEqual(new Set(good.map((header) => session.in(header))), new Set([key]));
  const bad = [
    undefined,
    '',
    'session',
    `session=${key}`,
    `__host-session=${key}`,
    `__Host-sessions=${key}`,
    `__Host-session=${key}=`,
    `__Host-session=${key}A`,
    `__Host-session=${key.slice(1)}`,
    `__Host-session="${key}"`,
    `__Host-session=${key}; __Host-session=${newKey()}`,
    `__Host-session=${key}; __Host-session=`,
  ];
  for (const header of bad) t.is(session.in(header), undefined, header);
  t.is(session.of({ '__Host-session': key }), key);
  t.is(session.of({ session: key }), undefined);
});

test('newKey never gives the same key twice, and each has 256 bits', (t) => {
  const keys = Array.from({ length: 100 }, newKey);
  t.is(new Set(keys).size, 100);
  for (const each of keys) t.is(Buffer.from(each, 'base64url').length, 32);
});
