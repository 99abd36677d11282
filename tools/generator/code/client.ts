// The client of a document: one function for each operation, its result narrowed by status.
import type { ApiDocument, Operation, Parameter } from '../../contract/document/model.ts';
import { membersOf } from './members.ts';
import {
  bodyHelper,
  bodyType,
  comment,
  firstForms,
  importOf,
  otherForms,
  pascal,
  print,
  quote,
  replyType,
} from './print.ts';

export function emitClient(document: ApiDocument, header: string, runtime: string): string {
  const built = live(document);
  const code = built.map((operation) => operationCode(operation, document)).join('\n');
  const pollers = built.map((each) => pollerCode(each, document)).filter((each) => each !== '');
  const all = [code, ...pollers].join('\n');
  const options = ['type CallOptions', 'type Client'];
  const lists = ['poll', 'type PollOptions'];
  return `${header}
${importOf(`${runtime}/brand.ts`, ['type Plain', 'type PlainQuery'], all)}${importOf(`${runtime}/client/client.ts`, ['call'], all)}${importOf(`${runtime}/client/lists.ts`, lists, all)}${importOf(`${runtime}/client/options.ts`, options, all)}${importOf('./problems.ts', ['type Problem'], all)}${all.includes('T.') ? "import type * as T from './types.ts';\n" : ''}
export { connect, UnexpectedAnswer, unwrap } from '${runtime}/client/client.ts';
export type { Attempt, CallOptions, Client, ClientOptions, UploadProgress } from '${runtime}/client/options.ts';
export { items, pages${pollers.length > 0 ? ', WaitTimeout' : ''} } from '${runtime}/client/lists.ts';
${built.some((each) => otherForms(each).length > 0) ? streamExports(runtime) : ''}${built.some(({ facts }) => facts.id === 'createWebhook') ? webhookExports(runtime) : ''}export { isProblem, type Problem, ProblemError } from './problems.ts';

${bodyHelper(all)}${all}`;
}

/** The operations that clients have: planned ones are without. */
export const live = ({ operations }: ApiDocument): readonly Operation[] =>
  operations.filter(({ facts }) => facts.planned === undefined);

const webhookExports = (runtime: string): string =>
  `export { type VerifyOptions, verifyWebhook, type WebhookMessage, WebhookRefused } from '${runtime}/client/webhook.ts';\n`;

const streamExports = (runtime: string): string =>
  `export { type StreamOptions, streamOf } from '${runtime}/client/streams.ts';\n`;

function operationCode(operation: Operation, document: ApiDocument): string {
  const { facts, summary } = operation;
  const name = pascal(facts.id);
  const input = inputType(operation);
  const optional = operation.parameters.every(({ required }) => !required) && !facts.body?.required ? '?' : '';
  const forms = otherForms(operation).map(quote).join(' | ');
  const request = print({
    operation: facts.id,
    method: facts.method,
    path: facts.path,
    ...(facts.schemes.length === 0 ? { public: true } : {}),
    ...(facts.idempotent ? { idempotent: true } : {}),
    ...(operation.bodies[0] === undefined ? {} : { body: operation.bodies[0].type }),
    ...listStyles(facts.parameters.query),
    replies: Object.fromEntries(
      firstForms(facts, operation.replies).map(({ status, type }) => [status, bodyKind(type)]),
    ),
    ...expected(operation, document),
  });
  return `export type ${name}Input = ${input};

export type ${name}Result =
${resultTypes(operation)
  .map((each) => `  | ${each}`)
  .join('\n')};

${comment(summary)}
export const ${facts.id} = (client: Client, input${optional}: ${name}Input, options?: CallOptions${forms === '' ? '' : `<${forms}>`}): Promise<${name}Result> =>
  call(client, ${request}, input, options);
`;
}

function expected({ facts, replies }: Operation, document: ApiDocument) {
  const members = firstForms(facts, replies)
    .filter(({ type }) => bodyKind(type) === 'json')
    .map(({ status, schema }) => [status, membersOf(document, schema)] as const)
    .filter(([, each]) => each !== 0);
  return members.length === 0 ? {} : { members: Object.fromEntries(members) };
}

export const bodyKind = (type: string | undefined) =>
  type === undefined ? 'nothing' : /[/+]json$/.test(type) ? 'json' : 'bytes';

