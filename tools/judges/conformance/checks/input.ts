// Each constraint of each parameter and field broken in turn, unknown ones added, and values at the edges that must be
// taken.
import { type Basis, basisOf } from '../basis.ts';
import { type Asking, asking } from '../checks.ts';
import { type ConstraintLocation, constraintsOf, placesOf } from '../contract/constraints.ts';
import { isJson } from '../contract/contract.ts';
import type { Operation, Parameter } from '../contract/document.ts';
import type { Prerequisites } from '../prerequisites.ts';
import { invalidBodies, invalidValues } from '../requests/invalid-values.ts';
import { bodyIn, type Filled, isForm } from '../requests/request.ts';
import { credentialOf } from '../requests/values.ts';
import type { Expected, Question, Session } from '../session.ts';

export function aboutInput(session: Session, prerequisites: Prerequisites, operation: Operation): readonly Question[] {
  const good = basisOf(session, prerequisites, operation);
  if (good === undefined) return [];
  const extra = { ...good.filled, query: { ...good.filled.query, zz_unknown: 'x' } };
  const { request } = good;
  const broken = { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}zz=%ff` };
  const refused = { status: 400, slug: 'invalid-request' };
  const parameters = operation.parameters.flatMap((parameter) =>
    aboutParameter(prerequisites, operation, good, parameter),
  );
  const fields = aboutFields(prerequisites, operation, good);
  unbroken(session, operation, good, [...parameters, ...fields]);
  return inTurn(prerequisites, operation, [
    ...parameters,
    wrong(prerequisites, operation, 'unknown-parameter', extra, 'zz_unknown', 'unknown'),
    { ...asking('query-encoding'), operation, request: broken, expected: refused },
    ...fields,
  ]);
}

function inTurn(
  prerequisites: Prerequisites,
  operation: Operation,
  questions: readonly Question[],
): readonly Question[] {
  const callers = prerequisites.everybody(operation);
  return questions.map((question, n) => {
    const person = callers[n % callers.length];
    const credential = person && credentialOf(person);
    return {
      ...question,
      request: { ...question.request, headers: { ...question.request.headers, ...credential } },
    };
  });
}

function aboutFields(prerequisites: Prerequisites, operation: Operation, { filled }: Basis): readonly Question[] {
  const asked = bodyIn(operation, filled.media);
  return operation.bodies
    .filter((body) => isForm(body) || isJson(body.media))
    .flatMap((body) => {
      const good = (body === asked ? filled.body : undefined) ?? body.examples[0];
      return invalidBodies(body.schema, good, isForm(body)).map(({ pointer, rule, value }) => {
        const invalidValues = { ...filled, media: body.media, body: value };
        return wrong(
          prerequisites,
          operation,
          ['broken-field', `${pointer || 'the body'} breaks ${rule}`],
          invalidValues,
          pointer,
          rule,
        );
      });
    });
}

function aboutParameter(
  prerequisites: Prerequisites,
  operation: Operation,
  { filled }: Basis,
  parameter: Parameter,
): readonly Question[] {
  const { name, schema, in: where, example } = parameter;
  if (where === 'cookie') return [];
  const group = where === 'header' ? 'headers' : where;
  const key = where === 'header' ? name.toLowerCase() : name;
  const set = (value: unknown): Filled => ({ ...filled, [group]: { ...filled[group], [key]: value } });
  const sendable = (value: unknown): boolean =>
    where === 'query' || (where === 'path' ? value !== '' : /^[\x20-\x7e]*$/.test(String(value)));
  const values = invalidValues(schema, example, true).filter(({ value }) => sendable(value));
  const isMissable = where === 'query' && parameter.required;
  return [
    ...values.map(({ value, rule }) =>
      wrong(
        prerequisites,
        operation,
        ['broken-parameter', `${name}=${String(value).slice(0, 40)} breaks ${rule}`],
        // A list is the parameter once for each item, in the style of the document.
        set(Array.isArray(value) ? value : String(value)),
        name,
        rule,
      ),
    ),
    ...itemsOf(parameter).map(({ value, rule }) => {
      const asked = `${name}=${String(value).slice(0, 40)} breaks ${rule} of its items`;
      // The items are no place of their own, so none is counted.
      const { breaks: _, ...question } = wrong(
        prerequisites,
        operation,
        ['broken-parameter', asked],
        set([value]),
        name,
        rule,
      );
      return question;
    }),
    ...(isMissable
      ? [wrong(prerequisites, operation, ['broken-parameter', `no ${name}`], set(undefined), name, 'required')]
      : []),
    ...(where === 'query' && schema.type !== 'array'
      ? [
          wrong(
            prerequisites,
            operation,
            ['broken-parameter', `${name} given twice`],
            set([example, example]),
            name,
            'once',
          ),
        ]
      : []),
  ];
}

const itemsOf = ({ in: where, schema: { items } }: Parameter) =>
  where === 'query' && items !== undefined
    ? invalidValues(items, undefined, true).filter(({ value }) => value !== '')
    : [];

function wrong(
  prerequisites: Prerequisites,
  operation: Operation,
  about: Asking,
  filled: Filled,
  place: string,
  rule: string,
): Question {
  const expected: Expected = { status: 400, slug: 'invalid-request', place };
  return { ...prerequisites.question(about, operation, filled, expected), breaks: { place, rule } };
}

/** Constraints of the document that no question breaks. */
function unbroken(session: Session, operation: Operation, { filled }: Basis, questions: readonly Question[]): void {
  const asked = new Set(questions.flatMap(({ breaks }) => (breaks ? [`${breaks.place} ${breaks.rule}`] : [])));
  // How long a whole text may be is asked with the body as bytes: bodies.ts.
  const isText = ({ keys, schema }: ConstraintLocation) => keys.length === 0 && schema.type === 'string';
  for (const place of placesOf(operation, filled).filter((each) => !isText(each)))
    for (const keyword of constraintsOf(place))
      if (!asked.has(`${place.name} ${keyword}`))
        session.tally.missed(
          operation.id,
          `${place.name || 'the body'} ${keyword}`,
          'the tool has no value that breaks this alone',
        );
}
