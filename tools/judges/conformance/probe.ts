// Whether there is anybody at an address who speaks HTTP, before a thousand questions say one by one that there is not.
import http from 'node:http';
import https from 'node:https';

export class NoServer extends Error {}

const timeoutMs = 10_000;

/** Any answer will do. */
export async function someoneAt(url: string): Promise<void> {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new NoServer(`${url} is no address that begins with http:// or https://.`);
  const client = parsed.protocol === 'https:' ? https : http;
  await new Promise<void>((resolve, reject) => {
    const request = client.get(parsed, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      response.destroy();
      resolve();
    });
    request.on('error', (error: NodeJS.ErrnoException) => reject(new NoServer(reasonFor(parsed.host, error))));
  });
}

function reasonFor(host: string, { code, name, message }: NodeJS.ErrnoException): string {
  if (name === 'AbortError' || name === 'TimeoutError')
    return `${host} takes connections and does not answer HTTP within ${timeoutMs / 1_000} s.`;
  if (code?.startsWith('HPE_') || code === 'ECONNRESET')
    return `What answers at ${host} does not speak HTTP: ${message}.`;
  return `No server answers at ${host}: ${message}.`;
}
