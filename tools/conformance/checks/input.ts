// Each constraint of each parameter and field broken in turn, unknown ones added, and values at the edges that must be taken.
import { type Asking, asking } from '../checks.ts';
import type { Body, Operation, Parameter, Schema } from '../document.ts';
import type { Good, Reach } from '../reach.ts';
import { bodyIn, type Filled, isForm } from '../request.ts';
import type { Expected, Question, Session } from '../session.ts';
import { spoilt, spoiltBodies } from '../spoil.ts';
import { credentialOf } from '../values.ts';

export function aboutInput(session: Session, reach: Reach, operation: Operation): readonly Question[] {
  const good = reach.good(operation);
  if (good === undefined) return [];
  const extra = { ...good.filled, query: { ...good.filled.query, zz_unknown: 'x' } };
  const { request } = good;
  const broken = { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}zz=%ff` };
  const refused = { status: 400, slug: 'invalid-request' };
  const parameters = operation.parameters.flatMap((parameter) => aboutParameter(reach, operation, good, parameter));
  const fields = aboutFields(reach, operation, good);
  unbroken(session, operation, good, [...parameters, ...fields]);
  return inTurn(reach, operation, [
    ...parameters,
    wrong(reach, operation, 'unknown-parameter', extra, 'zz_unknown', 'unknown'),
    { ...asking('query-encoding'), operation, request: broken, expected: refused },
    ...fields,
  ]);
}

function inTurn(reach: Reach, operation: Operation, questions: readonly Question[]): readonly Question[] {
  const people = reach.everybody(operation);
  return questions.map((question, n) => {
    const person = people[n % people.length];
    const credential = person && credentialOf(person);
    return {
      ...question,
      request: { ...question.request, headers: { ...question.request.headers, ...credential } },
    };
  });
}

function aboutFields(reach: Reach, operation: Operation, { filled }: Good): readonly Question[] {
  const asked = bodyIn(operation, filled.media);
  return operation.bodies
    .filter((body) => isForm(body) || body.media === 'application/json')
    .flatMap((body) => {
      const good = (body === asked ? filled.body : undefined) ?? body.examples[0];
      return spoiltBodies(body.schema, good, isForm(body)).map(({ pointer, rule, value }) => {
        const spoilt = { ...filled, media: body.media, body: value };
        return wrong(reach, operation, ['broken-field', `${pointer} breaks ${rule}`], spoilt, pointer, rule);
      });
    });
}

function aboutParameter(
  reach: Reach,
  operation: Operation,
  { filled }: Good,
  parameter: Parameter,
): readonly Question[] {
  const { name, schema, in: where, example } = parameter;
  if (where === 'cookie') return [];
  const group = where === 'header' ? 'headers' : where;
  const key = where === 'header' ? name.toLowerCase() : name;
  const set = (value: unknown): Filled => ({ ...filled, [group]: { ...filled[group], [key]: value } });
  const sendable = (value: unknown): boolean =>
    where === 'query' || (where === 'path' ? value !== '' : /^[\x20-\x7e]*$/.test(String(value)));
  const values = spoilt(schema, example, true).filter(({ value }) => sendable(value));
  const isMissable = where === 'query' && parameter.required;
  return [
    ...values.map(({ value, rule }) =>
      wrong(
        reach,
        operation,
        ['broken-parameter', `${name}=${String(value).slice(0, 40)} breaks ${rule}`],
        set(String(value)),
        name,
        rule,
      ),
    ),
    ...(isMissable
      ? [wrong(reach, operation, ['broken-parameter', `no ${name}`], set(undefined), name, 'required')]
      : []),
    ...(where === 'query' && schema.type !== 'array'
      ? [wrong(reach, operation, ['broken-parameter', `${name} given twice`], set([example, example]), name, 'once')]
      : []),
  ];
}

function wrong(
  reach: Reach,
  operation: Operation,
  about: Asking,
  filled: Filled,
  place: string,
  rule: string,
): Question {
  const expected: Expected = { status: 400, slug: 'invalid-request', place };
  return { ...reach.question(about, operation, filled, expected), breaks: { place, rule } };
}

/** Its length is asked with the body as bytes: bodies.ts. */
const isText = ({ schema }: Body): boolean => schema.type === 'string';

const keywords = [
  'type',
  'enum',
  'const',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
  'additionalProperties',
] as const;

/** Constraints of the document that no question breaks. */
function unbroken(session: Session, operation: Operation, { filled }: Good, questions: readonly Question[]): void {
  const asked = new Set(questions.flatMap(({ breaks }) => (breaks ? [`${breaks.place} ${breaks.rule}`] : [])));
  const body = bodyIn(operation, filled.media);
  const places: readonly (readonly [string, Schema, readonly string[]])[] = [
    ...operation.parameters
      .filter(({ in: where }) => where !== 'cookie')
      .map(({ name, schema }) => [name, schema, ['type']] as const),
    ...(body && !isText(body) ? placesIn(body.schema, '') : []),
  ];
  for (const [place, schema, free] of places)
    for (const keyword of keywords)
      if (constrains(schema, keyword) && !free.includes(keyword) && !asked.has(`${place} ${keyword}`))
        if (!(keyword === 'required' && [...asked].some((each) => each.endsWith(' required'))))
          session.tally.missed(
            operation.id,
            `${place || 'the body'} ${keyword}`,
            'the tool has no value that breaks this alone',
          );
}

const constrains = (schema: Schema, keyword: (typeof keywords)[number]): boolean =>
  schema[keyword] !== undefined &&
  !(keyword === 'additionalProperties' && schema[keyword] !== false) &&
  !(keyword === 'format' && isForReaders(schema));

/** Formats that say how a value is shown or sent, and exclude none. */
const isForReaders = ({ format }: Schema): boolean => format === 'binary' || format === 'password';

/** Text has no other type where everything is text. */
function placesIn(schema: Schema, at: string): readonly (readonly [string, Schema, readonly string[]])[] {
  const own =
    at === '' ? ['type', 'additionalProperties'] : [schema.type === 'string' ? 'type' : '', 'additionalProperties'];
  return [
    [at, schema, own],
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => placesIn(field, `${at}/${name}`)),
  ];
}
