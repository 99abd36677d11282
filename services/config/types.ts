// What readConfig returns, and how it reports mistakes.
import type { Role } from './definition.ts';
import type { Variable, variables } from './variables.ts';

type Value<Name extends Variable> = (typeof variables)[Name]['reader'] extends {
  readonly read: (text: string) => infer T;
}
  ? T
  : never;
/** What may be missing, because none of the chosen roles needs it. */
type Optional = { [Name in Variable]: (typeof variables)[Name] extends { otherwise: string } ? never : Name }[Variable];

export type Config = {
  readonly [Name in Exclude<Variable, Optional>]: Value<Name>;
} & { readonly [Name in Optional]: Value<Name> | undefined } & { readonly roles: readonly Role[] };

export type ConfigMistake = {
  readonly variable: string;
  readonly expected: string;
  readonly found: 'missing' | 'wrong' | 'unsafe';
};
