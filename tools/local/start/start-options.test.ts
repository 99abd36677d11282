// What a start makes of its command line, and of one whose `--` was forgotten; the variables are those that npm 11
// sets.
import test from 'ava';
import { startOptions } from './start-options.ts';

function optionsOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): unknown {
  try {
    return startOptions(args, { npm_lifecycle_event: 'start', npm_config_prefix: '/usr', ...env });
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  }
}

const nothing = { port: undefined, engine: undefined, fresh: false, config: undefined, services: true };

test('options after -- are taken as they are written', (t) => {
  t.deepEqual(optionsOf([]), nothing);
  t.deepEqual(optionsOf(['--port', '9000', '--engine=docker', '--config', 'own.env', '--fresh', '--no-services']), {
    port: 9000,
    engine: 'docker',
    fresh: true,
    config: 'own.env',
    services: false,
  });
});

test('options that npm kept end the start with the line that was meant', (t) => {
  const write = (line: string) => `npm uses options without -- itself. Run \`npm start -- ${line}\`.`;
  t.is(optionsOf([], { npm_config_fresh: 'true' }), write('--fresh'));
  t.is(optionsOf(['9000'], { npm_config_port: 'true' }), write('--port 9000'));
  t.is(optionsOf([], { npm_config_port: 'true' }), write('--port N'));
  t.is(optionsOf([], { npm_config_port: '9000' }), write('--port 9000'));
  t.is(optionsOf(['docker'], { npm_config_engine_strict: 'true' }), write('--engine docker'));
  t.is(optionsOf([], { npm_config_engine: 'docker' }), write('--engine docker'));
  t.is(optionsOf([], { npm_config_services: '' }), write('--no-services'));
  t.is(optionsOf(['own.env'], { npm_config_config: 'true' }), write('--config own.env'));
  t.is(optionsOf([], { npm_config_config: 'own.env' }), write('--config own.env'));
  t.is(
    optionsOf(['docker', '9000'], {
      npm_config_port: 'true',
      npm_config_engine_strict: 'true',
      npm_config_fresh: 'true',
    }),
    write('--port 9000 --engine docker --fresh'),
  );
  t.is(optionsOf(['--port', '9000'], { npm_config_fresh: 'true' }), write('--port 9000 --fresh'));
});

test('settings of npm in an npmrc, or for another script, stop no start', (t) => {
  t.deepEqual(optionsOf([], { npm_config_engine_strict: 'true', npm_config_fresh: '' }), nothing);
  t.deepEqual(optionsOf([], { npm_lifecycle_event: 'test', npm_config_fresh: 'true' }), nothing);
  t.deepEqual(optionsOf(['--port', '9000'], { npm_config_port: '3000' }), { ...nothing, port: 9000 });
});

test('npm start refuses a wrong value with the allowed ones', (t) => {
  for (const port of ['abc', '0', '70000', '0x50', ''])
    t.is(optionsOf([`--port=${port}`]), `--port ${port} is not a port: use a whole number from 1 to 65535.`);
  t.is(optionsOf(['--engine', 'foo']), '--engine foo is not an engine: use one of memory, podman, docker, kubernetes.');
});
