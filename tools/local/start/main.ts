// `npm start [-- --port N] [--engine NAME] [--config FILE] [--fresh] [--no-services]`: brings up the servers, the front
// door and the services, and stops them all with Ctrl-C. Without services: for someone who runs those in a debugger.

import path from 'node:path';
import { type Database, migrate } from '../../../adapters/store/migrate.ts';
import { surviveLostOutput } from '../../../services/lib/log.ts';
import { keepCompiled } from '../../command-line/compile-cache.ts';
import { answerHelp } from '../../command-line/options.ts';
import { type Archiver, startArchiver } from '../backup/archiver.ts';
import { refuseHalfRestored } from '../backup/half-restored.ts';
import { claim, forgetData, killAll, release } from '../servers/claim.ts';
import { type DataFolder, openPlace } from '../servers/data-folder.ts';
import { describe, removeEndpoints, table, writeEndpoints } from '../servers/endpoints.ts';
import { environment, type Listeners } from '../servers/environment.ts';
import { Failure } from '../servers/failure.ts';
import { type Installation, installationOf } from '../servers/front-door/installation.ts';
import type { Ports } from '../servers/front-door/proxy.ts';
import { frontDoorPart } from '../servers/front-door.ts';
import type { IdentityFacts } from '../servers/identity.ts';
import { installationFolder } from '../servers/installation-folder.ts';
import { type EngineName, forgetLabs, requireEngine, startLabs } from '../servers/lab-engine/labs.ts';
import { removeStorage } from '../servers/lab-engine/podman-storage.ts';
import { issuersOf, noOwnServers, type OwnServers, readOwnServers } from '../servers/own-servers.ts';
import {
  attach,
  type EmbeddedFacts,
  type EmbeddedParts,
  partNames,
  requireSpace,
  startParts,
} from '../servers/parts.ts';
import { claimPort, isFree } from '../servers/ports.ts';
import { postgresFrom } from '../servers/postgres.ts';
import { endLeftovers } from '../servers/processes/processes.ts';
import { type Supervised, supervise, type Watch } from '../servers/processes/supervise.ts';
import { printFailure, progressOn } from '../servers/progress.ts';
import { demoUsersOf, seedAnalytics, seedIdentity, seedPlatform } from '../servers/seed.ts';
import { downOf, hasServices } from '../servers/services.ts';
import { checkedPasswords } from './checked-passwords.ts';
import { writePages } from './pages.ts';
import { uploadSampleLab } from './sample-lab.ts';
import { servingIn } from './serving.ts';
import { defaultPort, help, startOptions } from './start-options.ts';
import { writeWebApp } from './web-app.ts';

const dir = installationFolder();
const docs = path.join(dir, 'docs');
const web = path.join(dir, 'web');
const stopping = new AbortController();
// A Ctrl-C comes twice, from the terminal and from npm, and a closing terminal sends more: those are one request.
const ctrlCMs = 1500;
let ctrlCAt = 0;
// What a fault in our code broke may be what the stop in order waits for.
const endAfterFaultMs = 30_000;
let faults = 0;
const progress = progressOn(process.stdout);

// `npm start | head` closes them, and so does a terminal.
surviveLostOutput();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
process.on('uncaughtException', onFault);
process.on('exit', () => killAll(dir));
process.exitCode = await run().catch(failed);

