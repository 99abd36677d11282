// Asks a deployment everything that a document promises, and judges each reply. For programs.
import { aboutAddresses } from './checks/addresses.ts';
import { aboutLength, aboutMedia, aboutText, waitingChecks } from './checks/bodies.ts';
import { aboutExamples, aboutMeaning, meaningOfWrites } from './checks/causes.ts';
import { conditionalRead, conditionalWrite, failedCreate } from './checks/conditional.ts';
import { coverage } from './checks/coverage.ts';
import { aboutCredentials } from './checks/credentials.ts';
import { degradedDeployments } from './checks/degraded.ts';
import { edges } from './checks/edges.ts';
import { type Choices, generated } from './checks/generated.ts';
import { idempotency } from './checks/idempotency.ts';
import { aboutIds, leaks, removals } from './checks/ids.ts';
import { aboutInput } from './checks/input.ts';
import { aboutLimits } from './checks/limits.ts';
import { paging } from './checks/paging.ts';
import { wrongParents } from './checks/parents.ts';
import { aboutRefusals } from './checks/refusals.ts';
import { readContract } from './contract/document.ts';
import { type Only, type Wants, wants } from './only.ts';
import { type Prerequisites, prerequisitesOf } from './prerequisites.ts';
import { startedJobs } from './replies/settled-work.ts';
import type { Report } from './report.ts';
import type { DegradedDeployment, Person, Values } from './requests/values.ts';
import { wire } from './requests/wire.ts';
import { type Question, type Session, session } from './session.ts';

export type { Finding, Report } from './report.ts';
export type { DegradedDeployment, Given, Person, Values } from './requests/values.ts';

export type Options = {
  /** The file of the document: OpenAPI 3.1 as YAML with what it refers to beside it, or bundled as JSON. */
  readonly document: string;
  /** Ends with the version prefix. */
  readonly baseUrl: string;
  readonly callers: readonly Person[];
  readonly values?: Values;
  /** Tokens that must be refused, by what is wrong with them; tampered copies of a valid one are added. */
  readonly refused?: Readonly<Record<string, string>>;
  /** The same contract served by deployments in which something is wrong on purpose. */
  readonly degraded?: readonly DegradedDeployment[];
  /**
   * The tool is a trusted proxy there: each request says that it comes from another address, so that limits by address
   * do not end the run.
   */
  readonly isTrustedProxy?: boolean;
  /** It is on this machine: each request comes from a separate address, with no trusted proxy in between. */
  readonly isOnLoopback?: boolean;
  /**
   * Declared replies that were not observed, without a stated reason, are findings; and so are questions that limits
   * left no room for.
   */
  readonly isStrict?: boolean;
  /** How long limits are waited for in the whole run; 90 s when left out. */
  readonly maxWaitMs?: number;
  /** The same choices for the same seed; the report prints it. */
  readonly seed?: number;
  /** How many bodies and queries are generated for each operation; 3 when left out. */
  readonly depth?: number;
  /** A part of what can be asked; all of it when left out. */
  readonly only?: Only;
  readonly signal?: AbortSignal;
};

/** The seed of a run without a given one, so that two runs ask the same. */
const usualSeed = 20261121;

