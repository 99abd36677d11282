// Generated from tools/runtime/request/path.ts by npm run generate; do not edit.
// Request paths, before routing: cut into segments, decoded once, and refused when they try to be clever.
import { type ProblemReply, refuse } from '../problem.ts';

// Longer than any path of a contract with its longest ids; the query has the rest of the 16 KiB that Node allows a
// head.
const maxPath = 2048;

/**
 * The decoded segments of a path that begins with `/`; `undefined` when it ends with one, since no path of a contract
 * does.
 */
export function segmentsOf(path: string): readonly string[] | undefined | ProblemReply {
  if (path.length > maxPath) return refusePath(`is longer than ${maxPath} characters`);
  if (/[^\x21-\x7e]/.test(path)) return refusePath('has a character that must be percent-encoded');
  const segments = path.slice(1).split('/');
  if (segments.at(-1) === '') return undefined;
  const encoded = path.includes('%');
  if (encoded && !decode(segments)) return refusePath('has invalid percent-encoding');
  if (segments.some(isDot) || (encoded && segments.some(hasControl)))
    return refusePath('has an empty segment, a dot segment or a control character');
  return segments;
}

const refusePath = (what: string): ProblemReply => refuse('invalid-request', { detail: `The path ${what}.` });

function decode(segments: string[]): boolean {
  try {
    segments.forEach((segment, i) => {
      segments[i] = decodeURIComponent(segment);
    });
    return true;
  } catch {
    return false;
  }
}

const isDot = (segment: string): boolean => segment === '' || segment === '.' || segment === '..';

function hasControl(segment: string): boolean {
  for (let i = 0; i < segment.length; i++) {
    const code = segment.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
