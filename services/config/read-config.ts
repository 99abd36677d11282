// The environment, read once: every mistake is reported at once, by name.
import type { Role } from './definition.ts';
import type { LabEngine } from './lab-variables.ts';
import { objectKeyMistakes } from './object-keys.ts';
import { productionMistakes } from './production.ts';
import type { Config, ConfigMistake } from './types.ts';
import { definitions, type Variable } from './variables.ts';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly ConfigMistake[];

  constructor(mistakes: readonly ConfigMistake[]) {
    const lines = mistakes.map(({ variable, expected, found }) => `  ${variable} is ${found}; expected ${expected}`);
    super(`The environment has ${mistakes.length} error${mistakes.length === 1 ? '' : 's'}:\n${lines.join('\n')}`);
    this.mistakes = mistakes;
  }
}

/** Throws a ConfigError with every mistake. Values of variables are never part of it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, chosen: readonly Role[]): Config {
  const mistakes: ConfigMistake[] = [];
  const entries = Object.entries(definitions).map(([variable, { reader, roles, otherwise }]) => {
    const text = env[variable]?.trim() || otherwise;
    if (text === undefined) {
      if (chosen.some((role) => needs(role, roles)))
        mistakes.push({ variable, expected: reader.expected, found: 'missing' });
      return [variable, undefined] as const;
    }
    try {
      return [variable, reader.read(text)] as const;
    } catch {
      mistakes.push({ variable, expected: reader.expected, found: 'wrong' });
      return [variable, undefined] as const;
    }
  });
  const config = { ...Object.fromEntries(entries), roles: chosen } as Config;
  mistakes.push(...objectKeyMistakes(env, chosen), ...engineMistakes(config), ...productionMistakes(config, env));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return Object.freeze(config);
}

const needs = (role: Role, needing: readonly Role[]): boolean =>
  needing.includes(role) || (role === 'all' && needing.some((each) => each !== 'migrate'));

/** What each engine cannot do without. */
const engineNeeds: Readonly<Record<LabEngine, readonly Variable[]>> = {
  memory: [],
  containers: ['LAB_ENGINE_SOCKET', 'LAB_TOOLS_IMAGE'],
  kubernetes: ['LAB_SSH_HOST', 'LAB_TOOLS_IMAGE'],
};

const engineMistakes = (config: Config): ConfigMistake[] =>
  engineNeeds[config.LAB_ENGINE ?? 'memory']
    .filter((variable) => config[variable] === undefined)
    .map((variable) => ({ variable, expected: definitions[variable].reader.expected, found: 'missing' }));

/** For a part that only runs in roles which need the variable: readConfig has made sure of it. */
export function needed<T>(value: T | undefined, variable: Variable): T {
  if (value === undefined)
    throw new ConfigError([{ variable, expected: definitions[variable].reader.expected, found: 'missing' }]);
  return value;
}
