// Bodies and queries that were generated, at the edges of what the schema permits: none may be refused for its form.
// What fails is made as small as it can be.
import type { CheckName } from '../checks.ts';
import { isJson } from '../contract/contract.ts';
import type { Operation } from '../contract/document.ts';
import { schemasOf } from '../contract/schemas.ts';
import type { GoodRequest, Prerequisites } from '../prerequisites.ts';
import { bodyIn, type Fields, type Filled, isForm } from '../requests/request.ts';
import { edgesOf, generated as madeOf, random } from '../requests/vary.ts';
import type { Question, Session } from '../session.ts';
import { accepted } from './causes.ts';

export type Choices = { readonly seed: number; readonly depth: number };

export async function generated(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  { seed, depth }: Choices,
): Promise<void> {
  const good = prerequisites.good(operation);
  if (good === undefined) return;
  const next = random(seed ^ hash(operation.id));
  const made = [bodiesOf(session, operation, good, next), queriesOf(operation, good, next)];
  for (const { check, required, make, filled } of made.filter((each) => each !== undefined)) {
    const about = { session, ask: asker(prerequisites, operation, check, filled) };
    for (let n = 0; n < depth; n++) {
      const fields = await make();
      if (fields === undefined) continue;
      const isFound = await isRefused(about, operation, fields);
      const least = isFound ? await shrunk(fields, required, (less) => isRefused(about, operation, less)) : fields;
      await session.ask(about.ask(least));
    }
  }
}

type Making = {
  readonly check: CheckName;
  /** What shrinking leaves alone. */
  readonly required: readonly string[];
  /** None: what was made breaks a rule between fields. */
  make(): Promise<Fields | undefined>;
  filled(fields: Fields): Filled;
};

function bodiesOf(
  { contract }: Session,
  operation: Operation,
  { filled }: GoodRequest,
  next: () => number,
): Making | undefined {
  const body = bodyIn(operation, filled.media);
  if (body === undefined || !(isForm(body) || isJson(body.media))) return undefined;
  const follows = schemasOf(contract);
  return {
    check: 'generated-body',
    required: body.schema.required ?? [],
    async make() {
      const made = madeOf(body, filled.body ?? body.examples[0], next);
      // The rules between fields are in the schema too, and a made body may break them.
      return !isForm(body) && (await follows(body.pointer, made)).length > 0 ? undefined : made;
    },
    filled: (fields) => ({ ...filled, body: fields }),
  };
}

function queriesOf({ parameters }: Operation, { filled }: GoodRequest, next: () => number): Making | undefined {
  // A cursor means something to one query alone, and a long poll would only wait.
  const free = parameters.filter(({ name, in: where }) => where === 'query' && !['cursor', 'wait'].includes(name));
  if (free.length === 0) return undefined;
  return {
    check: 'generated-query',
    required: free.filter(({ required }) => required).map(({ name }) => name),
    make: async () =>
      Object.fromEntries(
        free.flatMap(({ name, schema, example, required }) => {
          const own = filled.query?.[name] ?? example;
          const values = [own, ...edgesOf(schema, own, true)].filter((value) => value !== undefined);
          const isLeftOut = !required && next() < 0.5;
          return isLeftOut || values.length === 0 ? [] : [[name, values[Math.floor(next() * values.length)]]];
        }),
      ),
    filled: (fields) => ({ ...filled, query: fields }),
  };
}

const asker =
  (prerequisites: Prerequisites, operation: Operation, check: CheckName, filled: Making['filled']) =>
  (fields: Fields): Question =>
    prerequisites.question(check, operation, filled(fields), { status: accepted(operation) });

type About = { readonly session: Session; readonly ask: (fields: Fields) => Question };

async function isRefused({ session, ask }: About, operation: Operation, fields: Fields): Promise<boolean> {
  const status = await session.peek(ask(fields));
  return status !== undefined && status !== 429 && !accepted(operation).includes(status);
}

async function shrunk(
  fields: Fields,
  required: readonly string[],
  isRefused: (fields: Fields) => Promise<boolean>,
): Promise<Fields> {
  let least = fields;
  for (const name of Object.keys(fields).filter((each) => !required.includes(each))) {
    const less = Object.fromEntries(Object.entries(least).filter(([key]) => key !== name));
    if (await isRefused(less)) least = less;
  }
  return least;
}

const hash = (text: string): number =>
  [...text].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) | 0, 7);