async function run(): Promise<number> {
  answerHelp(help);
  keepCompiled(dir);
  dropOwnVariables();
  const { port, engine, fresh, config, services: asked } = startOptions(process.argv.slice(2), process.env);
  const own = config === undefined ? noOwnServers : readOwnServers(config);
  const services = asked && hasServices();
  await requireEngine(engine, process.env);
  claim(dir);
  removeEndpoints(dir);
  const started: Supervised<unknown>[] = [];
  const serving = servingIn();
  let parts: EmbeddedParts | undefined;
  let labs: Stoppable | undefined;
  let archiver: Archiver | undefined;
  let pages: Promise<unknown> | undefined;
  try {
    const place = await openFolder(fresh, engine);
    const watch: Watch = { dir, progress: progress.show, signal: stopping.signal, threads: true };
    const since = performance.now();
    const ports = await listeners(place);
    const context = { signal: stopping.signal, print: progress.print };
    pages = Promise.all([writePages(docs, context), writeWebApp(web, context)]);
    // First, since it holds the port; for whatever is not up yet it says 503.
    const door = await supervise(
      frontDoorOn(port, { ...ports, identity: await place.port('identity') }, installationOf(issuersOf(own))),
      watch,
    );
    started.push(door);
    const front = door.facts.url;
    const users = demoUsersOf(place);
    // Needs none of the others, and takes as long as all of them but the broker.
    const starting = startLabs(engine, { place, watch, print: progress.print });
    labs = stoppable(starting);
    const environmentOf = async (facts: EmbeddedFacts) => ({
      ...environment(attach(facts), await starting, own, place, front, ports),
      DOCS_DIR: docs,
      WEB_DIR: web,
    });
    const work = async (facts: EmbeddedFacts) => {
      await prepareData(facts, own, users, place);
      const env = await environmentOf(facts);
      if (services) serving.start(env, ports, watch);
    };
    const options = { ...watch, only: partNames.filter((name) => !own.parts.has(name)), place, publicUrl: front };
    parts = await startParts({ ...options, prepare: { needs: ['postgres', 'objects', 'identity'], work } });
    if (!own.parts.has('postgres')) archiver = startArchiver(dir, progress.print);
    const env = await environmentOf(parts.facts);
    if (services) await serving.whole(env, ports, watch);
    stopping.signal.throwIfAborted();
    const sample =
      services && !own.parts.has('identity')
        ? await uploadSampleLab(ports.platform, parts, users, progress.print)
        : null;
    await pages;
    const endpoints = describe(front, { parts, own, env, users }, { engine: (await starting).engine, sample });
    writeEndpoints(dir, endpoints);
    progress.settle();
    if (services) await printDown(ports);
    progress.print(`${table(endpoints)}\nReady after ${((performance.now() - since) / 1000).toFixed(1)} s.`);
    await aborted(stopping.signal);
    return faults === 0 ? 0 : 1;
  } finally {
    await endAll([serving, ...started, labs, parts, archiver], pages);
  }
}

