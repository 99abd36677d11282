// Mutants of good requests that are refused: an example that is not the first, what is optional left out.

import type { MutantGroup } from './mutant.ts';
import { throwing } from './mutation-operators.ts';

export const good: MutantGroup = {
  kind: 'good requests',
  mutants: [
    {
      id: 'second-example-fails',
      what: 'of two examples of a body the second one ends in 500',
      area: 'deployments',
      operation: 'deployLab',
      check: 'example',
      asked: /^the example \d+ of application\/json$/,
      rule: 'status',
      mutate: throwing('deployLab_json', (value) => value.groups !== undefined),
    },
    {
      id: 'optional-demanded',
      what: 'a filter that may be left out must be there',
      area: 'series',
      operation: 'listModelFamilies',
      check: 'good-edge',
      asked: 'what is optional left out of the query',
      rule: 'status',
      mutate: throwing('listModelFamilies_query', (value) => value.brand_id === undefined),
    },
  ],
};
