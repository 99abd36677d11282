// The web app as static pages: one document for all of its addresses, and files whose names change with their content.
import type { StaticPages } from '../../lib/http/pages/page-answer.ts';
import { staticFiles } from '../../lib/http/pages/static-files.ts';
import { addressOf } from '../addresses.ts';

/** Decision 624. */
const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cache-Control': 'no-cache',
};

const yearS = 31_536_000;

/** `folder` is what `npm run web` wrote; it may be written later. */
export function webPages(folder: string): StaticPages {
  const files = staticFiles(folder, headers);
  return async ({ method, path, headers: request }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (path.startsWith('/assets/'))
      return files.answer(path.slice(1), request, { 'Cache-Control': `public, max-age=${yearS}, immutable` });
    if (path === '/components') return files.answer('components.html', request);
    if (addressOf(path) !== undefined) return files.answer('index.html', request);
    // The app shows where the person can go instead; programs get a problem document.
    if (!/text\/html/i.test(request.accept ?? '')) return undefined;
    const page = await files.answer('index.html', {}, { 'Cache-Control': 'no-store' });
    return page && { ...page, status: 404 };
  };
}
