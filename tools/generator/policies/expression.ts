// A condition of Cedar as TypeScript. It may compare what a grant and a request contain, and nothing else: what is left
// of the grants is then a scope of ids, which a query and row-level security can have. Everything else is refused.
import { quote } from '../code/print.ts';
import type { Expression } from './cedar.ts';

export class NotAScope extends Error {}

type Pair = { readonly left: Expression; readonly right: Expression };
type OfAttribute = { readonly left: Expression; readonly attr: string };
type Choice = { readonly if: Expression; readonly then: Expression; readonly else: Expression };

const variables: Readonly<Record<string, string>> = {
  principal: 'principal',
  context: 'filters',
  resource: '(filters.dealer_id ?? principal.dealer)',
};

const operators: Readonly<Record<string, (operand: never) => string>> = {
  Var: (name: string) => variables[name] ?? refuse(`the variable ${name}`),
  Value: (value: unknown) =>
    typeof value === 'string'
      ? quote(value)
      : typeof value === 'boolean'
        ? String(value)
        : refuse('a value that is neither text nor a boolean'),
  '.': ({ left, attr }: OfAttribute) => `${typescriptOf(left)}.${attr}`,
  has: ({ left, attr }: OfAttribute) => `${typescriptOf(left)}.${attr} !== undefined`,
  contains: ({ left, right }: Pair) => `${typescriptOf(left)}.includes(${typescriptOf(right)})`,
  '==': ({ left, right }: Pair) => `${typescriptOf(left)} === ${typescriptOf(right)}`,
  '&&': ({ left, right }: Pair) => `(${typescriptOf(left)} && ${typescriptOf(right)})`,
  '||': ({ left, right }: Pair) => `(${typescriptOf(left)} || ${typescriptOf(right)})`,
  '!': ({ arg }: { readonly arg: Expression }) => `!(${typescriptOf(arg)})`,
  'if-then-else': (choice: Choice) =>
    `(${typescriptOf(choice.if)} ? ${typescriptOf(choice.then)} : ${typescriptOf(choice.else)})`,
};

export function typescriptOf(expression: Expression): string {
  const [[operator, operand] = ['nothing', undefined]] = Object.entries(expression);
  const emit = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  return emit === undefined ? refuse(operator) : emit(operand as never);
}

/** The conditions that are joined by `&&`, from left to right. */
export function conjuncts(expression: Expression): readonly Expression[] {
  const both = expression['&&'] as Pair | undefined;
  return both === undefined ? [expression] : [...conjuncts(both.left), ...conjuncts(both.right)];
}

function refuse(what: string): never {
  throw new NotAScope(`${what} cannot be a scope of ids`);
}
