// The real servers that a laptop or a test runs on: starts them together, stops them in order. Each is a plan in its
// own file.
import { statfsSync } from 'node:fs';
import { type BrokerFacts, rabbitmq } from './broker/rabbitmq.ts';
import { type DataFolder, openPlace } from './data-folder.ts';
import { Failure } from './failure.ts';
import { type IdentityFacts, identity } from './identity.ts';
import { type ObjectsFacts, objects } from './objects.ts';
import { type Postgres, type PostgresFacts, postgres, postgresFrom } from './postgres.ts';
import { type PartPlan, type PartProgress, type Supervised, supervise, type Watch } from './processes/supervise.ts';
import { type RedisFacts, redis } from './redis.ts';

export type { PartProgress } from './processes/supervise.ts';

export type PartFacts = {
  readonly postgres: PostgresFacts;
  readonly redis: RedisFacts;
  readonly broker: BrokerFacts;
  readonly objects: ObjectsFacts;
  readonly identity: IdentityFacts;
};
export type PartName = keyof PartFacts;

/** What is running, as data: another process makes its own `Parts` of it. Parts that were not asked for are missing. */
export type EmbeddedFacts = Partial<PartFacts>;

export type StartOptions = {
  readonly dir: string;
  readonly only?: readonly PartName[];
  readonly progress?: (line: PartProgress) => void;
  /** False: tests; see `Place`. */
  readonly durable?: boolean;
  /** The front door's address: what the identity provider calls itself. */
  readonly publicUrl?: string;
  readonly place?: DataFolder;
  /** One that someone else has started; else the parts that need it bring their own. */
  readonly postgres?: () => Promise<PostgresFacts | undefined>;
  readonly signal?: AbortSignal;
  /** See `Watch`. */
  readonly threads?: boolean;
  /** See `Watch`. */
  readonly mayRestart?: (part: string) => Promise<void>;
  /**
   * Runs beside the start of the broker, which takes longest, as soon as the parts that it needs are up; its failure is
   * that of the start. The facts are those of all parts; of one that is not up yet they may still change, when its port
   * is taken.
   */
  readonly prepare?: { readonly needs: readonly PartName[]; work(facts: EmbeddedFacts): Promise<void> };
};

export type EmbeddedParts = Omit<PartFacts, 'postgres'> & {
  readonly postgres: Postgres;
  readonly facts: EmbeddedFacts;
  /** The id of the process itself, for tests that kill it; undefined while it is being restarted. */
  pid(part: PartName): number | undefined;
  stop(): Promise<void>;
};

type Surroundings = {
  readonly place: DataFolder;
  readonly publicUrl?: string | undefined;
  postgres(): Promise<PostgresFacts>;
};

const plans: { readonly [Name in PartName]: (around: Surroundings) => Promise<PartPlan<PartFacts[Name]>> } = {
  postgres: ({ place }) => postgres(place),
  redis: ({ place }) => redis(place),
  broker: ({ place }) => rabbitmq(place),
  objects: ({ place }) => objects(place),
  identity: async ({ place, postgres, publicUrl }) => identity(place, await postgres(), publicUrl),
};

export const partNames = Object.keys(plans) as readonly PartName[];
export const needs: Readonly<Partial<Record<PartName, readonly PartName[]>>> = { identity: ['postgres'] };

const leastFreeBytes = 200 * 1024 * 1024;

/**
 * Nothing of an earlier run may be left in the folder (`endLeftovers`). Throws a `Failure` when one part does not come
 * up; the others are stopped then.
 */