export const listStyles = (
  query: Operation['facts']['parameters']['query'],
): { readonly lists?: readonly string[] } => {
  const lists = Object.keys(query).filter((name) => query[name]?.endsWith(' list'));
  return lists.length === 0 ? {} : { lists };
};

// Set by the runtime of the client, or not needed where ETags are kept by a cache.
const clientHeaders = ['Idempotency-Key'];
const plain = { path: 'Plain', query: 'PlainQuery' } as const;
const members = { path: 'path', query: 'query', header: 'headers', cookie: undefined } as const;

function inputType(operation: Operation): string {
  const { facts, parameters, bodies } = operation;
  const parts = (['path', 'query', 'header'] as const).flatMap((where) => {
    const mine = parameters.filter((each) => each.in === where && !clientHeaders.includes(each.name));
    if (mine.length === 0) return [];
    const optional = mine.some(({ required }: Parameter) => required) ? '' : '?';
    const type = `NonNullable<T.operations['${facts.id}']['parameters']['${where}']>`;
    const shown =
      where === 'header' ? `Omit<${type}, ${clientHeaders.map(quote).join(' | ')}>` : `${plain[where]}<${type}>`;
    return [`readonly ${members[where]}${optional}: ${shown}`];
  });
  const [body] = bodies;
  const mark = facts.body?.required ? '' : '?';
  const bodyPart =
    body === undefined
      ? []
      : [
          `readonly ${body.kind === 'multipart' ? 'form' : 'body'}${mark}: Plain<${bodyType(operation, body.type, body.schema)}>`,
        ];
  const all = [...parts, ...bodyPart];
  return all.length === 0 ? 'Record<never, never>' : `{\n${all.map((each) => `  ${each};\n`).join('')}}`;
}

function resultTypes(operation: Operation): string[] {
  const { facts, replies, problemsByStatus } = operation;
  const good = firstForms(facts, replies).map(({ status, type, schema }) => {
    const body =
      type === undefined ? 'undefined' : /[/+]json$/.test(type) ? replyType(operation, status, type, schema) : 'Blob';
    return `{ readonly ok: true; readonly status: ${status}; readonly headers: Headers; readonly body: ${body} }`;
  });
  const bad = Object.entries(problemsByStatus).map(
    ([status, slugs]) =>
      `{ readonly ok: false; readonly status: ${status}; readonly headers: Headers; readonly problem: Problem<${slugs.map(quote).join(' | ')}> }`,
  );
  return [...new Set(good), ...bad];
}

export type Followed = {
  /** Name of the schema of the reply. */
  readonly schema: string;
  readonly noun: string;
  readonly states: readonly string[];
  readonly final: readonly string[];
};

/** What a wait needs to know, if the operation reports on a job. */
export function followed(operation: Operation, document: ApiDocument): Followed | undefined {
  const { facts, replies } = operation;
  const waits = live(document).flatMap(({ facts: { job } }) => (job === undefined ? [] : [job.path]));
  if (facts.method !== 'GET' || !waits.includes(facts.path)) return undefined;
  const reply = replies.find(({ status }) => status === 200);
  const schema = typeof reply?.schema.$ref === 'string' ? reply.schema.$ref.split('/').at(-1) : undefined;
  const properties = document.schemas[schema ?? '']?.properties as Record<string, { $ref?: string }> | undefined;
  const status = document.schemas[properties?.status?.$ref?.split('/').at(-1) ?? ''];
  const table = status?.['x-states'] as { final: string[] } | undefined;
  if (schema === undefined || table === undefined) return undefined;
  const noun = pascal(facts.id.replace(/^[a-z]+/, ''));
  return { schema, noun, states: (status?.enum ?? []) as string[], final: table.final };
}

/** The operation that reports on a job, polled until a state that nothing leaves. */
function pollerCode(operation: Operation, document: ApiDocument): string {
  const job = followed(operation, document);
  if (job === undefined) return '';
  const { noun, schema, states, final } = job;
  const { id } = operation.facts;
  return `${comment(`Asks until the ${noun.toLowerCase()} has ended, waiting as the service says.`)}
export const waitFor${noun} = (client: Client, input: ${pascal(id)}Input, options?: PollOptions<T.${schema}>): Promise<T.${schema}> =>
  poll((call) => ${id}(client, input, call), ${print({ states, final })}, options);
`;
}
