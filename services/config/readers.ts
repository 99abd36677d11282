// How the text of one environment variable becomes a typed value.
import { isIPv4 } from 'node:net';
import { isAbsolute } from 'node:path';
import { type Failpoint, parseFailpoints } from '../lib/failpoints.ts';
import { trustedProxies } from '../lib/http/proxies.ts';
import { type KeyRing, parseKeyRing } from '../lib/key-ring.ts';
import { Secret } from '../lib/secret.ts';

export type Address = { readonly host: string; readonly port: number };

/** `read` throws on a text that is not `expected`; what it throws is never shown, since the text may be a secret. */
export type Reader<T> = { readonly expected: string; readonly read: (text: string) => T };

const refuse = (): never => {
  throw new Error('refused');
};

/**
 * A `%` in a password that begins no code would end the start later, in a parser that does not know the name of the
 * variable.
 */
export const secretUrl = (...protocols: string[]): Reader<Secret> => ({
  expected: `a URL that starts with ${protocols.map((each) => `${each}://`).join(' or ')}, with a percent-encoded password`,
  read: (text) => {
    const { protocol, username, password } = new URL(text);
    for (const part of [username, password]) decodeURIComponent(part);
    return protocols.includes(protocol.slice(0, -1)) ? new Secret(text) : refuse();
  },
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
  expected: 'host:port, such as 127.0.0.1:8000',
  read: (text) => {
    const match = /^(?:\[([0-9a-fA-F:]+)\]|([^\s:]+)):(\d{1,5})$/.exec(text);
    const port = Number(match?.[3]);
    return match && port <= 65_535 ? { host: match[1] ?? match[2] ?? '', port } : refuse();
  },
};

const entriesOf = (text: string): readonly string[] => text.split(',').flatMap((entry) => entry.trim() || []);

export const proxies: Reader<readonly string[]> = {
  expected: 'addresses or CIDR ranges, separated by commas, such as 127.0.0.1,10.0.0.0/8',
  read: (text) => {
    const list = entriesOf(text);
    trustedProxies(list);
    return list;
  },
};

export const ranges: Reader<readonly string[]> = {
  expected: 'CIDR ranges, separated by commas, such as 10.20.0.0/16,fd00::/8',
  read: (text) => {
    const list = entriesOf(text);
    trustedProxies(list);
    return list.every((entry) => entry.includes('/')) ? list : refuse();
  },
};

export const wholeNumber = (least: number, most: number): Reader<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : refuse()),
});

export const ports: Reader<readonly number[]> = {
  expected: 'ports from 1 to 65535, separated by commas, such as 443,8443',
  read: (text) => {
    const list = entriesOf(text);
    return list.length === 0 ? refuse() : list.map(wholeNumber(1, 65_535).read);
  },
};

/** In CIDR form, by its first address, and large enough. */
export const subnet = (longest: number): Reader<string> => ({
  expected: `an IPv4 range of at most ${longest} bits, by its first address, such as 10.213.0.0/16`,
  read: (text) => {
    const [, address = '', bits = ''] = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(text) ?? [];
    const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const size = 2 ** (32 - Number(bits));
    const isRange = isIPv4(address) && Number(bits) >= 8 && Number(bits) <= longest && number % size === 0;
    return isRange ? text : refuse();
  },
});

export const listOf = (form: RegExp, expected: string): Reader<readonly string[]> => ({
  expected,
  read: (text) => {
    const list = entriesOf(text);
    return list.every((entry) => form.test(entry)) ? list : refuse();
  },
});

export const someOf = <T extends string>(values: readonly T[]): Reader<readonly T[]> => ({
  expected: `any of ${values.join(', ')}, separated by commas`,
  read: (text) => entriesOf(text).map((entry) => values.find((value) => value === entry) ?? refuse()),
});

export const origins: Reader<readonly string[]> = {
  expected: 'origins separated by commas, such as https://app.example,http://localhost:3000, or *',
  read: (text) => {
    const list = entriesOf(text);
    return list.every((entry) => entry === '*' || isOrigin(entry)) ? list : refuse();
  },
};

/** As browsers write it: no path, no default port, lower case. */
const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text;

type Quotas<Document extends string> = Readonly<Record<Document, Readonly<Record<string, number>>>>;

/** Never below the contract, on whose quota callers may count. */
export function quotas<Document extends string>(
  limits: Readonly<Record<Document, Readonly<Record<string, { readonly quota: number }>>>>,
): Reader<Quotas<Document>> {
  const documents = Object.keys(limits) as Document[];
  const names = documents.flatMap((document) =>
    Object.entries(limits[document]).map(([policy, { quota }]) => `${document}.${policy} (${quota})`),
  );
  return {
    expected: `policy=quota pairs separated by commas, such as analytics.login=2000, each at least the quota of the contract: ${names.join(', ')}`,
    read: (text) => {
      const raised = new Map(entriesOf(text).map(quotaOf));
      const of = (document: Document) =>
        Object.entries(limits[document]).flatMap(([policy, { quota }]): [string, number][] => {
          const name = `${document}.${policy}`;
          const given = raised.get(name);
          raised.delete(name);
          return given === undefined ? [] : [[policy, given >= quota ? given : refuse()]];
        });
      const read = documents.map((document) => [document, Object.fromEntries(of(document))]);
      return raised.size === 0 ? (Object.fromEntries(read) as Quotas<Document>) : refuse();
    },
  };
}

function quotaOf(entry: string): [string, number] {
  const [, name = '', quota] = /^([\w.-]+)=(\d{1,9})$/.exec(entry) ?? refuse();
  return [name, Number(quota)];
}

export const name = pattern(/^\S{1,200}$/, 'a name without spaces');

export const secret: Reader<Secret> = {
  expected: 'a secret of at least 8 characters',
  read: (text) => (text.length < 8 ? refuse() : new Secret(text)),
};

export const keyRing: Reader<KeyRing> = {
  expected: '<id>:<32 bytes in base64>, several separated by commas, the current one first',
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
