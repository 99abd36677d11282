// The rules inside the checks of HTTP: the tests demand that some mutant turns each of them red, and that no finding
// has any other rule. `*` stands for whatever is there: a name, a place, a number. Where a run gives up without a
// finding it is no rule: the report has the reason. The checks: ../conformance/checks.ts.
import type { CheckName } from '../conformance/checks.ts';

export type Rule = {
  readonly rule: string;
  /** Where the same rule is another one by what was asked, or by what was expected. */
  readonly asked?: string;
  readonly expected?: string | RegExp;
};

/** Sockets and messages have tests of their own. */
type CheckOfHttp = Exclude<CheckName, `socket-${string}` | `consumer${string}` | 'declared' | 'published'>;

const status: readonly Rule[] = [{ rule: 'status' }];
const each = (rule: string, ...asked: readonly string[]): readonly Rule[] => asked.map((one) => ({ rule, asked: one }));
const by = (rule: string, ...expected: readonly (string | RegExp)[]): readonly Rule[] =>
  expected.map((one) => ({ rule, expected: one }));
const broken = (...keywords: readonly string[]) => each('status', ...keywords.map((name) => `* breaks ${name}`));

const rules: Readonly<Record<CheckOfHttp, readonly Rule[]>> = {
  answer: [{ rule: 'answer' }],
  'declared-status': by('declared status', 'one of *', '400, 404, 405'),
  'request-id': [{ rule: 'header X-Request-Id' }],
  'reply-header': [...by('header *', 'one', '* of its schema'), { rule: 'header Allow' }],
  'reply-caching': [
    ...by('header ETag', 'a strong one', 'none, since *'),
    { rule: 'header ETag: one state' },
    { rule: 'header Cache-Control' },
    { rule: 'header Vary' },
  ],
  'rate-limit-headers': [
    { rule: 'header RateLimit-Policy' },
    { rule: 'header RateLimit' },
    { rule: 'problem retry_after_s' },
    { rule: 'problem policy' },
  ],
  'reply-body': [{ rule: 'media type' }, ...by('body', 'none', 'JSON in UTF-8'), { rule: 'body at *' }],
  'reply-problem': [
    ...by('problem type', '*<slug>', 'one of the registry', /^(none|[a-z-]+(, [a-z-]+)*)$/),
    { rule: 'status' },
    { rule: 'problem title' },
    { rule: 'problem status' },
    { rule: 'problem instance' },
    { rule: 'problem required_role' },
  ],
  'reaches-success': [{ rule: 'its 2xx' }],
  'reaches-declared': [{ rule: 'declared *' }],
  'good-request': status,
  'further-request': status,
  example: each('status', 'the example * of *', 'the example of *'),
  preparation: status,
  cause: [{ rule: 'status' }, { rule: 'place' }],
  degraded: by('status', '503 *', '429 by now'),
  'method-not-allowed': [{ rule: 'status' }, { rule: 'header allow' }],
  options: [{ rule: 'status' }, { rule: 'header allow' }],
  'unknown-path': status,
  'malformed-path': status,
  'no-credential': status,
  'other-scheme': status,
  'empty-token': status,
  'refused-token': each(
    'status',
    'a changed token',
    'a cut token',
    'a tampered token',
    'a token that lives longer',
    'a token without a signature',
    'a token with another signature',
    'what is no token',
    'a token signed by an unknown key',
    'a token of an issuer that calls itself otherwise',
    'a token signed by an unknown key for any audience',
    'an expired token',
    'a token for another audience',
  ),
  role: status,
  planned: status,
  'media-type': each('status', 'another media type', 'no media type', 'nothing of another media type'),
  charset: status,
  'content-encoding': status,
  'declared-length': status,
  'streamed-length': status,
  'unfinished-body': status,
  'malformed-json': status,
  'invalid-encoding': status,
  'no-body': [{ rule: 'status' }, { rule: 'place' }],
  'text-length': each('status', 'no text', 'too long a text'),
  'unknown-parameter': [{ rule: 'status' }, { rule: 'place' }],
  'query-encoding': status,
  'broken-parameter': [
    ...broken(
      'minimum',
      'maximum',
      'enum',
      'format',
      'pattern',
      'pattern of its items',
      'enum of its items',
      'maxLength',
    ),
    ...each('status', 'no *', '* given twice'),
    { rule: 'place' },
  ],
  'broken-field': [
    ...broken('required', 'additionalProperties', 'type', 'const', 'pattern', 'minLength', 'maxLength'),
    ...broken('minItems', 'maxItems', 'uniqueItems'),
    { rule: 'place' },
  ],
  'good-edge': each('status', '* at *', 'edges * of the *', 'what is optional left out of the *'),
  'generated-body': status,
  'generated-query': status,
  'unknown-id': status,
  'wrong-parent': status,
  ownership: status,
  leak: [{ rule: 'leak' }],
  'after-delete': status,
  'failed-create': [{ rule: 'failed create leaves nothing' }],
  'conditional-read': each('status', 'the same ETag', 'one ETag of a list', 'another ETag'),
  head: [{ rule: 'status' }, { rule: 'header ETag' }],
  'caller-etag': [{ rule: 'status' }, { rule: 'header ETag' }],
  'conditional-write': [
    ...each('status', 'no If-Match', 'another If-Match', 'the present If-Match', 'an If-Match that has passed'),
    { rule: 'nothing changed' },
  ],
  'idempotency-replay': [{ rule: 'status' }, { rule: 'idempotency: body' }, { rule: 'idempotency: header Location' }],
  'idempotency-reuse': status,
  'idempotency-caller': [{ rule: 'status' }, { rule: 'idempotency: caller' }],
  'idempotency-refused': each(
    'status',
    'a key without a credential',
    'the same key with a credential',
    'a key with a wrong request',
    'the same key with the right request',
  ),
  'idempotency-once': [{ rule: 'status' }, { rule: 'idempotency: once' }],
  paging: [
    { rule: 'status' },
    { rule: 'paging: whole' },
    { rule: 'paging: once' },
    { rule: 'paging: order' },
    { rule: 'paging: limit' },
  ],
  cursor: [...each('status', 'a changed cursor', 'a cursor of another query'), { rule: 'place' }],
  'limit-enforced': [
    ...by('rate limit', '* more, as RateLimit said', '429 after *', '429, since *'),
    { rule: 'header Retry-After' },
    { rule: 'header RateLimit' },
  ],
  'limit-caller': [{ rule: 'rate limit: caller' }],
  'limit-over': [
    ...by('rate limit: Retry-After', 'an answer after * s', 'an answer, after as long as it said'),
    { rule: 'rate limit' },
  ],
};

