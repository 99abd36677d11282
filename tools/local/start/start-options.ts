// The options of `npm start`. Without `--` npm takes them for its own: it keeps the names in npm_config_* and passes on
// the bare words.

import { messageOf } from '../../command-line/message-of.ts';
import { optionsOf } from '../../command-line/options.ts';
import { Failure } from '../servers/failure.ts';
import { type EngineName, engines } from '../servers/lab-engine/labs.ts';

export const defaultPort = 8080;
const usage = `Usage: npm start [-- --port 1..65535] [--engine ${engines.join('|')}] [--config FILE] [--fresh] [--no-services]`;
export const help = `${usage}

  --port N        the port of the front door (default: ${defaultPort} or the next free port)
  --engine NAME   where labs run (default: Podman if it can run, otherwise simulated in memory)
  --config FILE   use your own servers instead of the embedded ones: NAME=value lines with the variables of deploy/README.md
  --fresh         deletes the data of earlier starts, and their labs on the --engine
  --no-services   starts only the servers, to run the services in a debugger

Press Ctrl-C to stop, or run \`npm run stop\` if it runs in the background. Addresses and demo accounts are in run/endpoints.json.
Data on your own servers is kept, even with --fresh.`;

export type StartOptions = {
  readonly port: number | undefined;
  readonly engine: EngineName | undefined;
  readonly fresh: boolean;
  /** Names servers of the user's own. */
  readonly config: string | undefined;
  readonly services: boolean;
};

/** A mistake is a `Failure` that says what to write instead. */
export function startOptions(args: readonly string[], env: NodeJS.ProcessEnv): StartOptions {
  const kept = keptByNpm(args, env);
  if (kept.length > 0) {
    const meant = [
      ...args.filter((word, at) => !isBare(args, at) || !kept.join(' ').split(' ').includes(word)),
      ...kept,
    ].join(' ');
    throw new Failure(`npm uses options without -- itself. Run \`npm start -- ${meant}\`.`);
  }
  try {
    const { values } = optionsOf({
      args: [...args],
      options: {
        port: { type: 'string' },
        engine: { type: 'string' },
        config: { type: 'string' },
        fresh: { type: 'boolean', default: false },
        'no-services': { type: 'boolean', default: false },
      },
    });
    const { fresh, config, 'no-services': alone } = values;
    return { port: portOf(values.port), engine: engineOf(values.engine), fresh, config, services: !alone };
  } catch (error) {
    throw new Failure(`${messageOf(error)}\n${usage}`);
  }
}

/**
 * What was meant for the start. An option that is written after `--`, too, holds: the other may be of someone's npmrc.
 */
function keptByNpm(args: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  if (env.npm_lifecycle_event !== 'start') return [];
  const bare = args.filter((_, at) => isBare(args, at));
  const written = (name: string) => args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const valued = (name: string, word: string | undefined, kept: string | undefined, example: string) => {
    if (kept === undefined || kept === '' || written(name)) return [];
    return [`--${name} ${kept === 'true' ? (word ?? example) : kept}`];
  };
  const number = bare.find((word) => /^\d+$/.test(word));
  const name = bare.find((word) => word !== number && word !== env.npm_config_config);
  // npm reads `--engine` as the beginning of `--engine-strict`; that one alone does not concern us.
  const engine = env.npm_config_engine ?? (name === undefined ? undefined : env.npm_config_engine_strict);
  return [
    ...valued('port', number, env.npm_config_port, 'N'),
    ...valued('engine', name, engine, 'NAME'),
    ...valued('config', name, env.npm_config_config, 'FILE'),
    ...(env.npm_config_fresh === 'true' && !written('fresh') ? ['--fresh'] : []),
    ...(env.npm_config_services === '' && !written('no-services') ? ['--no-services'] : []),
  ];
}

/** Neither an option nor the value of one. */
const isBare = (args: readonly string[], at: number): boolean =>
  !args[at]?.startsWith('-') && !['--port', '--engine', '--config'].includes(args[at - 1] ?? '');

function portOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const port = /^\d+$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535) throw new Error(`--port ${value} is not a port: use a whole number from 1 to 65535.`);
  return port;
}

function engineOf(value: string | undefined): EngineName | undefined {
  const engine = engines.find((name) => name === value);
  if (value !== undefined && engine === undefined)
    throw new Error(`--engine ${value} is not an engine: use one of ${engines.join(', ')}.`);
  return engine;
}
