// One run against one deployment: sends questions, judges replies, keeps findings and the tally.

import { valueAt } from './contract/bundle.ts';
import { type Contract, type Operation, type Schema, schemaAt } from './contract/document.ts';
import type { Expected, Question } from './question.ts';
import { excerpt, type Judge, jsonOf, judge, slugOf, type Wrong } from './replies/judge.ts';
import { patient } from './replies/max-wait.ts';
import { tagged } from './replies/tagged.ts';
import { type Tally, tally } from './replies/tally.ts';
import type { Finding } from './report.ts';
import { curl, type Secrets, veiled } from './requests/curl.ts';
import type { Person, Values } from './requests/values.ts';
import { type Gate, gate, type Wire, type WireReply } from './requests/wire.ts';

export type { Expected, Question } from './question.ts';

export type Session = {
  readonly contract: Contract;
  readonly values: Values;
  readonly callers: readonly Person[];
  readonly base: string;
  /** Where each request says that it comes from another address: one for what is counted by address. */
  readonly address: string | undefined;
  readonly tally: Tally;
  /** None: no answer came, which is a finding, or the limits left no room. */
  ask(question: Question): Promise<WireReply | undefined>;
  /** The same many times, arriving together as nearly as can be. */
  askTogether(question: Question, count: number): Promise<readonly WireReply[]>;
  /** All of them, a few at once. */
  askAll(questions: readonly Question[]): Promise<void>;
  /** The status alone, neither judged nor counted; who asks for the smallest request that fails. */
  peek(question: Question): Promise<number | undefined>;
  /** The value is a variable in what the run prints. */
  hide(name: string, value: string): void;
  found(question: Question, wrongs: readonly Wrong[]): void;
  readonly findings: Finding[];
  /** Jobs that answers have started and that were not waited for, by id. */
  readonly started: Map<string, Operation>;
  /** Questions, one for each operation, that the limits left no room for. */
  readonly limited: readonly Limit[];
};

type Limit = { readonly question: Question; readonly retryAfter: string | undefined };

/** As many as a service answers without its limits of time being touched. */
const atOnce = 8;

export async function fewAtOnce<T>(all: readonly T[], most: number, ask: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...all];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await ask(next);
  };
  await Promise.all(Array.from({ length: most }, worker));
}

export type SendOptions = {
  readonly address?: string | undefined;
  /** How long limits are waited for in the whole run. */
  readonly maxWaitMs?: number | undefined;
};

export function session(
  contract: Contract,
  values: Values,
  callers: readonly Person[],
  url: string,
  wire: Wire,
  { address, maxWaitMs }: SendOptions = {},
): Session {
  const judged = judge(contract);
  const counts = tally(contract, values);
  const secrets = secretsOf(callers);
  const oneState = tagged();
  const started = new Map<string, Operation>();
  const { origin, pathname } = new URL(url);
  const findings: Finding[] = [];
  const found = finder(findings, origin, secrets);
  const { send, limited } = sender(wire, counts, judged, found, maxWaitMs);

  const ask = async (question: Question, gate?: Gate): Promise<WireReply | undefined> => {
    const answer = await send(question, gate);
    if (answer instanceof Error) {
      found(question, [{ check: 'answer', rule: 'answer', expected: 'one', observed: `none: ${answer.message}` }]);
      return undefined;
    }
    if (answer === undefined) return undefined;
    const { operation, breaks, request, baseUrl } = question;
    const observed = { ...answer, operationId: operation?.id };
    learn(secrets, contract, operation, answer);
    if (operation) counts.saw(operation, observed.status, slugOf(observed));
    const job = operation?.job && answer.status < 300 ? valueAt(jsonOf(answer), [operation.job.id]) : undefined;
    if (operation && typeof job === 'string') started.set(job, operation);
    if (operation && breaks) counts.constraints.broke(operation, breaks.place, breaks.rule);
    found(question, [
      ...compared(question.expected, answer),
      ...(await judged(observed)),
      ...oneState(operation, request, answer, baseUrl),
    ]);
    return answer;
  };

  const askTogether = async (question: Question, count: number) => {
    const together = gate(count);
    const answers = await Promise.all(Array.from({ length: count }, () => ask(question, together)));
    return answers.filter((answer) => answer !== undefined);
  };

  const peek = async ({ request }: Question) =>
    (await wire.send(request).catch((error: Error) => (error instanceof Error ? undefined : error)))?.status;

  const askAll = (questions: readonly Question[]) => fewAtOnce(questions, atOnce, ask);

  return {
    contract,
    values,
    callers,
    base: pathname.replace(/\/$/, ''),
    address,
    tally: counts,
    ask: (question) => ask(question),
    askTogether,
    askAll,
    peek,
    hide: (name, value) => void secrets.set(value, variable(name)),
    found,
    findings,
    started,
    limited,
  };
}

/**
 * Refusals that are waited for are judged too, and are findings when the waiting that they ask for leads to nothing.
 */