type Found = { readonly check: string; readonly rule: string; readonly asked: string; readonly expected: string };

/** Rules that no mutant turned red, and findings by an undeclared rule. */
export function red(findings: readonly Found[]) {
  const declared = Object.entries(rules).flatMap(([check, mine]) => mine.map((rule) => ({ check, rule })));
  return {
    green: declared.filter((one) => !findings.some((each) => follows(each, one))).map(shown),
    undeclared: [
      ...new Set(findings.filter((each) => !declared.some((one) => follows(each, one))).map(describeFinding)),
    ],
  };
}

type OfCheck = { readonly check: string; readonly rule: Rule };

const follows = (found: Found, { check, rule: { rule, asked = '*', expected = '*' } }: OfCheck): boolean =>
  found.check === check && fits(rule, found.rule) && fits(asked, found.asked) && fits(expected, found.expected);

const fits = (form: string | RegExp, text: string): boolean => {
  if (form instanceof RegExp) return form.test(text);
  const parts = form.split('*').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^]*')}$`, 'u').test(text);
};

const shown = ({ check, rule: { rule, asked, expected } }: OfCheck): string =>
  [
    check,
    rule,
    ...(asked === undefined ? [] : [`asked: ${asked}`]),
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
  ].join(' | ');

const describeFinding = ({ check, rule, asked, expected }: Found): string =>
  `${check} | ${rule} | asked: ${asked} | expected: ${expected.slice(0, 80)}`;
export const rulesOf = (findings: readonly Found[]): readonly string[] =>
  Object.entries(rules)
    .flatMap(([check, mine]) => mine.map((rule) => ({ check, rule })))
    .filter((one) => findings.some((each) => follows(each, one)))
    .map(shown);
