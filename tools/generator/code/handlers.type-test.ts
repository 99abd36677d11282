// What must not compile: each line below `@ts-expect-error` is refused by tsc, or the type check fails. Nothing runs.
// That each is refused for the reason it names, and that the check would notice if it were not: handlers.test.ts.
import type { CallerBase } from '../../runtime/host.ts';
import {
  type Client,
  createBox,
  getBox,
  isProblem,
  listBoxes,
  sendFreight,
} from '../fixtures/tiny/generated/tiny/client.ts';
import { problems, type TinyHandlers } from '../fixtures/tiny/generated/tiny/server.ts';
import { canMove, freightStatusTable } from '../fixtures/tiny/generated/tiny/states.ts';
import type { Box, BoxId, FreightId } from '../fixtures/tiny/generated/tiny/types.ts';

type Handlers = TinyHandlers<CallerBase>;
declare const box: Box;
declare const boxId: BoxId;
declare const freightId: FreightId;
declare const client: Client;
declare const all: Handlers;

const accepted = { freight_id: freightId, status: 'waiting' } as const;
const location = { Location: '/boxes/b1' };

export const fine = {
  async createBox() {
    return { status: 201, body: box, headers: location };
  },
  async getBox({ path, caller, unchanged }) {
    if (await unchanged(caller.scopeKey)) return { status: 304, revision: '1' };
    return path.id === boxId ? { status: 200, body: box, revision: '1' } : problems.notFound({ detail: 'none' });
  },
  async sendFreight({ form }) {
    form.weight satisfies number;
    form.fragile satisfies boolean;
    form.file.sha256 satisfies string;
    return { status: 202, body: accepted };
  },
} satisfies Pick<Handlers, 'createBox' | 'getBox' | 'sendFreight'>;

export const undeclaredStatus = {
  // @ts-expect-error 200 is not declared
  createBox: async () => ({ status: 200, body: box, headers: location }),
  // @ts-expect-error 418 is not declared
  getFreight: async () => ({ status: 418, body: { ...accepted, progress: 1 } }),
} satisfies Pick<Handlers, 'createBox' | 'getFreight'>;

export const undeclaredProblem = {
  // @ts-expect-error getFreight has no 403
  getFreight: async () => problems.outOfScope({ detail: 'd', policy: 'p', attribute: 'a' }),
} satisfies Pick<Handlers, 'getFreight'>;

export const missingField = {
  // @ts-expect-error the body lacks size
  getSmallestBox: async () => ({ status: 200, body: { id: boxId, colour: 'red' } }),
  // @ts-expect-error the body lacks status
  sendFreight: async () => ({ status: 202, body: { freight_id: freightId } }),
  // @ts-expect-error a conditional answer needs its revision
  getBox: async () => ({ status: 200, body: box }),
} satisfies Pick<Handlers, 'getSmallestBox' | 'sendFreight' | 'getBox'>;

export const wrongField = {
  // @ts-expect-error pink is no colour
  getSmallestBox: async () => ({ status: 200, body: { id: boxId, colour: 'pink', size: 1 } }),
  // @ts-expect-error a freight's id is no box's
  sendFreight: async () => ({ status: 202, body: { ...accepted, freight_id: boxId } }),
} satisfies Pick<Handlers, 'getSmallestBox' | 'sendFreight'>;

export const wrongHeader = {
  // @ts-expect-error Location is missing
  createBox: async () => ({ status: 201, body: box }),
  // @ts-expect-error X-Count is not declared
  getFreight: async () => ({ status: 200, body: { ...accepted, progress: 1 }, headers: { 'X-Count': '1' } }),
  // @ts-expect-error a header is a text
  knock: async () => ({
    status: 200,
    mediaType: 'application/json',
    body: { received: 'x' },
    headers: { 'Set-Cookie': 1 },
  }),
  // @ts-expect-error Location is the runtime's to give
  sendFreight: async () => ({ status: 202, body: accepted, headers: location }),
} satisfies Pick<Handlers, 'createBox' | 'getFreight' | 'knock' | 'sendFreight'>;

const { knock: _, ...withoutKnock } = all;
// @ts-expect-error knock is missing
export const missingOperation: Handlers = withoutKnock;

export const plannedOperation = {
  // @ts-expect-error deleteBox is planned only
  deleteBox: async () => ({ status: 204 }),
} satisfies Partial<Handlers>;

export const unknownInput = {
  // @ts-expect-error the operation has no such parameter
  listBoxes: async ({ query }) => ({ status: 304, revision: String(query.size) }),
  // @ts-expect-error the body has no such field
  createBox: async ({ body }) => ({ status: 201, body: { ...box, size: body.weight }, headers: location }),
} satisfies Pick<Handlers, 'listBoxes' | 'createBox'>;

export const publicCaller = {
  // @ts-expect-error no one has called: the operation is public
  knock: async ({ caller }) => ({
    status: 200,
    mediaType: 'application/json',
    body: { received: String(caller) },
    headers: {},
  }),
} satisfies Pick<Handlers, 'knock'>;

// @ts-expect-error the registry says which fields a problem has
problems.outOfScope({ detail: 'd', policy: 'p' });
getBox(client, { path: { id: 'b1' } });
// @ts-expect-error an id of another kind does not fit
getBox(client, { path: { id: freightId } });
// @ts-expect-error a plain string is no id for a handler
export const idOfText: BoxId = 'b1';
// @ts-expect-error the operation has no such query
listBoxes(client, { query: { size: 1 } });
listBoxes(client, { query: { colour: 'red' } });
// @ts-expect-error a part of the input is misspelt
listBoxes(client, { querry: { colour: 'red' } });
// @ts-expect-error the body lacks colour
createBox(client, { body: { size: 1 } });
// @ts-expect-error a file is a blob
sendFreight(client, { form: { file: 'text', to: 'x' } });
// @ts-expect-error there is no such problem
isProblem(new Error(), 'no-such-thing');
// @ts-expect-error there is no such state
canMove(freightStatusTable, 'waiting', 'eaten');

export async function narrowed(): Promise<string> {
  const result = await getBox(client, { path: { id: boxId } });
  // @ts-expect-error a body is there only after a look at the status
  result.body;
  if (result.ok) return result.status === 200 ? result.body.id : '';
  // @ts-expect-error the operation has no such problem
  isProblem(result.problem, 'out-of-scope');
  // @ts-expect-error the result has no such problem
  isProblem(result, 'rate-limited');
  // @ts-expect-error the problem cannot have this slug
  if (result.problem.slug === 'idempotency-in-flight') return '';
  if (isProblem(result, 'not-found')) result.status satisfies 404;
  if (isProblem(result.problem, 'not-found')) result.problem.slug satisfies 'not-found';
  return result.problem.slug === 'internal' ? String(result.problem.status satisfies 500) : result.problem.type;
}
