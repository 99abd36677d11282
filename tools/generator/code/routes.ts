// The routes of a document: a switch over the segments of a path. Literals are tried before parameters.
import type { ApiDocument } from '../../contract/document/model.ts';
import { print, quote } from './print.ts';

interface Leaf {
  readonly constant: string;
  readonly segments: readonly string[];
}

export function emitRoutes({ operations }: ApiDocument, header: string, runtime: string): string {
  const paths = [...new Set(operations.map(({ facts }) => facts.path))];
  const leaves = paths.map((path, i): Leaf => ({ constant: `r${i}`, segments: path.slice(1).split('/') }));
  const resources = paths.map((path, i) => {
    const methods = operations
      .filter(({ facts }) => facts.path === path)
      .map(({ facts }) => [facts.method, facts.id] as const);
    const names = methods.map(([method]) => method);
    const allow = [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    return `const r${i}: Resource = ${print({ path, methods: Object.fromEntries(methods), allow })};`;
  });
  const lengths = [...new Set(leaves.map(({ segments }) => segments.length))].sort((a, b) => a - b);
  const cases = lengths.map((length) => {
    const mine = leaves.filter(({ segments }) => segments.length === length);
    return `    case ${length}:\n${branch(mine, 0, '      ')}      break;\n`;
  });
  return `${header}
import type { Found, Resource } from '${runtime}/contract.ts';

${resources.join('\n')}

/** The resource at a path that was cut into decoded segments. */
export function route(s: readonly string[]): Found | undefined {
  switch (s.length) {
${cases.join('')}  }
  return undefined;
}
`;
}

/** Tests segment \`at\`; what finds nothing falls through to the next, more general test. */
function branch(leaves: readonly Leaf[], at: number, indent: string): string {
  const [leaf] = leaves;
  if (leaf !== undefined && at === leaf.segments.length) return `${indent}${found(leaf)}\n`;
  const literals = [
    ...new Set(leaves.map(({ segments }) => segments[at] ?? '').filter((segment) => !isParameter(segment))),
  ];
  const general = leaves.filter(({ segments }) => isParameter(segments[at] ?? ''));
  const cases = literals.map((literal) => {
    const below = leaves.filter(({ segments }) => segments[at] === literal);
    const code = branch(below, at + 1, `${indent}    `);
    return `${indent}  case ${quote(literal)}:\n${code}${ends(code) ? '' : `${indent}    break;\n`}`;
  });
  const literalCode = cases.length === 0 ? '' : `${indent}switch (s[${at}]) {\n${cases.join('')}${indent}}\n`;
  return literalCode + (general.length === 0 ? '' : branch(general, at + 1, indent));
}

const isParameter = (segment: string): boolean => segment.startsWith('{');
const ends = (code: string): boolean => /^\s*return /.test(code.trimEnd().split('\n').at(-1) ?? '');

function found({ constant, segments }: Leaf): string {
  const values = segments.flatMap((segment, i) =>
    isParameter(segment) ? [`${segment.slice(1, -1)}: s[${i}] ?? ''`] : [],
  );
  return `return { resource: ${constant}, path: ${values.length === 0 ? '{}' : `{ ${values.join(', ')} }`} };`;
}
