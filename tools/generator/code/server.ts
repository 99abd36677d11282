// The server of a document: the type of each handler, the table of operations, and the mount that joins them to the
// runtime.
import type { ApiDocument, Operation, Parameter, ReplyMedia } from '../../contract/document/model.ts';
import { bodyHelper, bodyType, comment, firstForms, importOf, pascal, print, quote, replyType } from './print.ts';

export function emitServer({ name, operations }: ApiDocument, header: string, runtime: string): string {
  const title = pascal(name);
  const live = operations.filter(({ facts }) => facts.planned === undefined);
  const types = live.map((operation) => `${requestType(operation)}\n\n${replyTypes(operation)}\n`).join('\n');
  const handlers = live.map(({ facts, summary }) => {
    const called = facts.schemes.length === 0 ? '' : ' & Called<Caller>';
    return `${comment(summary, '  ')}\n  ${facts.id}(request: ${pascal(facts.id)}Request${called}): Promise<${pascal(facts.id)}Reply>;`;
  });
  const facts = Object.fromEntries(operations.map((operation) => [operation.facts.id, operation.facts]));
  const caller = handlers.some((handler) => handler.includes('Caller')) ? 'Caller' : '_Caller';
  const text = types + handlers.join('');
  return `${header}
import type { Middleware } from 'koa';
import type { Contract, OperationFacts } from '${runtime}/contract.ts';
${importOf(`${runtime}/exchange.ts`, ['type Bytes'], text)}${importOf(`${runtime}/handler.ts`, ['type Called', 'type ConditionalRead', 'type ConditionalWrite', 'type Filled', 'type FormOf', 'type Received', 'type WithBasic'], text)}import { type Handlers, mount } from '${runtime}/http.ts';
import type { CallerBase, ContractHost } from '${runtime}/host.ts';
${importOf(`${runtime}/reply/page.ts`, ['type Rows', 'type WithPage', 'withPages'], `${text}withPages`)}import { registry } from './problems.ts';
${importOf('./problems.ts', ['type ProblemReply'], text)}import { route } from './routes.ts';
${text.includes('T.') ? "import type * as T from './types.ts';\n" : ''}import * as validators from './validate.js';

export { problems, type ProblemReply } from './problems.ts';

${bodyHelper(types)}${types}
/** Every operation that is not planned only. A handler returns data; the runtime does the protocol. */
export type ${title}Handlers<${caller}> = {
${handlers.join('\n')}
};

export const ${name}Operations = ${print(facts)} as const satisfies Record<string, OperationFacts>;

let replies: ReturnType<Contract['replies']> | undefined;

const contract: Contract = {
  operations: ${name}Operations,
  problems: registry,
  validators,
  replies: () => {
    replies ??= import('./validate-replies.js');
    return replies;
  },
  route,
};

/** Serves the operations under \`host.basePath\`; other paths go to the next middleware. */
export const mount${title} = <Caller extends CallerBase>(handlers: ${title}Handlers<Caller>, host: ContractHost<Caller>): Middleware =>
  mount(contract, withPages(${name}Operations, handlers) as Handlers, host);
`;
}

function requestType(operation: Operation): string {
  const { facts, parameters, bodies } = operation;
  const members = [
    ...(['path', 'query', 'header', 'cookie'] as const).flatMap((where) =>
      parameterMember(operation, where, parameters),
    ),
    ...(facts.basic ? ['WithBasic'] : []),
    ...(facts.paged ? ['WithPage'] : []),
    ...(facts.conditional === 'read' ? ['ConditionalRead'] : []),
    ...(facts.conditional === 'write' ? ['ConditionalWrite'] : []),
    ...(facts.columns === undefined && Object.values(facts.replies).some(({ media }) => media.length > 1)
      ? [`{ readonly accept: ${offered(facts.replies)} }`]
      : []),
  ];
  const forms = bodies.map((body) => {
    const type = bodyType(operation, body.type, body.schema);
    const filled = filledType(type, body.defaults);
    const mark = facts.body?.required || bodies.length > 1 ? '' : '?';
    const member = body.kind === 'multipart' ? `readonly form: FormOf<${filled}>` : `readonly body${mark}: ${filled}`;
    return bodies.length === 1 ? `{ ${member} }` : `{ readonly mediaType: ${quote(body.type)}; ${member} }`;
  });
  if (bodies.length > 1 && !facts.body?.required) forms.push('{ readonly mediaType?: never; readonly body?: never }');
  const all = ['Received', ...members, ...(forms.length > 1 ? [`(${forms.join(' | ')})`] : forms)];
  return `export type ${pascal(facts.id)}Request = ${all.join(' &\n  ')};`;
}