/** start.sh sets them for this process, whose threads gain by them; others would only be slower. */
function dropOwnVariables(): void {
  for (const name of ['MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'MALLOC_MMAP_THRESHOLD_']) delete process.env[name];
}

async function openFolder(fresh: boolean, engine: EngineName | undefined): Promise<DataFolder> {
  const ended = await endLeftovers(dir);
  if (ended.length > 0)
    progress.print(`An earlier run was killed. Stopped its remaining processes: ${ended.join(', ')}.`);
  if (fresh) await forget(engine);
  refuseHalfRestored(dir);
  requireSpace(dir);
  return openPlace(dir, true);
}

async function printDown(ports: Listeners): Promise<void> {
  const down = await downOf(ports);
  if (down.length > 0)
    progress.print(`Not responding: ${down.join(', ')}. The services run without them; see their log.`);
}

type DemoUsers = ReturnType<typeof demoUsersOf>;
type Stoppable = { stop(): Promise<void> };

/**
 * What is still starting ends as well. A start that fails is thrown where it is awaited, unless another part has failed
 * before.
 */
function stoppable(starting: Promise<Stoppable>): Stoppable {
  const started = starting.catch(() => undefined);
  return { stop: async () => (await started)?.stop() };
}

async function endAll(started: readonly (Stoppable | undefined)[], pages: Promise<unknown> | undefined): Promise<void> {
  removeEndpoints(dir);
  stopping.abort();
  for (const part of started) await part?.stop().catch(printFailure);
  await pages;
  release(dir);
}

/** Podman's folder before the others: what is mounted below it would stop a plain removal. */
async function forget(engine: EngineName | undefined): Promise<void> {
  await forgetLabs(engine, dir, process.env);
  removeStorage(path.join(dir, 'labs'));
  forgetData(dir);
}

/** Plans the door on the wanted port, else on 8080 or the next one that is free. */
function frontDoorOn(fixedPort: number | undefined, behind: Ports, installation: Installation) {
  let first = defaultPort;
  return async () => {
    if (fixedPort !== undefined) {
      if (!(await isFree(fixedPort))) throw Failure.portTaken(fixedPort);
      await claimPort(fixedPort, dir); // or the caller that demands it has
      return frontDoorPart({ port: fixedPort, ports: behind, docs, installation });
    }
    let port = first;
    while (!(await claimPort(port, dir)) || !(await isFree(port))) port += 1;
    if (port !== defaultPort)
      progress.print(`Port ${defaultPort} is in use by another program. Using port ${port} (choose one with --port).`);
    return frontDoorPart({ port, ports: behind, docs, installation }, () => {
      first = port + 1;
    });
  };
}

async function listeners(place: DataFolder): Promise<Listeners> {
  const port = (name: string) => place.port(`services_${name}`);
  return {
    analytics: await port('analytics'),
    platform: await port('platform'),
    infra: await port('infra'),
    web: await port('web'),
  };
}

/** The address of a database for the one who may change its tables. */
type Owners = (database: Database) => string;

function ownersIn({ postgres }: EmbeddedFacts, own: OwnServers): Owners {
  const given = own.env as Record<string, string | undefined>;
  // Ours may run for the identity provider alone.
  return (database) =>
    own.parts.has('postgres') || postgres === undefined
      ? (given[`DATABASE_${database.toUpperCase()}_OWNER`] ?? '')
      : postgresFrom(postgres).url(database, 'owner');
}

async function prepareData(facts: EmbeddedFacts, own: OwnServers, users: DemoUsers, place: DataFolder): Promise<void> {
  const owner = ownersIn(facts, own);
  const databases = ['analytics', 'platform', 'infrastructure'] as const;
  const migrated = Promise.all(databases.map((database) => migrate(owner(database), database)));
  migrated.catch(() => undefined); // thrown where it is awaited
  // Its client takes longer to load than the rest of the preparation takes.
  if (own.parts.has('objects')) await (await import('./own-buckets.ts')).prepareBuckets(own, progress.print);
  // The accounts of a provider of the user's own are not ours to make.
  const subjects = facts.identity === undefined ? undefined : await accountsOf(facts.identity, users, place);
  await migrated;
  if (subjects === undefined) return;
  await Promise.all([
    seedAnalytics(owner('analytics'), users, subjects.analytics),
    seedPlatform(owner('platform'), users, subjects.labs),
  ]);
}

async function accountsOf({ databaseUrl }: IdentityFacts, users: DemoUsers, place: DataFolder) {
  const checked = checkedPasswords(place);
  const subjects = await seedIdentity(databaseUrl, users, checked);
  checked.keep();
  return subjects;
}

function onSignal(signal: NodeJS.Signals): void {
  if (stopping.signal.aborted && performance.now() - ctrlCAt < ctrlCMs) return;
  if (stopping.signal.aborted) endAtOnce();
  ctrlCAt = performance.now();
  progress.settle();
  progress.print(`\nStopping (${signal}). Press Ctrl-C again to stop immediately.`);
  stopping.abort(new Failure('Stopped before everything was running.'));
}

/** Whatever was overlooked, the parts must not go on without anybody who ends them. */
function onFault(error: unknown): void {
  faults += 1;
  progress.settle();
  printFailure(error);
  if (stopping.signal.aborted) return;
  stopping.abort(error);
  setTimeout(endAtOnce, endAfterFaultMs).unref();
}

function endAtOnce(): never {
  killAll(dir);
  release(dir);
  process.exit(1);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function failed(error: unknown): number {
  progress.settle();
  if (error === stopping.signal.reason) return faults === 0 ? 0 : 1;
  printFailure(error);
  return 1;
}
