// Where a path goes: the seed's ingress routes and /analytics/ (decided on the text of the path, nothing is decoded).
import { liveSocket } from '../../../../services/platform/live/live.ts';

const upstreams = ['analytics', 'platform', 'identity', 'infra', 'web'] as const;
export type Upstream = (typeof upstreams)[number];

export type Target =
  | { readonly kind: 'upstream'; readonly upstream: Upstream; readonly path: string; readonly prefix: string }
  | { readonly kind: 'pages'; readonly path: string }
  | { readonly kind: 'installation' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused' };

type Route = { readonly under: string; readonly upstream: Upstream; readonly strip: boolean };

const routes: readonly Route[] = [
  { under: '/analytics', upstream: 'analytics', strip: true },
  { under: '/api', upstream: 'platform', strip: false },
  { under: '/auth', upstream: 'identity', strip: false },
  { under: '/infra', upstream: 'infra', strip: false },
  // All other paths are addresses of the web app, or of nothing.
  { under: '', upstream: 'web', strip: false },
];

// For the operator, on the services' own ports.
const internal = new Set(['/healthz', '/readyz', '/metrics']);
/** The live updates of the platform are the only WebSocket. */
export const offersWebSocket = (url: string): boolean => url.split('?', 1)[0] === liveSocket.path;

// A segment that climbs could mean another route to whom it is passed on than it means here.
const climbs = /(^|[/\\])(\.|%2e){1,2}([/\\]|$)|\\|%5c|%2f/i;

export function targetOf(url: string): Target {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.startsWith('/') || path.startsWith('//') || climbs.test(path)) return { kind: 'refused' };
  if (path === '/.well-known/covenant') return { kind: 'installation' };
  if (/^\/(docs|docs\/.*|problems\/[^/]+)$/.test(path)) return { kind: 'pages', path };
  const route = routes.find(({ under }) => path === under || path.startsWith(`${under}/`));
  if (route === undefined) return { kind: 'unknown' };
  const inner = route.strip ? url.slice(route.under.length) : url;
  const passed = inner.startsWith('/') ? inner : `/${inner}`;
  if (internal.has(route.strip ? path.slice(route.under.length) : path)) return { kind: 'unknown' };
  return { kind: 'upstream', upstream: route.upstream, path: passed, prefix: route.strip ? route.under : '' };
}
