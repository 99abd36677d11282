// RabbitMQ from Debian: users and permissions from a definitions file, a separate port mapper.

import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DataFolder } from '../data-folder.ts';
import { isFree } from '../ports.ts';
import { answers } from '../probe.ts';
import type { PartPlan } from '../processes/supervise.ts';
import { commonFolder, linkAll, linkCommonList, loadingFlags, moduleList, recordModules } from './broker-modules.ts';
import { type BrokerUser, brokerUsers, serviceRights, teamRights } from './broker-rights.ts';
import { type PortMapper, startPortMapper } from './erlang-ports.ts';

/** Stands for any other team that consumes what the services publish. */
export const team = 'reporting';

export type BrokerFacts = {
  /** As the management user, who may do everything. */
  readonly url: string;
  /** Each service as itself. */
  readonly urls: Readonly<Record<BrokerUser, string>>;
  /** An account for another team, as `npm run broker:accounts` describes it. */
  readonly teamUrl: string;
  readonly managementUrl: string;
  readonly managementUser: string;
  readonly managementPassword: string;
};

type Ports = { readonly amqp: number; readonly management: number; readonly dist: number; readonly epmd: number };

export async function rabbitmq(place: DataFolder): Promise<PartPlan<BrokerFacts>> {
  const folder = place.folder('broker');
  const ports = {
    amqp: await place.port('broker'),
    management: await place.port('broker_management'),
    dist: await place.port('broker_dist'),
    epmd: await place.port('broker_epmd'),
  };
  const facts = factsOf(place, ports);
  const unfinished = path.join(folder, 'unfinished');
  const plugins = usedPlugins();
  const isCommon = !place.durable && plugins.length > 0;
  const home = isCommon ? commonFolder(plugins) : folder;
  const pluginsFolder = path.join(home, 'plugins');
  const modules = moduleList(home, plugins);
  if (isCommon) linkCommonList(modules, folder);
  let mapper: PortMapper | undefined;
  return {
    name: 'broker',
    facts,
    // The package's inner script: the one in sbin switches to the system's account and system's folders.
    program: {
      name: 'broker',
      command: [serverScript],
      env: {
        ...environment(folder, ports),
        // Neither the broker nor its helpers start the real port mapper, which would outlive them and open [::1].
        ERL_AFLAGS: `-start_epmd false ${loadingFlags(modules)}`,
        ...(plugins.length > 0 && { RABBITMQ_PLUGINS_DIR: pluginsFolder }),
      },
      cwd: folder,
      package: 'rabbitmq-server',
    },
    // Asked politely it takes a second, which only data that must survive is worth.
    stopSignal: place.durable ? 'SIGTERM' : 'SIGKILL',
    cutSignal: 'SIGKILL',
    readyWithinMs: 90_000,
    ports: [ports.amqp, ports.management, ports.dist],
    async prepare() {
      // A first start that was cut short leaves a database that later starts cannot read.
      if (existsSync(unfinished)) rmSync(path.join(folder, 'mnesia'), { recursive: true, force: true });
      else if (!existsSync(path.join(folder, 'mnesia'))) writeFileSync(unfinished, '');
      writeFiles(place, folder, ports);
      // Again at each start, since a package may have been updated.
      if (!isCommon) linkAll(plugins, pluginsFolder);
      mapper = await startPortMapper(ports.epmd);
    },
    // Its listener opens last of all. The answer begins with a frame of method (1) on channel 0.
    ready: () => answers(ports.amqp, 'AMQP\0\0\x09\x01', '\x01\0\0'),
    async settle() {
      rmSync(unfinished, { force: true });
      if (isCommon && !existsSync(modules)) await evaluate(folder, ports, [recordModules(modules)]);
    },
    quiet: () => (place.durable ? stopApplication(folder, ports, modules) : Promise.resolve(undefined)),
    async clear() {
      await mapper?.close();
      mapper = undefined;
      // The ports outlive the process for a moment; a start meanwhile would find its own distribution port in use.
      for (let round = 0; round < 100 && !(await allFree(ports)); round++) await pause(50);
    },
    dropPorts() {
      for (const name of ['broker', 'broker_management', 'broker_dist', 'broker_epmd']) place.dropPort(name);
    },
  };
}

