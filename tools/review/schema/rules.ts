// Every rule about schemas, one for each keyword. How they are applied: compare.ts.

import { access, deprecated, unknown } from './annotations.ts';
import { bounds, multipleOf, uniqueItems } from './bounds.ts';
import { items, not } from './items.ts';
import { additionalProperties, properties, propertyNames, required } from './object.ts';
import { pattern } from './pattern.ts';
import type { SchemaRule } from './rule.ts';
import { deadlines, states } from './states.ts';
import { brand, format, type } from './types.ts';
import { defaultValue, values } from './values.ts';

export const schemaRules: readonly SchemaRule[] = [
  type,
  values,
  format,
  pattern,
  ...bounds,
  multipleOf,
  uniqueItems,
  properties,
  required,
  additionalProperties,
  propertyNames,
  items,
  not,
  defaultValue,
  states,
  deadlines,
  brand,
  deprecated,
  access,
  unknown,
];
