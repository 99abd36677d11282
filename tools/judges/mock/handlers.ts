// A handler for each operation: what its role says, or what the caller prefers. Registered with openapi-backend, which
// knows the operations.
import { readFile } from 'node:fs/promises';
import type { Operation } from '../../contract/document/model.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Handler, HeaderValue, Reply } from '../../runtime/exchange.ts';
import type { UploadedFile } from '../../runtime/host.ts';
import { isProblemReply, type ProblemReply } from '../../runtime/problem.ts';
import type { MockContext, Request } from './context.ts';
import { exampleBuilder, fieldsOf } from './example-builder.ts';
import { mistakesIn } from './files.ts';
import { handlersByRole, type OperationHandler, type RoleWithKind } from './operations.ts';
import { preferenceOf, preferred, preferredReply } from './prefer.ts';
import { resourceStore } from './resource-store.ts';
import { headerExample, rolesOf } from './roles.ts';
import { seedResources } from './seed.ts';

type Received = Omit<Request, 'fields' | 'text'> & { readonly form?: Readonly<Record<string, unknown>> };

export function handlersOf(
  given: Omit<MockContext, 'resources' | 'builder' | 'roles'>,
): Readonly<Record<string, Handler>> {
  const { api, document } = given.backend;
  const context: MockContext = {
    ...given,
    roles: rolesOf(document),
    resources: resourceStore(),
    builder: exampleBuilder(given.backend),
  };
  seedResources(context);
  for (const operation of document.operations)
    api.register(operation.facts.id, (_, received: Received) => answer(context, operation, received));
  return Object.fromEntries(
    document.operations.map(({ facts: { id } }) => [
      id,
      async (received: never) => (await api.handlers[id]?.({ api } as never, received)) as Reply,
    ]),
  );
}

async function answer(context: MockContext, operation: Operation, received: Received): Promise<Reply> {
  const preference = preferenceOf(preferred.getStore() ?? '');
  const reply = preference
    ? preferredReply(context.backend, operation, preference)
    : await handled(context, operation, received);
  return isProblemReply(reply) ? reply : withHeaders(context, operation, reply);
}

async function handled(context: MockContext, operation: Operation, received: Received): Promise<Reply> {
  const role = context.roles.of(operation.facts.id);
  const handle: OperationHandler = handlersByRole[role.is];
  const request = { ...received, ...(await read(received)) };
  return mistakesIn(operation, request.text) ?? handle(context, operation, request, role as RoleWithKind);
}

/** Fields and text of the request, however they were sent: as JSON, as YAML, in a form, in a file of a form. */
async function read({ body, form }: Received): Promise<Pick<Request, 'fields' | 'text'>> {
  if (form === undefined) return { fields: fieldsOf(body), text: typeof body === 'string' ? body : undefined };
  const files = Object.values(form).filter(isFile);
  const [file] = files.filter(({ size }) => size < 1 << 20);
  const text = file === undefined ? undefined : await readFile(file.path, 'utf8');
  const plain = Object.entries(form).filter(([, value]) => !isFile(value));
  return { fields: { ...fieldsOf(text ?? {}), ...(Object.fromEntries(plain) as JsonObject) }, text };
}

const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && 'sha256' in value;

/** Headers that the contract leaves to handlers: what the reply has not, as in the contract's example. */
function withHeaders({ backend }: MockContext, operation: Operation, reply: Exclude<Reply, ProblemReply>): Reply {
  const declared = operation.replies.find(({ status }) => status === reply.status)?.headers ?? [];
  const headers: Record<string, HeaderValue> = { ...reply.headers };
  for (const name of declared)
    headers[name] ??= headerExample(backend.document.bundle.json, operation, reply.status, name);
  return { ...reply, headers };
}
