// Every rule about schemas, one for each keyword.

import { access, deprecated, unknown } from './annotations.ts';
import { bounds, multipleOf, uniqueItems } from './bounds.ts';
import { conditions, dependentRequired, dependentSchemas } from './conditions.ts';
import { contains } from './contains.ts';
import { content } from './content.ts';
import { discriminator } from './discriminator.ts';
import { items } from './items.ts';
import { additionalProperties, patternProperties, propertyNames } from './maps.ts';
import { not } from './not.ts';
import { properties, required } from './object.ts';
import { pattern } from './pattern.ts';
import type { SchemaRule } from './rule.ts';
import { deadlines, states } from './states.ts';
import { brand, format, type } from './types.ts';
import { defaultValue, values } from './values.ts';

/** What limits single values. */
const limits: readonly SchemaRule[] = [format, content, pattern, ...bounds, multipleOf];

/** Also where the values are enumerated. */
export const rulesBesideValues: readonly SchemaRule[] = [
  type,
  values,
  uniqueItems,
  properties,
  required,
  additionalProperties,
  patternProperties,
  propertyNames,
  dependentRequired,
  dependentSchemas,
  conditions,
  items,
  contains,
  not,
  defaultValue,
  states,
  deadlines,
  brand,
  deprecated,
  access,
  discriminator,
  unknown,
];

export const schemaRules: readonly SchemaRule[] = [...limits, ...rulesBesideValues];
