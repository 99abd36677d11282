// Methods that a path has not, and paths that the document has not.
import { asking, type CheckName } from '../checks.ts';
import type { Contract } from '../contract/document.ts';
import { requestOf } from '../requests/request.ts';
import type { Request } from '../requests/wire.ts';
import type { Expected, Question } from '../session.ts';

export function aboutAddresses({ methods, operations }: Contract, base: string): readonly Question[] {
  const known = [...methods].flatMap(([template, found]) => {
    const operation = operations.find((each) => each.path === template);
    if (operation === undefined) return [];
    const path = requestOf(base, operation).path.split('?')[0] ?? '';
    const allow = [...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
    const foreign = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'].filter((method) => !found.includes(method));
    const refusal = { status: 405, slug: 'method-not-allowed', headers: { allow } };
    return [
      ...foreign.map((method) => question('method-not-allowed', { method, path }, refusal)),
      question('options', { method: 'OPTIONS', path }, { status: 204, headers: { allow } }),
    ];
  });
  const unknown = { status: 404, slug: 'unknown-url' };
  const noPath = { status: 400, slug: 'invalid-request' };
  const get = (path: string): Request => ({ method: 'GET', path: base + path });
  return [
    ...known,
    ...['/zz', '', '/zz/zz'].map((path) => question('unknown-path', get(path), unknown)),
    ...['/%ff', '/%zz', '//zz', '/zz/../zz', '/%2e%2e', '/zz%00'].map((path) =>
      question('malformed-path', get(path), noPath),
    ),
  ];
}

const question = (check: CheckName, request: Request, expected: Expected): Question => ({
  ...asking(check),
  operation: undefined,
  request,
  expected,
});
