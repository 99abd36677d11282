// Bodies that nobody wrote, at the edges of what the schema permits: the form of none may be refused. What fails is made as small as it can be.
import type { Operation } from '../document.ts';
import type { Reach } from '../reach.ts';
import { bodyIn, type Fields, isForm } from '../request.ts';
import { schemasOf } from '../schemas.ts';
import type { Session } from '../session.ts';
import { generated as madeOf, random } from '../vary.ts';
import { accepted } from './causes.ts';

export async function generated(
  session: Session,
  reach: Reach,
  operation: Operation,
  seed: number,
  depth: number,
): Promise<void> {
  const good = reach.good(operation);
  const body = bodyIn(operation, good?.filled.media);
  if (good === undefined || body === undefined || !(isForm(body) || body.media === 'application/json')) return;
  const next = random(seed ^ hash(operation.id));
  const follows = schemasOf(session.contract);
  const ask = (fields: Fields) =>
    reach.question('a generated body', operation, { ...good.filled, body: fields }, { status: accepted(operation) });
  const isRefused = async (fields: Fields): Promise<boolean> => {
    const status = await session.peek(ask(fields));
    return status !== undefined && status !== 429 && !accepted(operation).includes(status);
  };
  for (let n = 0; n < depth; n++) {
    const made = madeOf(body, good.filled.body ?? body.examples[0], next);
    // The rules between fields are in the schema too, and a made body may break them.
    if (!isForm(body) && (await follows(body.pointer, made)).length > 0) continue;
    await session.ask(ask((await isRefused(made)) ? await shrunk(made, body.schema.required ?? [], isRefused) : made));
  }
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