export async function conform(options: Options): Promise<Report> {
  const { baseUrl, callers, values = {}, isTrustedProxy = false, isOnLoopback = false, signal } = options;
  const { seed = usualSeed } = options;
  const contract = readContract(options.document);
  const from = isTrustedProxy ? 'forwarded' : isOnLoopback ? 'loopback' : 'one';
  const lines = wire(baseUrl, { from, signal });
  try {
    const { maxWaitMs } = options;
    const run = session(contract, values, callers, baseUrl, lines, { address: lines.address, maxWaitMs });
    for (const [why, token] of Object.entries(options.refused ?? {})) run.hide(why, token);
    const prerequisites = prerequisitesOf(run);
    const selected = wants(options.only);
    const slow = run.askAll(
      asked(
        selected,
        contract.operations.flatMap((each) => waitingChecks(run, prerequisites, each)),
      ),
    );
    await prerequisites.all();
    await oneByOne(run, prerequisites, selected);
    await atOnce(run, prerequisites, options.refused ?? {}, selected);
    await inTurn(run, prerequisites, { seed, depth: options.depth ?? 3 }, selected);
    if (selected(['after-delete', ...ofCoverage])) await removals(run, prerequisites);
    await degradedDeployments(run, prerequisites, options.degraded ?? []);
    await slow;
    if (selected(ofLimits)) {
      await aboutRefusals(run, prerequisites, options.only?.operation);
      await aboutLimits(run, prerequisites);
    }
    if (selected(ofCoverage)) coverage(run, prerequisites, options.isStrict ?? false);
    return { findings: run.findings, coverage: run.tally.coverage(), unreached: run.tally.unreached(), seed };
  } finally {
    lines.close();
  }
}

const ofLimits = ['limit-enforced', 'limit-caller', 'limit-over'] as const;

const ofCoverage = ['reaches-success', 'reaches-declared'] as const;

const asked = (selected: Wants, questions: readonly Question[]): readonly Question[] =>
  questions.filter(({ check, operation }) => selected([check], operation));

/** What stands by itself: the order does not matter. */
async function atOnce(
  run: Session,
  prerequisites: Prerequisites,
  refused: Readonly<Record<string, string>>,
  selected: Wants,
): Promise<void> {
  const { operations } = run.contract;
  const questions = [
    ...aboutAddresses(run.contract, run.base),
    ...aboutCredentials(run, prerequisites, refused),
    ...operations.flatMap((each) => aboutMedia(prerequisites, each)),
    ...implemented(run).flatMap((each) => [
      ...aboutText(prerequisites, each),
      ...aboutLength(prerequisites, each),
      ...aboutInput(run, prerequisites, each),
      ...aboutIds(run, prerequisites, each),
      ...aboutMeaning(run, prerequisites, each),
    ]),
  ];
  await run.askAll(asked(selected, questions));
  // These repeat actions, such as starting what was stopped, which is what a refusal was asked for.
  const examples = implemented(run).flatMap((each) => aboutExamples(run, prerequisites, each));
  await run.askAll(asked(selected, examples));
  await startedJobs(run, prerequisites);
}

/** What nothing else may change meanwhile. */
async function oneByOne(run: Session, prerequisites: Prerequisites, selected: Wants): Promise<void> {
  const of = (...checks: Parameters<Wants>[0]) => implemented(run).filter((each) => selected(checks, each));
  for (const each of of('conditional-read', 'head', 'caller-etag')) await conditionalRead(run, prerequisites, each);
  for (const each of of('conditional-write')) await conditionalWrite(run, prerequisites, each);
  for (const each of of('cause', 'further-request')) await meaningOfWrites(run, prerequisites, each);
  for (const each of of('failed-create'))
    await failedCreate(run, prerequisites, each, aboutInput(run, prerequisites, each));
  if (selected(['leak'])) await leaks(run, prerequisites);
  if (selected(['wrong-parent'])) await wrongParents(run, prerequisites);
}

/** What creates resources, then what counts them. */
async function inTurn(run: Session, prerequisites: Prerequisites, choices: Choices, selected: Wants): Promise<void> {
  const of = (...checks: Parameters<Wants>[0]) => implemented(run).filter((each) => selected(checks, each));
  for (const each of of(...keyed)) {
    await idempotency(run, prerequisites, each);
    await startedJobs(run, prerequisites);
  }
  for (const each of of('good-edge')) await edges(run, prerequisites, each);
  for (const each of of('generated-body', 'generated-query')) await generated(run, prerequisites, each, choices);
  for (const each of of('paging', 'cursor')) await paging(run, prerequisites, each);
}

const keyed = [
  'idempotency-replay',
  'idempotency-reuse',
  'idempotency-caller',
  'idempotency-refused',
  'idempotency-once',
] as const;

const implemented = ({ contract }: Session) => contract.operations.filter(({ planned }) => !planned);