const run = promisify(execFile);
const serverScript = '/usr/lib/rabbitmq/bin/rabbitmq-server';

function factsOf(place: DataFolder, ports: Ports): BrokerFacts {
  const managementPassword = place.secret('broker_management');
  const address = `127.0.0.1:${ports.amqp}`;
  const urls = brokerUsers.map(
    (user) => [user, `amqp://${user}:${place.secret(`broker_${user}`)}@${address}`] as const,
  );
  return {
    url: `amqp://management:${managementPassword}@${address}`,
    urls: Object.fromEntries(urls) as Record<BrokerUser, string>,
    teamUrl: `amqp://${team}:${place.secret(`broker_${team}`)}@${address}`,
    managementUrl: `http://127.0.0.1:${ports.management}`,
    managementUser: 'management',
    managementPassword,
  };
}

const environment = (folder: string, ports: Ports): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LANG: 'C.UTF-8',
  HOME: folder, // the Erlang cookie lies here: without it all nodes of a machine would share one
  RABBITMQ_CONF_ENV_FILE: path.join(folder, 'env'),
  RABBITMQ_CONFIG_FILE: path.join(folder, 'rabbitmq.config'),
  RABBITMQ_ADVANCED_CONFIG_FILE: path.join(folder, 'advanced.config'),
  RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'enabled_plugins'),
  RABBITMQ_MNESIA_BASE: path.join(folder, 'mnesia'),
  RABBITMQ_LOG_BASE: path.join(folder, 'log'),
  RABBITMQ_LOGS: '-',
  RABBITMQ_SCHEMA_DIR: path.join(folder, 'schema'),
  RABBITMQ_GENERATED_CONFIG_DIR: path.join(folder, 'generated'),
  RABBITMQ_PID_FILE: path.join(folder, 'pid'),
  RABBITMQ_NODENAME: 'covenant@localhost',
  RABBITMQ_DIST_PORT: String(ports.dist),
  ERL_EPMD_PORT: String(ports.epmd),
  // Room for a million processes is 15 MB, allocators that keep memory for each scheduler are 40; the broker of a
  // laptop needs neither.
  RABBITMQ_MAX_NUMBER_OF_PROCESSES: '65536',
  MALLOC_ARENA_MAX: '1',
  // The script then becomes the broker instead of waiting beside it, so our pid and our signals are the broker's.
  RUNNING_UNDER_SYSTEMD: '1',
  // No busy waiting between messages; one scheduler alone would double the start.
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
    '-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none +Mea min',
});

/**
 * As `rabbitmqctl stop_app` does it: then all data is on the disk, and Erlang is ended at once, since it would wait a
 * second more. The statistics of its pages end first: stopped together with the rest, they ask a process that itself
 * waits for them, which costs the broker five seconds until it gives up. The cookie is the one in HOME.
 */
async function stopApplication(folder: string, ports: Ports, modules: string): Promise<'SIGKILL' | undefined> {
  const record = existsSync(modules) ? [] : [recordModules(modules)];
  const statistics = 'gen_event:delete_handler(rabbit_event, rabbit_mgmt_db_handler, [])';
  const stdout = await evaluate(folder, ports, [...record, statistics, 'rabbit:stop()']);
  return stdout.includes('{ok, ok}') ? 'SIGKILL' : undefined;
}

