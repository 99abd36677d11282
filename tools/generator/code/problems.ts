// The problems of a document: the registry of what it can answer, a constructor for each, and the types both sides
// narrow by. And what no document is needed for.

import type { ApiDocument, Problem } from '../../contract/document/model.ts';
import { protocolStatus } from '../../runtime/problem.ts';
import { camelOf, comment, print, quote } from './print.ts';

const typeOfField: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

/**
 * The part of the registry that the runtime answers with by itself, for refusals before a request has met its contract.
 */
export function emitProtocolProblems(problems: Readonly<Record<string, Problem>>): string {
  const slugs = Object.keys(problems).filter((slug) => slug in protocolStatus);
  return `// Generated from spec/problems.yaml by npm run generate; do not edit.
import type { ProblemFacts } from './problem.ts';

export const protocolProblems = ${print(factsOf(slugs, problems))} as const satisfies Record<string, ProblemFacts>;
`;
}

const factsOf = (slugs: readonly string[], problems: Readonly<Record<string, Problem>>) =>
  Object.fromEntries(slugs.map((slug) => [slug, { status: problems[slug]?.status, title: problems[slug]?.title }]));

export function emitProblems({ problems }: ApiDocument, header: string, runtime: string): string {
  const slugs = Object.keys(problems);
  const fields = slugs.flatMap((slug) => fieldsOf(slug, problems[slug]?.fields ?? {}));
  const constructors = slugs.map((slug) => constructorOf(slug, problems[slug]));
  return `${header}
import { makeProblem, type Problem as AnyProblem, ProblemError, type ProblemFacts, type ProblemReply as Reply, slugIn } from '${runtime}/problem.ts';

export const registry = ${print(factsOf(slugs, problems))} as const satisfies Record<string, ProblemFacts>;

export type ProblemSlug = keyof typeof registry;

/** What a problem says beside the members that all have. */
export interface ProblemFields {
${fields.join('\n')}
}

type FieldsOf<Slug extends ProblemSlug> = Slug extends keyof ProblemFields ? ProblemFields[Slug] : unknown;

/** What a handler returns to refuse. */
export type ProblemReply<Slug extends ProblemSlug> = Slug extends ProblemSlug
  ? Reply<Slug, (typeof registry)[Slug]['status'], FieldsOf<Slug>>
  : never;

/** What a client receives. */
export type Problem<Slug extends ProblemSlug = ProblemSlug> = Slug extends ProblemSlug
  ? AnyProblem<Slug, (typeof registry)[Slug]['status'], FieldsOf<Slug>>
  : never;

export { ProblemError };

/** The slugs that a value can have: what is thrown any, a result and its problem those of their operation. */
type SlugIn<Value> = unknown extends Value
  ? ProblemSlug
  : Value extends { readonly ok: true }
    ? never
    : Value extends { readonly problem: { readonly slug: infer Slug extends ProblemSlug } } | { readonly slug: infer Slug extends ProblemSlug }
      ? Slug
      : ProblemSlug;

type WithSlug<Value, Slug extends ProblemSlug> = unknown extends Value
  ? ProblemError & { readonly problem: Problem<Slug> }
  : Value extends { readonly ok: boolean }
    ? { readonly ok: false; readonly status: Problem<Slug>['status']; readonly problem: Problem<Slug> }
    : Value extends { readonly type: string }
      ? Problem<Slug>
      : ProblemError & { readonly problem: Problem<Slug> };

/** Narrows a result, its problem, or what \`unwrap\` of the client throws to one problem. */
export const isProblem = <Value, Slug extends SlugIn<Value>>(value: Value, slug: Slug): value is Value & WithSlug<Value, Slug> =>
  slugIn(value) === slug;

const make = <Slug extends ProblemSlug>(slug: Slug) => makeProblem<ProblemReply<Slug>>(slug, registry[slug].status);

export const problems = {
${constructors.join('\n')}
};
`;
}

function fieldsOf(slug: string, fields: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(fields).map(([name, type]) => `readonly ${name}: ${typeOfField[type] ?? 'unknown'}`);
  return entries.length === 0 ? [] : [`  ${quote(slug)}: { ${entries.join('; ')} };`];
}

function constructorOf(slug: string, problem: Problem | undefined): string {
  return `${comment(`${problem?.status}: ${problem?.meaning} ${problem?.action}`, '  ')}\n  ${camelOf(slug)}: make(${quote(slug)}),`;
}
