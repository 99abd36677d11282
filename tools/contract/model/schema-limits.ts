// What a schema allows, in words.

import type { Json, JsonObject } from '../json.ts';
import { inWords } from './words.ts';

export function limitsOf(value: JsonObject): readonly string[] {
  return [
    between(value.minLength, value.maxLength, 'character'),
    between(value.minimum, value.maximum === Number.MAX_SAFE_INTEGER ? undefined : value.maximum),
    exclusive(value),
    between(value.minItems, value.maxItems, 'item'),
    between(value.minProperties, value.maxProperties, 'entry', 'entries'),
    value.uniqueItems === true ? 'no repeated items' : '',
    typeof value.multipleOf === 'number' ? `a multiple of ${value.multipleOf}` : '',
    typeof value['x-decimals'] === 'number' ? `at most ${value['x-decimals']} decimals` : '',
    patternOf(value),
    value['x-secret'] === true ? 'secret' : '',
    value.writeOnly === true ? 'in requests only' : '',
    value.readOnly === true ? 'in replies only' : '',
    value.deprecated === true ? 'deprecated' : '',
  ].filter((each) => each !== '');
}

function between(min: Json | undefined, max: Json | undefined, unit = '', units = `${unit}s`): string {
  const low = typeof min === 'number' && !(unit !== '' && min === 0) ? min : undefined;
  const high = typeof max === 'number' ? max : undefined;
  const named = (count: number) => (unit === '' ? '' : ` ${count === 1 ? unit : units}`);
  if (low !== undefined && high !== undefined)
    return low === high ? `exactly ${inWords(low)}${named(low)}` : `${inWords(low)} to ${inWords(high)}${named(high)}`;
  if (low !== undefined) return `at least ${inWords(low)}${named(low)}`;
  return high === undefined ? '' : `at most ${inWords(high)}${named(high)}`;
}

function exclusive({ exclusiveMinimum: low, exclusiveMaximum: high }: JsonObject): string {
  const parts = [
    typeof low === 'number' ? `greater than ${inWords(low)}` : '',
    typeof high === 'number' ? `less than ${inWords(high)}` : '',
  ];
  return parts.filter(Boolean).join(' and ');
}

function patternOf({ pattern, 'x-message': message }: JsonObject): string {
  if (typeof message === 'string') return message;
  return typeof pattern === 'string' ? `pattern ${pattern}` : '';
}
