// How the text of one environment variable becomes a typed value. Which variables there are: variables.ts.
import { isAbsolute } from 'node:path';
import { type Failpoint, parseFailpoints } from '../kit/failpoints.ts';
import { type KeyRing, parseKeyRing } from '../kit/key-ring.ts';
import { trustedProxies } from '../kit/proxies.ts';
import { Secret } from '../kit/secret.ts';

export type Address = { readonly host: string; readonly port: number };

/** `read` throws on a text that is not `expected`; what it throws is never shown, since the text may be a secret. */
export type Reader<T> = { readonly expected: string; readonly read: (text: string) => T };

const refuse = (): never => {
  throw new Error('refused');
};

export const secretUrl = (...protocols: string[]): Reader<Secret> => ({
  expected: `a URL that starts with ${protocols.map((each) => `${each}://`).join(' or ')}`,
  read: (text) => (protocols.includes(new URL(text).protocol.slice(0, -1)) ? new Secret(text) : refuse()),
});

export const url: Reader<string> = {
  expected: 'a URL that starts with http:// or https://',
  read: (text) => (/^https?:$/.test(new URL(text).protocol) ? text.replace(/\/+$/, '') : refuse()),
};

export const pattern = (form: RegExp, expected: string): Reader<string> => ({
  expected,
  read: (text) => (form.test(text) ? text : refuse()),
});

export const oneOf = <T extends string>(values: readonly T[]): Reader<T> => ({
  expected: `one of ${values.join(', ')}`,
  read: (text) => values.find((value) => value === text) ?? refuse(),
});

export const address: Reader<Address> = {
  expected: 'host:port, e.g. 127.0.0.1:8000',
  read: (text) => {
    const match = /^(?:\[([0-9a-fA-F:]+)\]|([^\s:]+)):(\d{1,5})$/.exec(text);
    const port = Number(match?.[3]);
    return match && port <= 65_535 ? { host: match[1] ?? match[2] ?? '', port } : refuse();
  },
};

const entriesOf = (text: string): readonly string[] => text.split(',').flatMap((entry) => entry.trim() || []);

export const proxies: Reader<readonly string[]> = {
  expected: 'addresses or CIDR ranges with commas, e.g. 127.0.0.1,10.0.0.0/8',
  read: (text) => {
    const list = entriesOf(text);
    trustedProxies(list);
    return list;
  },
};

export const wholeNumber = (least: number, most: number): Reader<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : refuse()),
});

export const listOf = (form: RegExp, expected: string): Reader<readonly string[]> => ({
  expected,
  read: (text) => {
    const list = entriesOf(text);
    return list.every((entry) => form.test(entry)) ? list : refuse();
  },
});

export const someOf = <T extends string>(values: readonly T[]): Reader<readonly T[]> => ({
  expected: `any of ${values.join(', ')}, with commas`,
  read: (text) => entriesOf(text).map((entry) => values.find((value) => value === entry) ?? refuse()),
});

export const name = pattern(/^\S{1,200}$/, 'a name without spaces');

export const secret: Reader<Secret> = {
  expected: 'a secret of at least 8 characters',
  read: (text) => (text.length < 8 ? refuse() : new Secret(text)),
};

export const keyRing: Reader<KeyRing> = {
  expected: '<id>:<32 bytes in base64>, several with commas, the current one first',
  read: (text) => parseKeyRing(new Secret(text)),
};

export const failpointList: Reader<readonly Failpoint[]> = {
  expected: '<name>:<step>:<exit|throw|hang>',
  read: parseFailpoints,
};

export const folder: Reader<string> = {
  expected: 'an absolute path',
  read: (text) => (isAbsolute(text) ? text : refuse()),
};
