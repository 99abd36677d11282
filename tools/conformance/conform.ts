// Asks a deployment everything that a document promises, and judges each reply. For programs; on the command line: main.ts.
import { aboutAddresses } from './checks/addresses.ts';
import { aboutMedia, aboutPatience, aboutText } from './checks/bodies.ts';
import { aboutCredentials } from './checks/credentials.ts';
import { aboutInput } from './checks/input.ts';
import { readContract } from './document.ts';
import { type Reach, reach } from './reach.ts';
import type { Report } from './report.ts';
import { type Session, session } from './session.ts';
import type { Ailing, Person, Values } from './values.ts';
import { wire } from './wire.ts';

export type { Finding, Report } from './report.ts';
export type { Ailing, Given, Person, Values } from './values.ts';

export type Options = {
  /** The file of the document: OpenAPI 3.1 as YAML with what it refers to beside it, or bundled as JSON. */
  readonly document: string;
  /** Ends with the version prefix. */
  readonly baseUrl: string;
  readonly people: readonly Person[];
  readonly values?: Values;
  /** Tokens that must be refused, by what is wrong with them; spoilt copies of a good one are added. */
  readonly refused?: Readonly<Record<string, string>>;
  /** The same contract served by deployments in which something is wrong on purpose. */
  readonly ailing?: readonly Ailing[];
  /** The tool is a trusted proxy there: each request says that it comes from another address, so that limits by address do not end the run. */
  readonly isTrustedProxy?: boolean;
  /** Random when left out; the report tells it. */
  readonly seed?: number;
  /** How many generated requests for each body; 3 when left out. */
  readonly depth?: number;
  readonly signal?: AbortSignal;
};

export async function conform(options: Options): Promise<Report> {
  const { baseUrl, people, values = {}, refused = {}, isTrustedProxy = false, signal } = options;
  const { seed = Math.floor(Math.random() * 2 ** 31) } = options;
  const contract = readContract(options.document);
  const lines = wire(baseUrl, { isTrustedProxy, signal });
  try {
    const run = session(contract, values, people, baseUrl, lines);
    const reached = reach(run);
    const slow = run.askAll(contract.operations.flatMap((each) => aboutPatience(reached, each)));
    await reached.all();
    await ask(run, reached, refused);
    await slow;
    return { findings: run.findings, coverage: run.tally.coverage(), unreached: run.tally.unreached(), seed };
  } finally {
    lines.close();
  }
}

async function ask(run: Session, reached: Reach, refused: Readonly<Record<string, string>>): Promise<void> {
  const { operations } = run.contract;
  const implemented = operations.filter(({ planned }) => !planned);
  await run.askAll([
    ...aboutAddresses(run.contract, run.base),
    ...aboutCredentials(run, reached, refused),
    ...operations.flatMap((each) => aboutMedia(reached, each)),
    ...implemented.flatMap((each) => [...aboutText(reached, each), ...aboutInput(reached, each)]),
  ]);
}
