// Mutants of addresses and methods without an operation.

import type { MutantGroup } from './mutant.ts';
import { always, header, status, wire } from './mutation-operators.ts';

export const addresses: MutantGroup = {
  kind: 'addresses',
  mutants: [
    {
      id: 'method-is-404',
      what: 'a method that an address has not is answered as if the address were not there',
      area: 'admin',
      operation: null,
      check: 'method-not-allowed',
      rule: 'status',
      mutate: wire(always, (answer) => (answer.status === 405 ? { ...answer, status: 404 } : answer)),
    },
    {
      id: 'allow-short',
      what: 'the header Allow leaves a method out',
      area: 'admin',
      operation: null,
      check: 'method-not-allowed',
      rule: 'header allow',
      mutate: wire(always, header(405, 'Allow', 'GET')),
    },
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
      id: 'options-refused',
      what: 'no Allow header names the methods of an address',
      area: 'admin',
      operation: null,
      check: 'options',
      rule: 'status',
      mutate: wire((method) => method === 'OPTIONS', status(204, 405)),
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
    {
      id: 'broken-path-is-404',
      what: 'an invalid path is looked up',
      area: 'admin',
      operation: null,
      check: 'malformed-path',
      rule: 'status',
      mutate: wire(
        (_, path) => path.includes('%'),
        (answer) => (answer.status === 400 ? { ...answer, status: 404 } : answer),
      ),
    },
  ],
};
