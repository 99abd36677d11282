// The query of a request, each parameter in the style that the document gives it (OpenAPI 3.1, Style Values).
import { isRecord } from './bundle.ts';
import type { Parameter } from './contract.ts';

export function queryText(parameters: readonly Parameter[], query: Readonly<Record<string, unknown>>): string {
  const styled = new Map(parameters.filter(({ in: where }) => where === 'query').map((each) => [each.name, each]));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : pairsOf(name, value, styled.get(name)),
  );
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  return text.length === 0 ? '' : `?${text.join('&')}`;
}

const between: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

type Pairs = readonly (readonly [string, string])[];

const text = (value: unknown): string => encodeURIComponent(String(value));

/** Names with values that are encoded already: what stands between the items of a list is not. */
function pairsOf(name: string, value: unknown, parameter: Parameter | undefined): Pairs {
  const { style = 'form', explode = style === 'form' } = parameter ?? {};
  if (isRecord(value)) {
    const fields = Object.entries(value).map(([key, each]) => [key, text(each)] as const);
    if (style === 'deepObject') return fields.map(([key, each]) => [`${name}[${key}]`, each]);
    return explode ? fields : [[name, fields.flat().join(',')]];
  }
  const isWhole = Array.isArray(value) && !explode && parameter?.schema.type === 'array';
  return isWhole
    ? [[name, value.map(text).join(between[style] ?? ',')]]
    : [value].flat().map((each) => [name, text(each)]);
}
