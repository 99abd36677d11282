// Asks questions of a running service, has every reply judged, and keeps account of what was seen.
import { jsonOf, judge, slugOf } from '../judge.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { type Contract, type DocumentName, type Operation, readContract } from './document.ts';
import { exemptions, knownBugs } from './exemptions.ts';
import { type Expected, type Given, type Question, requestOf } from './questions.ts';
import { type Answer, type Request, send } from './wire.ts';

export type Walk = {
  readonly contract: Contract;
  readonly coverage: Coverage;
  operation(id: string): Operation;
  /** Findings of the questions, those that are known left out. */
  answers(url: string, questions: readonly Question[]): Promise<readonly string[]>;
  /** One question, for who needs its answer; what is wrong with it throws. */
  answer(url: string, operation: Operation, request: Request, expected?: Expected): Promise<Answer>;
  /** Each implemented conditional read, asked again with the ETag that it gave; and its head. */
  repeated(url: string, base: string, given: (operation: Operation) => Given): Promise<readonly string[]>;
  /** Asks until the limit of the operation is used up, of which the service has a share of ten at most. */
  exhausted(url: string, base: string, operation: Operation, given: Given): Promise<readonly string[]>;
  /** What was not seen, and which entries of exemptions.ts are needless. */
  shortcomings(): readonly string[];
};

type Asked = Omit<Question, 'expected'> & Partial<Pick<Question, 'expected'>>;

/** As many as a service answers without its limits of time being touched. */
const atOnce = 8;

export function walk(name: DocumentName): Walk {
  const contract = readContract(name);
  const coverage = coverageOf(contract);
  const judged = judge(contract);
  const known = new Map(knownBugs[name].map((bug) => [bug.finding, 0]));
  const unknown = (finding: string): boolean => {
    const bug = [...known.keys()].find((each) => finding.startsWith(each));
    if (bug !== undefined) known.set(bug, (known.get(bug) ?? 0) + 1);
    return bug === undefined;
  };
  const ask = async (url: string, question: Asked) => {
    const answer = await send(url, question.request).catch((error: Error) => error);
    if (answer instanceof Error) return { findings: [`${told(question)}: no answer: ${answer.message}`] };
    const seen = { ...answer, operationId: question.operation?.id };
    if (question.operation) coverage.see(question.operation.id, seen.status, slugOf(seen));
    return { answer, findings: [...compared(question, answer), ...(await judged(seen))].filter(unknown) };
  };
  return {
    contract,
    coverage,
    operation(id) {
      const found = contract.operations.find((each) => each.id === id);
      if (found === undefined) throw new Error(`${name} has no operation ${id}`);
      return found;
    },
    async answers(url, questions) {
      const waiting = [...questions];
      const findings: string[] = [];
      const worker = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          findings.push(...(await ask(url, next)).findings);
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      return findings;
    },
    async answer(url, operation, request, expected) {
      const { answer, findings } = await ask(url, {
        why: 'a step',
        operation,
        request,
        ...(expected ? { expected } : {}),
      });
      if (answer === undefined || findings.length > 0) throw new Error(findings.join('\n'));
      return answer;
    },
    async repeated(url, base, given) {
      const findings: string[] = [];
      for (const operation of contract.operations.filter(
        ({ conditional, planned }) => conditional === 'read' && !planned,
      ))
        findings.push(
          ...(await askThrice((each) => ask(url, each), operation, requestOf(base, operation, given(operation)))),
        );
      return findings;
    },
    async exhausted(url, base, operation, given) {
      const question = { why: 'asked too often', operation, request: requestOf(base, operation, given) };
      for (let i = 0; i < 12; i++) {
        const { answer, findings } = await ask(url, question);
        if (answer === undefined || answer.status === 429 || findings.length > 0) return findings;
      }
      return [`${told(question)}: expected 429 by now`];
    },
    shortcomings: () => [
      ...coverage.shortcomings(exemptions[name]),
      ...[...known]
        .filter(([, times]) => times === 0)
        .map(([finding]) => `${finding}: never found, so its entry has to go`),
    ],
  };
}

/** Read, read again with the ETag of the answer, and asked for its head alone. */
async function askThrice(
  ask: (question: Asked) => Promise<{ answer?: { headers: Record<string, string | undefined> }; findings: string[] }>,
  operation: NonNullable<Asked['operation']>,
  request: Asked['request'],
): Promise<readonly string[]> {
  const question = { why: 'the first time', operation, request, expected: { status: 200 } };
  const first = await ask(question);
  const headers = { ...request.headers, 'if-none-match': first.answer?.headers.etag ?? '' };
  const again = { ...request, headers };
  const head = { ...request, method: 'HEAD' };
  const same = await ask({ ...question, why: 'the same ETag', request: again, expected: { status: 304 } });
  const short = await ask({ ...question, why: 'HEAD', request: head, expected: { status: 200 } });
  return [...first.findings, ...same.findings, ...short.findings];
}

const told = ({ operation, why, request }: Asked): string =>
  `${operation?.id ?? 'no operation'}: ${why} (${request.method} ${request.path.slice(0, 200)})`;

function compared(question: Asked, answer: Answer): string[] {
  if (question.expected === undefined) return [];
  const { status, slug, place, headers = {} } = question.expected;
  const seen = slugOf(answer);
  const wanted = [status, slug].filter((part) => part !== undefined).join(' ');
  const met = answer.status === status && (slug === undefined || slug === seen);
  if (!met) return [`${told(question)}: expected ${wanted}, seen ${answer.status} ${bodyText(answer)}`];
  const places = placesOf(answer);
  const wrongPlace = place !== undefined && !(places.length > 0 && places.every((each) => each === place));
  return [
    ...(wrongPlace ? [`${told(question)}: expected the place "${place}", seen ${JSON.stringify(places)}`] : []),
    ...Object.entries(headers).flatMap(([name, value]) =>
      sorted(answer.headers[name]) === value
        ? []
        : [`${told(question)}: header ${name}: expected ${value}, seen ${answer.headers[name]}`],
    ),
  ];
}

const sorted = (list: string | undefined) => list?.split(', ').sort().join(', ');

function placesOf(answer: Answer): readonly unknown[] {
  const { errors = [] } = (jsonOf(answer) ?? {}) as { errors?: readonly { pointer?: string; parameter?: string }[] };
  return errors.map(({ pointer, parameter }) => pointer ?? parameter);
}

const bodyText = ({ body }: Answer): string => Buffer.from(body).toString('utf8').slice(0, 300);
