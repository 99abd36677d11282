// Names that become names elsewhere: functions and types of TypeScript, methods and arguments of Python, commands and
// flags of the command line. Where two would meet, or one is taken, the document is refused.
import { isInherited, pythonKeywords } from '../contract/document/member-names.ts';
import type { ApiDocument, Operation } from '../contract/document/model.ts';
import { Reading } from '../contract/document/reading.ts';
import { ContractError } from '../contract/document/source.ts';
import { asRecord, type JsonObject } from '../contract/json.ts';
import { followed, live } from './code/client.ts';
import { kebab, pascal } from './code/print.ts';
import { iteratorName, parameterName, snake } from './python/print.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const javascriptWords = words(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield',
);
/** Functions that the module of a client has beside its operations. */
const clientFunctions = words('call connect isProblem items liveUpdates pages poll streamOf unwrap verifyWebhook');
/** The reply of an operation \`problem\` would have the name of the type of all refusals. */
const serverTypes = words('problem');
const pythonMethods = words('aclose close live_updates bool bytes dict float int list str type');
const typescriptTypes = words(
  'Attempt Blob BrandedId CallOptions Client ClientOptions Plain PlainQuery PollOptions Record StreamOptions UnexpectedAnswer UploadProgress VerifyOptions WaitTimeout WebhookMessage WebhookRefused',
);
const pythonTypes = words('Any False Literal None True TypeAlias TypedDict Union UploadSource');
/** Options that commands have beside the flags of their operation. */
export const commandOptions = words('all body help idempotency-key output profile quiet save verbose wait');

export function checkNames(document: ApiDocument): void {
  const reading = new Reading(document.bundle, {});
  checkSchemas(reading, document);
  for (const operation of document.operations) checkOperation(reading, operation);
  const built = live(document);
  const at = built[0] === undefined ? reading.top : jsonOf(reading, built[0]);
  const methods = built.flatMap((operation) => methodsOf(operation, document));
  const functions = built.flatMap((operation) => functionsOf(operation, document));
  for (const [claims, where] of [
    [methods, 'a method of the Python client'],
    [functions, 'a function of the TypeScript client'],
    [built.map(({ facts }): Claim => [kebab(facts.id), facts.id]), 'a command of the command line'],
  ] as const)
    refuseTwice(
      claims,
      (message) => reading.wrong(at, 'operationId', `${message}; give one another operationId`),
      where,
    );
  if (reading.wrongs.length > 0) throw new ContractError(reading.wrongs);
}

/** A name elsewhere, and what of the document it is made of. */
type Claim = readonly [name: string, source: string];

function refuseTwice(claims: readonly Claim[], refuse: (message: string) => void, where: string): void {
  const first = new Map<string, string>();
  for (const [name, source] of claims) {
    const other = first.get(name);
    if (other !== undefined) refuse(`${other} and ${source} would both be ${name}, ${where}`);
    first.set(name, source);
  }
}

const jsonOf = ({ top }: Reading, { facts }: Operation): JsonObject =>
  asRecord(asRecord(asRecord(top.paths)[facts.path])[facts.method.toLowerCase()]);

function checkOperation(reading: Reading, operation: Operation): void {
  const { id } = operation.facts;
  const json = jsonOf(reading, operation);
  const isTaken =
    javascriptWords.has(id) ||
    clientFunctions.has(id) ||
    serverTypes.has(id) ||
    isInherited(id) ||
    pythonKeywords.has(snake(id)) ||
    pythonMethods.has(snake(id));
  if (isTaken)
    reading.wrong(
      json,
      'operationId',
      `the operationId ${id} is taken in a client; use a verb and a noun, like getJob`,
    );
  checkParameters(reading, operation, json);
}

