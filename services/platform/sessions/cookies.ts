// The two cookies of a browser: one ties a login to it, one holds the key of its session (decision 213).
import { createHash, randomBytes } from 'node:crypto';

export type Cookie = {
  /** The one session key among the values of a request; undefined without one, and for values of another form. */
  of(values: Readonly<Record<string, string | undefined>>): string | undefined;
  /** The same for the raw header. Two of one name count as none: one of them comes from an attacker. */
  in(header: string | undefined): string | undefined;
  set(key: string): string;
  readonly clear: string;
};

export type Cookies = { readonly login: Cookie; readonly session: Cookie };

export const loginMs = 10 * 60 * 1_000;
export const sessionMs = 24 * 60 * 60 * 1_000;

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * A browser keeps `__Host-` cookies only over TLS, so on plain HTTP they have no prefix; that is for the loopback
 * address alone.
 */
export function cookiesOf(publicUrl: string): Cookies {
  const { protocol, hostname } = new URL(publicUrl);
  const isBare = protocol === 'http:' && loopback.has(hostname);
  return { login: cookie('login', loginMs, isBare), session: cookie('session', sessionMs, isBare) };
}

function cookie(noun: string, ms: number, isBare: boolean): Cookie {
  const name = isBare ? noun : `__Host-${noun}`;
  const line = (value: string, maxAgeS: number) =>
    `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly${isBare ? '' : '; Secure'}; SameSite=Lax`;
  const keyOf = (text: string | undefined) => (text !== undefined && isKey(text) ? text : undefined);
  return {
    of: (values) => keyOf(values[name]),
    in(header = '') {
      const found = header.split(';').flatMap((pair) => {
        const [key, ...value] = pair.trim().split('=');
        return key === name ? [value.join('=')] : [];
      });
      return found.length === 1 ? keyOf(found[0]) : undefined;
    },
    set: (key) => line(key, ms / 1_000),
    clear: line('', 0),
  };
}

/** 256 random bits. */
export const newKey = (): string => randomBytes(32).toString('base64url');

const isKey = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** What is stored. A plain hash is enough: the key itself has 256 bits of entropy. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();
