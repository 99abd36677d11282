// Mutants of addresses and methods without an operation.

import type { MutantGroup } from './mutant.ts';
import { always, header, wire } from './mutation-operators.ts';

export const addresses: MutantGroup = {
  kind: 'addresses',
  mutants: [
    {
      id: 'no-allow',
      what: 'a 405 has no Allow',
      area: 'admin',
      operation: null,
      check: 'reply-header',
      asks: ['method-not-allowed'],
      rule: 'header Allow',
      mutate: wire(always, header(405, 'Allow')),
    },
    {
      id: 'any-address',
      what: 'an unknown address is answered with 200',
      area: 'admin',
      operation: null,
      check: 'unknown-path',
      rule: 'status',
      mutate: wire(
        (_, path) => path.startsWith('/zz'),
        (answer) => ({ ...answer, status: 200 }),
      ),
    },
  ],
};
