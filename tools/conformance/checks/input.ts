// Each constraint of each parameter and field broken in turn, unknown ones added, and values at the edges that must be taken.
import type { Operation, Parameter } from '../document.ts';
import type { Good, Reach } from '../reach.ts';
import { bodyIn, type Filled, isForm } from '../request.ts';
import type { Expected, Question } from '../session.ts';
import { spoilt, spoiltBodies } from '../spoil.ts';

export function aboutInput(reach: Reach, operation: Operation): readonly Question[] {
  const good = reach.good(operation);
  if (good === undefined) return [];
  const extra = { ...good.filled, query: { ...good.filled.query, zz_unknown: 'x' } };
  const { request } = good;
  const broken = { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}zz=%ff` };
  const refused = { status: 400, slug: 'invalid-request' };
  return [
    ...operation.parameters.flatMap((parameter) => aboutParameter(reach, operation, good, parameter)),
    wrong(reach, operation, 'an unknown parameter', extra, 'zz_unknown', 'unknown'),
    { check: 'a query that is no UTF-8', operation, request: broken, expected: refused },
    ...aboutFields(reach, operation, good),
  ];
}

function aboutFields(reach: Reach, operation: Operation, { filled }: Good): readonly Question[] {
  const body = bodyIn(operation, filled.media);
  if (body === undefined || !(isForm(body) || body.media === 'application/json')) return [];
  return spoiltBodies(body.schema, filled.body ?? body.examples[0], isForm(body)).map(({ pointer, rule, value }) =>
    wrong(reach, operation, `${pointer} breaks ${rule}`, { ...filled, body: value }, pointer, rule),
  );
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
      wrong(reach, operation, `${name}=${String(value).slice(0, 40)} breaks ${rule}`, set(String(value)), name, rule),
    ),
    ...(isMissable ? [wrong(reach, operation, `no ${name}`, set(undefined), name, 'required')] : []),
    ...(where === 'query' && schema.type !== 'array'
      ? [wrong(reach, operation, `${name} given twice`, set([example, example]), name, 'once')]
      : []),
  ];
}

function wrong(
  reach: Reach,
  operation: Operation,
  check: string,
  filled: Filled,
  place: string,
  rule: string,
): Question {
  const expected: Expected = { status: 400, slug: 'invalid-request', place };
  return { ...reach.question(check, operation, filled, expected), breaks: { place, rule } };
}
