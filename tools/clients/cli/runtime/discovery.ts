// Where an installation has its APIs and identity providers, from the one address that users know.
import { CommandError, exitCodes } from './failure.ts';
import type { Endpoints } from './profiles.ts';

export const documentPath = '/.well-known/covenant';

/** The paths behind every front door; the document at `/.well-known/covenant` names what differs. */
const usual = {
  analytics: { base_url: '/analytics/api/v1', issuer: '/auth/realms/analytics', client_id: 'covenant-cli' },
  platform: { base_url: '/api/v1', issuer: '/auth/realms/labs', client_id: 'covenant-cli' },
  infra: { base_url: '/infra/v1' },
} as const satisfies Endpoints;

export async function discover(address: string, timeoutMs = 15_000): Promise<{ url: string; endpoints: Endpoints }> {
  const url = addressOf(address);
  const asking = fetch(new URL(documentPath, url), { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  const answer = await asking.catch((error: unknown) => {
    throw new CommandError(`There is no answer from ${url}.`, exitCodes.server, { cause: error });
  });
  const target = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
  if (target !== null)
    throw new CommandError(`${url} redirects to ${target}. Use the address of the installation.`, exitCodes.server);
  // Its absence says that the paths are the usual ones; a front door that fails says nothing.
  if (answer.status >= 500) throw new CommandError(`${url} did not answer: status ${answer.status}.`, exitCodes.server);
  const found = answer.ok ? await documentOf(answer) : {};
  if (!answer.ok) await answer.body?.cancel();
  const merged = { ...usual, ...found };
  const at = (text: string) => safe(new URL(text, url)).href.replace(/\/$/, '');
  const { analytics, platform, infra } = merged;
  return {
    url,
    endpoints: {
      analytics: { ...analytics, base_url: at(analytics.base_url), issuer: at(analytics.issuer) },
      platform: { ...platform, base_url: at(platform.base_url), issuer: at(platform.issuer) },
      infra: { base_url: at(infra.base_url) },
    },
  };
}

export function addressOf(text: string): string {
  if (!URL.canParse(text)) throw noAddress(text);
  return safe(new URL(text)).origin;
}

/** Tokens and passwords do not cross a network in clear, wherever their address comes from. */
export function safe(url: URL): URL {
  if (!/^https?:$/.test(url.protocol)) throw noAddress(url.href);
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new CommandError(`${url.href} is plain HTTP on another machine. Use https.`);
  return url;
}

export const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);

const noAddress = (text: string) => new CommandError(`${text} is not an address. Example: https://covenant.example`);

async function documentOf(answer: Response): Promise<Partial<Endpoints>> {
  if (!(answer.headers.get('content-type') ?? '').includes('json')) return {};
  return (await answer.json().catch(() => ({}))) as Partial<Endpoints>;
}
