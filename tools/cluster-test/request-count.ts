// What the API server was asked, by its own count (metric apiserver_request_total), of the kinds of objects that labs
// are made of.
import { text } from 'node:stream/consumers';
import { operator } from './harness.ts';

const kinds = ['configmaps', 'networkpolicies', 'secrets', 'persistentvolumeclaims', 'services', 'pods', 'events'];

/** LIST requests within namespaces: ours, and what the controllers ask when a namespace is removed. */
export async function listed(): Promise<number> {
  const metrics = await text(await operator.api.stream('/metrics', {}, AbortSignal.timeout(20_000)));
  const counts = metrics.split('\n').flatMap((line) => {
    if (!line.startsWith('apiserver_request_total{')) return [];
    const of = (name: string) => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1] ?? '';
    const counts = of('verb') === 'LIST' && of('scope') === 'namespace' && kinds.includes(of('resource'));
    return counts ? [Number(line.slice(line.lastIndexOf(' ')))] : [];
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
