// What the stages look up of an operation for each request, worked out once: its validators by part, the header names
// as Node writes them, what it offers.
import type { BodyKind, Coercions, Contract, OperationFacts } from './contract.ts';
import type { Validator } from './formats.ts';

export interface Plan {
  readonly path: PartPlan | undefined;
  /** Always there: a query that an operation does not have is refused. */
  readonly query: PartPlan;
  readonly headers: (PartPlan & { readonly names: readonly HeaderName[] }) | undefined;
  readonly cookies: PartPlan | undefined;
  readonly bodies: Readonly<Partial<Record<BodyKind, Validator<unknown>>>>;
  /** Media types of all replies, in the order of the contract. */
  readonly offered: readonly string[];
}

export interface PartPlan {
  readonly known: Coercions;
  readonly validate: Validator<unknown> | undefined;
}

interface HeaderName {
  readonly name: string;
  readonly lowerCase: string;
}

const plans = new WeakMap<OperationFacts, Plan>();

interface Planned {
  readonly contract: Pick<Contract, 'validators'>;
  readonly operation: OperationFacts;
}

export function planOf({ contract, operation }: Planned): Plan {
  const known = plans.get(operation);
  if (known !== undefined) return known;
  const made = planned(operation, (part) => contract.validators[`${operation.id}_${part}`]);
  plans.set(operation, made);
  return made;
}

function planned(
  { parameters, body, replies }: OperationFacts,
  validator: (part: string) => Validator<unknown> | undefined,
): Plan {
  const part = (name: keyof typeof parameters) => ({ known: parameters[name], validate: validator(name) });
  const ifAny = (name: keyof typeof parameters) => (Object.keys(parameters[name]).length > 0 ? part(name) : undefined);
  const headers = ifAny('headers');
  const names = Object.keys(parameters.headers).map((name) => ({ name, lowerCase: name.toLowerCase() }));
  const kinds = new Set(Object.values(body?.media ?? {}));
  return {
    path: ifAny('path'),
    query: part('query'),
    headers: headers && { ...headers, names },
    cookies: ifAny('cookies'),
    bodies: Object.fromEntries([...kinds].map((kind) => [kind, validator(kind)])),
    offered: Object.values(replies).flatMap(({ media }) => media),
  };
}