/** What the broker prints; empty when it does not. */
async function evaluate(folder: string, ports: Ports, expressions: readonly string[]): Promise<string> {
  const args = ['-address', `127.0.0.1:${ports.dist}`, '-timeout', '5', '-e'];
  const env = { PATH: process.env.PATH, HOME: folder };
  const call = run('erl_call', args, { env, timeout: 15_000 });
  call.child.stdin?.on('error', () => undefined).end(`${expressions.join(',')}.\n`);
  const { stdout } = await call.catch(() => ({ stdout: '' }));
  return stdout;
}

function writeFiles(place: DataFolder, folder: string, ports: Ports): void {
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  write('env', '');
  write('advanced.config', '[].');
  write('enabled_plugins', '[rabbitmq_management].');
  write('definitions.json', JSON.stringify(definitions(place)));
  // In Erlang's own terms: for the other format the broker reads the schemas of all its plugins first, a fifth of the
  // start.
  write(
    'rabbitmq.config',
    `[{rabbit, [{tcp_listeners, [{"127.0.0.1", ${ports.amqp}}]},
           {load_definitions, "${path.join(folder, 'definitions.json')}"},
           {disk_free_limit, 50000000},
           {vm_memory_high_watermark, {absolute, ${memoryBytes}}}]},
 {ra, [{wal_max_size_bytes, ${logBytes}}]},
 {rabbitmq_management, [{tcp_config, [{ip, "127.0.0.1"}, {port, ${ports.management}}]}]}].
`,
  );
}

/** Above it, the broker takes no messages until it needs less again. */
const memoryBytes = 512_000_000;
/**
 * Quorum queues keep in memory what is in their common log, also what was purged or consumed, until the log is full.
 * With its default of 512 MB the broker could stop for good: no message is taken while it is short of memory, so the
 * log never gets full. https://www.rabbitmq.com/docs/quorum-queues#resource-use
 */
const logBytes = 64_000_000;

const ourPlugins = /^rabbitmq_(management|management_agent|prelaunch|web_dispatch)-/;

/**
 * Those of the package without the thirty that we never enable: a start reads each one that it finds, and looks for
 * every module in all of their folders, a fifth of its processor time. Empty where the package keeps them elsewhere;
 * the broker then takes its own.
 */
const usedPlugins = (): readonly string[] =>
  globSync('/usr/lib/rabbitmq/lib/rabbitmq_server-*/plugins/*-*').filter((folder) => {
    const name = path.basename(folder);
    return !name.startsWith('rabbitmq_') || ourPlugins.test(name);
  });

/** With a definitions file the server creates no user by itself, so all of them stand here. */
const definitions = (place: DataFolder) => ({
  vhosts: [{ name: '/' }],
  users: [
    user('management', place.secret('broker_management'), ['administrator']),
    ...[...brokerUsers, team].map((name) => user(name, place.secret(`broker_${name}`), [])),
  ],
  permissions: permissionsOf('/'),
});

export const permissionsOf = (vhost: string) => [
  { user: 'management', vhost, configure: '.*', write: '.*', read: '.*' },
  ...brokerUsers.map((user) => ({ user, vhost, ...serviceRights(user) })),
  { user: team, vhost, ...teamRights(team) },
];

function user(name: string, password: string, tags: readonly string[]) {
  const salt = randomBytes(4);
  const hash = createHash('sha256').update(salt).update(password).digest();
  return {
    name,
    password_hash: Buffer.concat([salt, hash]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags,
  };
}

/** One call of the management API. */
export async function manage(facts: BrokerFacts, method: string, resource: string, body?: object): Promise<Response> {
  const credentials = Buffer.from(`${facts.managementUser}:${facts.managementPassword}`).toString('base64');
  return fetch(`${facts.managementUrl}/api/${resource}`, {
    method,
    // A connection that is kept may be closed by the broker just when the next request begins.
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json', connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A broker that is short of memory answers only once its queues are shorter.
    signal: AbortSignal.timeout(60_000),
  });
}

async function allFree(ports: Ports): Promise<boolean> {
  const free = await Promise.all(Object.values(ports).map(isFree));
  return free.every(Boolean);
}