const offered = (replies: Operation['facts']['replies']): string =>
  Object.values(replies)
    .flatMap(({ media }) => media)
    .map(quote)
    .join(' | ');

/** Parameters that the runtime reads for the handler. */
const protocolParameters = { header: ['Idempotency-Key', 'If-Match', 'If-None-Match'], query: ['limit', 'cursor'] };

const readByRuntime = ({ paged }: Operation['facts'], where: Parameter['in']): readonly string[] =>
  where === 'header' || (where === 'query' && paged) ? protocolParameters[where] : [];

const member = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

function parameterMember({ facts }: Operation, where: Parameter['in'], all: readonly Parameter[]): string[] {
  const protocol = readByRuntime(facts, where);
  const mine = all.filter((each) => each.in === where && !protocol.includes(each.name));
  if (mine.length === 0) return [];
  const type = `NonNullable<T.operations['${facts.id}']['parameters']['${where}']>`;
  const hidden = all.filter((each) => each.in === where).length - mine.length;
  const shown = hidden === 0 ? type : `Omit<${type}, ${protocol.map(quote).join(' | ')}>`;
  const defaults = mine.filter(({ schema }) => schema.default !== undefined).map(({ name }) => name);
  return [`{ readonly ${member[where]}: ${filledType(shown, defaults)} }`];
}

const filledType = (type: string, names: readonly string[]): string =>
  names.length === 0 ? type : `Filled<${type}, ${names.map(quote).join(' | ')}>`;

function replyTypes(operation: Operation): string {
  const { facts, replies } = operation;
  const shapes = firstForms(operation.facts, replies).map((reply) => replyShape(operation, reply));
  const slugs = facts.problems.map(quote).join(' | ');
  const all = [...shapes, ...(slugs === '' ? [] : [`ProblemReply<${slugs}>`])];
  return `export type ${pascal(facts.id)}Reply =\n${all.map((each) => `  | ${each}`).join('\n')};`;
}

function replyShape(operation: Operation, reply: ReplyMedia): string {
  const { facts } = operation;
  const { status, type, schema, headers, tagged } = reply;
  const several = facts.columns === undefined && (facts.replies[status]?.media.length ?? 0) > 1;
  const conditional =
    (facts.conditional === 'read' && (status === 200 || status === 304)) || (facts.conditional === 'write' && tagged);
  const isPage = facts.paged === true && status === 200 && type !== undefined;
  const members = [
    `status: ${status}`,
    ...(isPage ? [] : [bodyMember(operation, reply)]),
    ...(type !== undefined && several ? [`mediaType: ${quote(type)}`] : []),
    headers.length === 0 ? 'headers?: never' : `headers: { ${headers.map((name) => headerMember(name)).join('; ')} }`,
    ...(conditional ? ['revision: string', 'scope?: string'] : []),
  ];
  const shape = `{ ${members.map((each) => `readonly ${each}`).join('; ')} }`;
  return isPage ? `(${shape} & Rows<${replyType(operation, status, type, schema)}>)` : shape;
}

function bodyMember(operation: Operation, { status, type, schema }: ReplyMedia): string {
  if (type === undefined) return 'body?: never';
  return `body: ${/[/+]json$/.test(type) ? replyType(operation, status, type, schema) : 'Bytes'}`;
}

const headerMember = (name: string): string =>
  `readonly ${/^\w+$/.test(name) ? name : quote(name)}${name === 'Set-Cookie' ? '?: string | readonly string[]' : ': string'}`;
