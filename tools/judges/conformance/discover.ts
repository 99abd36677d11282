// Which of our contracts an address serves, when the caller does not name it: each document is asked for what can be
// read without an id, and the one that is known there is it.
import { readContract } from './contract/document.ts';
import { documentOf, type Target, targets } from './endpoints.ts';
import { someoneAt } from './probe.ts';

export type DiscoveredTarget = { readonly target: Target; readonly document: string; readonly baseUrl: string };

const mostReads = 6;
const timeoutMs = 10_000;

/**
 * The one whose operations answer there; below the root of an installation each that does, at its own path. None:
 * nothing there is known.
 */
export async function contractsAt(url: string): Promise<readonly DiscoveredTarget[]> {
  await someoneAt(url);
  const base = url.replace(/\/$/, '');
  const here = await Promise.all(targets.map((target) => knownAt(target, base)));
  const best = here.toSorted((a, b) => b.share - a.share)[0];
  if (best !== undefined && best.share > 0.5) return [best.found];
  const below = await Promise.all(targets.map((target) => knownAt(target, base + pathOf(target))));
  return below.filter(({ share }) => share > 0.5).map(({ found }) => found);
}

async function knownAt(
  target: Target,
  baseUrl: string,
): Promise<{ readonly found: DiscoveredTarget; readonly share: number }> {
  const document = documentOf(target);
  const reads = readContract(document)
    .operations.filter(({ method, path, planned }) => method === 'GET' && !path.includes('{') && !planned)
    .slice(0, mostReads);
  const answers = await Promise.all(reads.map(({ path, replies }) => isKnown(baseUrl + path, Object.keys(replies))));
  return { found: { target, document, baseUrl }, share: answers.filter(Boolean).length / Math.max(1, reads.length) };
}

/** A path that is not there says so; any other declared status does for one that is. */
async function isKnown(address: string, declared: readonly string[]): Promise<boolean> {
  const init = { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const;
  const status = await fetch(address, init).then(
    async (reply) => {
      await reply.body?.cancel();
      return reply.status;
    },
    () => 404,
  );
  return status !== 404 && declared.includes(String(status));
}

/** The path of the server that the document names. */
function pathOf(target: Target): string {
  const { servers = [] } = readContract(documentOf(target)).raw as {
    servers?: readonly { url: string; variables?: Readonly<Record<string, { default: string }>> }[];
  };
  const [server] = servers;
  const url = (server?.url ?? '/').replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => server?.variables?.[name]?.default ?? '',
  );
  return new URL(url, 'http://any.example').pathname.replace(/\/$/, '');
}
