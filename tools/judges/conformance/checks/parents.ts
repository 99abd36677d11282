// What stands below one resource is not found below another one that exists too: there has to be a second parent, which
// the run makes or finds.
import type { Operation, Parameter } from '../contract/document.ts';
import { onPresentState, type Prerequisites, successes, withKey } from '../prerequisites.ts';
import { jsonOf } from '../replies/judge.ts';
import { linksIn, prefixesOf } from '../replies/links.ts';
import type { Filled } from '../requests/request.ts';
import type { Session } from '../session.ts';
import { tried } from './causes.ts';

const notFound = { status: 404, slug: 'not-found' };

export async function wrongParents(session: Session, prerequisites: Prerequisites): Promise<void> {
  const known = new Map<string, string | undefined>();
  const nested = session.contract.operations.filter(
    (each) => !each.planned && 404 in each.replies && prefixesOf(each.path).length > 1,
  );
  for (const operation of nested) {
    const filled = await goodOf(session, prerequisites, operation);
    const parents = operation.parameters.filter(({ in: where }) => where === 'path').slice(0, -1);
    for (const parent of filled === undefined ? [] : parents) {
      const prefix = prefixesOf(operation.path).find((each) => each.endsWith(`{${parent.name}}`)) ?? '';
      // A part of the address of one resource, such as its kind, is no parent of it.
      if (operation.path.startsWith(`${prefix}/{`)) continue;
      const named = namedParent(session, prerequisites, operation, parent.name);
      if (named === undefined && !known.has(prefix))
        known.set(prefix, await another(session, prerequisites, prefix, parent, filled?.path));
      const other = named ?? known.get(prefix);
      const asked = `below another ${parent.name}, which exists`;
      if (other === undefined)
        session.tally.missed(operation.id, asked, 'there is no second one, and none could be made');
      else
        await session.ask(
          prerequisites.question(
            ['wrong-parent', asked],
            operation,
            { ...filled, path: { ...filled?.path, [parent.name]: other } },
            notFound,
          ),
        );
    }
  }
}

/** The other parent that the values of the operation name. */
function namedParent(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  name: string,
): string | undefined {
  const id = session.values.operations?.[operation.id]?.otherParents?.[name];
  if (id === undefined) return undefined;
  const filled = tried(session, operation, `another ${name}`, () =>
    prerequisites.filled(operation, { path: { [name]: id } }),
  );
  return filled && String(filled.path?.[name]);
}

/** What removes something is asked for its 2xx last, and must not find it below another parent before. */
async function goodOf(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
): Promise<Filled | undefined> {
  const good = prerequisites.good(operation);
  if (good !== undefined || operation.method !== 'DELETE') return good?.filled;
  const filled = tried(session, operation, 'below another parent', () => prerequisites.filled(operation));
  return filled && onPresentState(session, operation, filled, prerequisites);
}

/** A new one, below which there is nothing; else another one of the list. That it is there, an answer says. */
async function another(
  session: Session,
  prerequisites: Prerequisites,
  prefix: string,
  parent: Parameter,
  path: Filled['path'] = {},
): Promise<string | undefined> {
  const collection = prefix.slice(0, prefix.lastIndexOf('/'));
  const id =
    (await made(session, prerequisites, collection)) ??
    (await listed(session, prerequisites, collection, parent, path));
  const read = session.contract.operations.find(
    (each) => each.path === prefix && each.method === 'GET' && !each.planned,
  );
  if (id === undefined || read === undefined) return id;
  const filled = { ...prerequisites.filled(read), path: { ...path, [parent.name]: id } };
  const question = prerequisites.question(['preparation', `another ${parent.name}`], read, filled, { status: 200 });
  return (await session.ask(question))?.status === 200 ? id : undefined;
}

const at = ({ contract }: Session, path: string, method: string): Operation | undefined =>
  contract.operations.find((each) => each.path === path && each.method === method && !each.planned);

async function made(session: Session, prerequisites: Prerequisites, collection: string): Promise<string | undefined> {
  const create = at(session, collection, 'POST');
  if (create === undefined || !('201' in create.replies)) return undefined;
  const filled = tried(session, create, 'another parent', () => prerequisites.filled(create));
  if (filled === undefined) return undefined;
  const expected = { status: [...successes(create), 409, 422] };
  const question = prerequisites.question(['preparation', 'another parent'], create, withKey(create, filled), expected);
  const answer = await session.ask(question);
  const place = answer?.status === 201 ? answer.headers.location : undefined;
  return place === undefined ? undefined : decodeURIComponent(place.split('?')[0]?.split('/').at(-1) ?? '');
}

async function listed(
  session: Session,
  prerequisites: Prerequisites,
  collection: string,
  { name, schema }: Parameter,
  path: Filled['path'],
): Promise<string | undefined> {
  const list = at(session, collection, 'GET');
  const good = list && prerequisites.good(list);
  const pointer = list?.replies[200]?.content['application/json'];
  if (good === undefined || pointer === undefined) return undefined;
  const links = linksIn(session.contract.raw, pointer, jsonOf(good.answer));
  const own = String(path?.[name]);
  return links.find(({ brand, value }) => brand === schema['x-brand'] && value !== own)?.value;
}
