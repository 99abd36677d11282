// Mutants of bodies: their media type, what is in them, and problems.

import type { MutantGroup } from './mutant.ts';
import { always, asked, json, wire } from './mutation-operators.ts';

const dealers = asked('GET', /^\/admin\/dealers$/);

export const contents: MutantGroup = {
  kind: 'contents',
  mutants: [
    {
      id: 'not-json',
      what: 'half of the body is sent',
      area: 'admin',
      operation: 'listDealers',
      check: 'reply-body',
      asks: [],
      rule: 'body',
      mutate: wire(dealers, (answer) => ({ ...answer, body: answer.body.slice(0, -10) })),
    },
    {
      id: 'redirect-with-body',
      what: 'an answer has a body that the contract does not have',
      area: 'browser',
      operation: 'startLogin',
      check: 'reply-body',
      asks: [],
      rule: 'body',
      expected: 'none',
      mutate: wire(asked('GET', /^\/auth\/login$/), (answer) =>
        answer.status === 302 ? { ...answer, body: 'Found. Redirecting.' } : answer,
      ),
    },
  ],
};

export const problems: MutantGroup = {
  kind: 'problems',
  mutants: [
    {
      id: 'unknown-problem',
      what: 'the type of a problem is not in the registry',
      area: 'admin',
      operation: 'getDealer',
      check: 'reply-problem',
      asks: ['unknown-id'],
      rule: 'problem type',
      mutate: wire(
        always,
        json(404, (problem) => ({ ...problem, type: 'https://covenant.example/problems/gone' })),
      ),
    },
    {
      id: 'other-status-inside',
      what: 'a problem names another status than the answer has',
      area: 'admin',
      operation: 'getDealer',
      check: 'reply-problem',
      asks: ['unknown-id'],
      rule: 'problem status',
      mutate: wire(
        always,
        json(404, (problem) => ({ ...problem, status: 410 })),
      ),
    },
    {
      id: 'other-instance',
      what: 'a problem names another request',
      area: 'admin',
      operation: 'getDealer',
      check: 'reply-problem',
      asks: ['unknown-id'],
      rule: 'problem instance',
      mutate: wire(
        always,
        json(404, (problem) => ({ ...problem, instance: 'urn:request:another-one' })),
      ),
    },
    {
      id: 'field-of-problem-missing',
      what: 'a problem lacks a field that its kind has',
      area: 'admin',
      operation: 'listDealers',
      check: 'reply-problem',
      asks: ['role'],
      rule: 'problem required_role',
      mutate: wire(
        dealers,
        json(403, ({ required_role: _, ...problem }) => problem),
      ),
    },
  ],
};
