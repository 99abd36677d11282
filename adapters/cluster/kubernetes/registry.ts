// Asks a registry which digest a tag names (OCI distribution 1.1, pulling manifests).

export type Credentials = { readonly username: string; readonly password: string };

export type Asking = {
  readonly credentials: Credentials | null;
  readonly signal: AbortSignal;
  readonly fetch?: typeof globalThis.fetch;
};

type Reference = { readonly host: string; readonly repository: string; readonly tag: string };

/**
 * The media types of manifests and indexes. An index stays an index, so that each node pulls the image for its
 * platform.
 */
const manifests = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** Null: not one that a registry can be asked for. */
export function referenceOf(image: string): Reference | null {
  const [, host = '', repository = '', tag = ''] = /^([^/@]+)\/([^:@]+):([^/:@]+)$/.exec(image) ?? [];
  return host === '' || host === 'localhost' ? null : { host, repository, tag };
}

/** `sha256:...`; null where the registry does not say. Rejects when it does not answer. */
export async function digestOf({ host, repository, tag }: Reference, asking: Asking): Promise<string | null> {
  const { fetch = globalThis.fetch, signal } = asking;
  const ask = (authorization?: string) =>
    fetch(`https://${host}/v2/${repository}/manifests/${tag}`, {
      method: 'HEAD',
      redirect: 'error',
      signal,
      headers: { accept: manifests, ...(authorization && { authorization }) },
    });
  let answer = await ask();
  if (answer.status === 401) {
    const authorization = await authorizationFor(answer.headers.get('www-authenticate') ?? '', repository, asking);
    if (authorization === null) return null;
    answer = await ask(authorization);
  }
  const digest = answer.headers.get('docker-content-digest') ?? '';
  return answer.ok && /^sha256:[0-9a-f]{64}$/.test(digest) ? digest : null;
}

/**
 * As the registry expects it: the name and password themselves, or a token that its token service issues for them, or
 * to anonymous clients.
 */
async function authorizationFor(
  challenge: string,
  repository: string,
  { credentials, signal, fetch = globalThis.fetch }: Asking,
): Promise<string | null> {
  const basic = credentials === null ? null : basicOf(credentials);
  if (/^basic\b/i.test(challenge)) return basic;
  const parameter = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(challenge)?.[1];
  const realm = parameter('realm');
  // The password goes nowhere that could be read in transit.
  if (!/^bearer\b/i.test(challenge) || realm?.startsWith('https://') !== true) return null;
  const url = new URL(realm);
  url.searchParams.set('service', parameter('service') ?? '');
  url.searchParams.set('scope', parameter('scope') ?? `repository:${repository}:pull`);
  const answer = await fetch(url, { redirect: 'error', signal, ...(basic && { headers: { authorization: basic } }) });
  if (!answer.ok) return null;
  const { token, access_token = token } = (await answer.json()) as { token?: string; access_token?: string };
  return access_token === undefined ? null : `Bearer ${access_token}`;
}

const basicOf = ({ username, password }: Credentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