function sender(
  wire: Wire,
  counts: Tally,
  judged: Judge,
  found: Session['found'],
  maxWaitMs: number | undefined,
): { readonly send: ReturnType<typeof patient<Question>>; readonly limited: Limit[] } {
  const limited: Limit[] = [];
  const send = patient<Question>(
    wire,
    counts,
    {
      refused: async (question, answer) => {
        if (question.operation === undefined) return;
        found(question, await judged({ ...answer, operationId: question.operation.id }));
      },
      gaveUp: (question, { headers: { 'retry-after': retryAfter } }, waits) => {
        if (!limited.some((each) => each.question.operation === question.operation))
          limited.push({ question, retryAfter });
        if (waits > 0)
          found(question, [
            {
              check: 'limit-over',
              rule: 'rate limit: Retry-After',
              expected: 'an answer, after as long as it said',
              observed: `429 each time, ${waits + 1} times`,
            },
          ]);
      },
    },
    maxWaitMs,
  );
  return { send, limited };
}

function finder(findings: Finding[], origin: string, secrets: Secrets): Session['found'] {
  const reported = new Set<string>();
  return (question, wrongs) => {
    for (const { rule, expected, observed, check = question.check } of wrongs) {
      const key = keyOf(question, rule, observed);
      if (reported.has(key)) continue;
      reported.add(key);
      const from = question.baseUrl === undefined ? origin : new URL(question.baseUrl).origin;
      findings.push({
        operation: question.operation?.id ?? null,
        check,
        asked: question.asked,
        rule,
        expected: veiled(expected, secrets),
        observed: veiled(observed, secrets),
        request: curl(from, question.request, secrets),
      });
    }
  };
}

/** Each answer has a different id, and the same finding is reported once. */
const keyOf = ({ operation, asked }: Question, rule: string, observed: string): string =>
  [operation?.id, asked, rule, observed.replaceAll(uuids, '')].join('\n');
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g;

const statuses = (expected: Expected): readonly number[] => [expected.status].flat();
const allows = (expected: Expected | undefined, status: number): boolean =>
  expected !== undefined && statuses(expected).includes(status);

function compared(expected: Expected | undefined, answer: WireReply): Wrong[] {
  if (expected === undefined) return [];
  const { slug, place, headers = {} } = expected;
  const observed = slugOf(answer);
  const met = allows(expected, answer.status) && (slug === undefined || slug === observed);
  if (!met)
    return [
      {
        rule: 'status',
        expected: [expected.words ?? statuses(expected).join(' or '), slug]
          .filter((part) => part !== undefined)
          .join(' '),
        observed: `${answer.status} ${excerpt(answer)}`.trim(),
      },
    ];
  const places = placesOf(answer);
  const wrongPlace = place !== undefined && !(places.length > 0 && places.every((each) => each === place));
  return [
    ...(wrongPlace ? [{ rule: 'place', expected: `"${place}"`, observed: JSON.stringify(places) }] : []),
    ...Object.entries(headers).flatMap(([name, value]) =>
      sorted(answer.headers[name]) === value
        ? []
        : [{ rule: `header ${name}`, expected: value, observed: answer.headers[name] ?? 'none' }],
    ),
  ];
}

const sorted = (list: string | undefined) => list?.split(', ').sort().join(', ');

function placesOf(answer: WireReply): readonly unknown[] {
  const { errors = [] } = (jsonOf(answer) ?? {}) as { errors?: readonly { pointer?: string; parameter?: string }[] };
  return errors.map(({ pointer, parameter }) => pointer ?? parameter);
}

const variable = (...parts: readonly string[]): string => parts.join('_').toUpperCase().replaceAll(/\W/g, '_');

function secretsOf(callers: readonly Person[]): Map<string, string> {
  return new Map(
    callers.flatMap(({ name, token, facts = {} }) => [
      [token, variable(name, 'token')] as const,
      ...Object.entries(facts)
        .filter(([fact]) => /password|secret|token/i.test(fact))
        .map(([fact, value]) => [value, variable(name, fact)] as const),
    ]),
  );
}

/** Secrets that a reply holds are variables from then on. */
function learn(secrets: Map<string, string>, { raw }: Contract, operation: Operation | undefined, answer: WireReply) {
  const pointer = operation?.replies[answer.status]?.content['application/json'];
  if (operation === undefined || pointer === undefined) return;
  const within = (schema: Schema, value: unknown, name: string) => {
    const isSecret = schema['x-secret'] === true || /(token|password|secret)$/i.test(name);
    if (isSecret && typeof value === 'string' && value.length > 8) secrets.set(value, name.toUpperCase());
    for (const [key, below] of Object.entries(schema.properties ?? {}))
      within(below, (value as Readonly<Record<string, unknown>> | null | undefined)?.[key], `${name}_${key}`);
    if (schema.items && Array.isArray(value)) for (const each of value) within(schema.items, each, name);
  };
  within(schemaAt(raw, pointer), jsonOf(answer), operation.id);
}