export async function startParts(options: StartOptions): Promise<EmbeddedParts> {
  const { dir, only = partNames, durable = true, progress = () => undefined, publicUrl, threads = false } = options;
  const { mayRestart } = options;
  const place = options.place ?? openPlace(dir, durable);
  requireSpace(dir);
  const giveUp = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, giveUp.signal]) : giveUp.signal;
  const watch: Watch = { dir, progress, signal, threads, ...(mayRestart && { mayRestart }) };
  const starting = new Map<PartName, Promise<Supervised<unknown>>>();
  const planned = new Map<PartName, PromiseWithResolvers<unknown>>();
  const around: Surroundings = {
    place,
    publicUrl,
    postgres: async () => (await (options.postgres?.() ?? ownPostgres())) as PostgresFacts,
  };
  const ownPostgres = async () => (await starting.get('postgres'))?.facts as PostgresFacts | undefined;
  for (const name of new Set(only.flatMap((each) => [...(options.postgres ? [] : (needs[each] ?? [])), each]))) {
    const first = Promise.withResolvers<unknown>();
    planned.set(name, first);
    const plan = async () => {
      const made = await plans[name](around);
      first.resolve(made.facts);
      return made;
    };
    const part = supervise<unknown>(plan, watch);
    starting.set(name, part);
    part.catch((error: unknown) => giveUp.abort(error)); // the first reason is the one worth saying
  }
  const prepared = prepareOn(starting, planned, options).catch((error: unknown) => giveUp.abort(error));
  const started = await Promise.allSettled(starting.values());
  await prepared;
  const running = started.filter((result) => result.status === 'fulfilled').map((result) => result.value);
  if (running.length === starting.size && !giveUp.signal.aborted) return partsOf(running);
  await stopInOrder(running);
  throw signal.reason;
}

async function prepareOn(
  starting: ReadonlyMap<PartName, Promise<Supervised<unknown>>>,
  planned: ReadonlyMap<PartName, PromiseWithResolvers<unknown>>,
  { prepare }: StartOptions,
): Promise<void> {
  if (prepare === undefined) return;
  await Promise.all(prepare.needs.flatMap((name) => starting.get(name) ?? []));
  const facts = [...planned].map(async ([name, { promise }]) => [name, await promise] as const);
  await prepare.work(Object.fromEntries(await Promise.all(facts)));
}

const factsOf = (running: readonly Supervised<unknown>[]): EmbeddedFacts =>
  Object.fromEntries(running.map((part) => [part.name, part.facts]));

function partsOf(running: readonly Supervised<unknown>[]): EmbeddedParts {
  const facts = factsOf(running);
  // Assigned, not spread: the getters of parts that were not asked for would throw.
  return Object.assign(attach(facts), {
    pid: (name: PartName) => running.find((part) => part.name === name)?.pid(),
    stop: () => stopInOrder(running),
  });
}

/** Who needs another part goes first. */
async function stopInOrder(running: readonly Supervised<unknown>[]): Promise<void> {
  const needsOthers = (part: Supervised<unknown>) => part.name in needs;
  await Promise.all(running.filter(needsOthers).map((part) => part.stop()));
  await Promise.all(running.map((part) => part.stop()));
}

/** Parts that someone else started and stops. Asking for one that is missing says so. */
export function attach(facts: EmbeddedFacts): Omit<EmbeddedParts, 'pid' | 'stop'> {
  const need = <Name extends PartName>(name: Name): PartFacts[Name] => {
    const found = facts[name];
    if (found === undefined) throw new Error(`The part ${name} was not started: name it in the list of parts.`);
    return found as PartFacts[Name];
  };
  return {
    facts,
    get postgres() {
      return postgresFrom(need('postgres'));
    },
    get redis() {
      return need('redis');
    },
    get broker() {
      return need('broker');
    },
    get objects() {
      return need('objects');
    },
    get identity() {
      return need('identity');
    },
  };
}

export function requireSpace(dir: string, leastBytes = leastFreeBytes): void {
  const { bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  if (free >= leastBytes) return;
  const [has, least] = [free, leastBytes].map((bytes) => Math.round(bytes / 1024 / 1024));
  throw new Failure(
    `The disk with ${dir} has ${has} MB free, but ${least} MB are required. Free some space and start again.`,
  );
}