function checkParameters(reading: Reading, operation: Operation, json: JsonObject): void {
  const { parameters, facts } = operation;
  const refuse = (message: string) => reading.wrong(json, 'parameters', `${facts.id}: ${message}`);
  for (const { in: place, name } of parameters)
    if (place === 'cookie' ? !/^[\w!#$%&'*+.^`|~-]+$/.test(name) : !/^[A-Za-z][\w-]*$/.test(name) || isInherited(name))
      refuse(
        `"${name}" cannot be the name of a parameter; begin with a letter, use letters, digits, - and _, and no name that every JavaScript object has`,
      );
  refuseTwice(
    parameters.map(({ in: place, name }) => [
      `${place} ${place === 'header' ? name.toLowerCase() : name}`,
      `"${name}"`,
    ]),
    (message) => refuse(`${message}; remove one`),
    'a place in the request',
  );
  const written = parameters.filter(({ in: place, name }) => place !== 'cookie' && name !== 'Idempotency-Key');
  checkArguments(operation, written, refuse);
  checkFlags(reading, operation, written, refuse);
}

type Refuse = (message: string) => void;

function checkArguments({ facts, bodies }: Operation, written: Operation['parameters'], refuse: Refuse): void {
  const [body] = bodies;
  const own = words(
    [
      'headers timeout self t live reply result ask every deadline on_progress',
      ...(facts.idempotent ? ['idempotency_key'] : []),
      ...(facts.paged ? ['page item'] : []),
      ...(body === undefined ? [] : [body.kind === 'multipart' ? 'form' : 'body']),
    ].join(' '),
  );
  const claims = written.map(({ name }): Claim => [parameterName(name), `"${name}"`]);
  refuseTwice(claims, (message) => refuse(`${message}; rename one`), 'an argument of the Python client');
  for (const [name, source] of claims)
    if (own.has(name))
      refuse(`${source} would be ${name}, which the method of the Python client has itself; rename it`);
}

function checkFlags(
  reading: Reading,
  { facts, bodies }: Operation,
  written: Operation['parameters'],
  refuse: Refuse,
): void {
  const [body] = bodies;
  const fields = Object.keys(asRecord(reading.resolve(body?.schema ?? {}).properties));
  // A parameter of the path is typed without a flag.
  const flags = written.filter(({ in: place }) => place !== 'path').map(({ name }) => name);
  const claims = [...flags, ...fields].map((name): Claim => [kebab(name), `"${name}"`]);
  const isOwn = (name: string) =>
    commandOptions.has(name) &&
    (name !== 'all' || facts.paged === true) &&
    (name !== 'wait' || facts.job !== undefined) &&
    (name !== 'body' || body?.kind === 'json');
  const flagged = claims.map(([name, source]): Claim => [`--${name}`, source]);
  refuseTwice(flagged, (message) => refuse(`${message}; rename one`), 'a flag of the command line');
  for (const [name, source] of claims)
    if (isOwn(name)) refuse(`${source} would be --${name}, which every command has itself; rename it`);
}

function functionsOf(operation: Operation, document: ApiDocument): readonly Claim[] {
  const { id } = operation.facts;
  const job = followed(operation, document);
  return [[id, id], ...(job === undefined ? [] : [[`waitFor${job.noun}`, `the wait of ${id}`] as const])];
}

function methodsOf(operation: Operation, document: ApiDocument): readonly Claim[] {
  const { facts, replies } = operation;
  const name = snake(facts.id);
  const job = followed(operation, document);
  const more = [
    ...(replies.some(({ tagged, status }) => tagged && status < 300) ? [`${name}_reply`] : []),
    ...(facts.paged ? [iteratorName(name), `${iteratorName(name)}_pages`] : []),
    ...(job === undefined ? [] : [`wait_for_${snake(job.noun)}`]),
  ];
  return [name, ...more].map((each): Claim => [each, each === name ? facts.id : `${each} of ${facts.id}`]);
}

function checkSchemas(reading: Reading, { schemas, operations }: ApiDocument): void {
  const ofOperations = new Set(
    operations.flatMap(({ facts: { id } }) => [`${pascal(id)}Input`, `${pascal(id)}Result`]),
  );
  for (const [name, schema] of Object.entries(schemas)) {
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
      reading.wrong(
        schema,
        '',
        `the schema ${name} becomes a type; name it with letters and digits, beginning with a capital`,
      );
    else if (typescriptTypes.has(name) || pythonTypes.has(name) || ofOperations.has(name))
      reading.wrong(schema, '', `the schema ${name} has the name of another type of a client; rename it`);
    const id = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    if (schema['x-brand'] === name && javascriptWords.has(id))
      reading.wrong(
        schema,
        '',
        `the function that makes ids of ${name} would be ${id}, a keyword of JavaScript; rename it`,
      );
  }
}
