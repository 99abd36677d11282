// x-error-codes: the word that a problem has for programs of another standard (`error` of OAuth 2.0).

import { type Finding, found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { fields, text } from '../source.ts';
import type { Operation } from './operation.ts';
import type { OperationRule } from './rule.ts';

export const errorCodes: OperationRule = {
  id: 'x-error-codes',
  reason: 'A library branches over the code, whatever the problem beside it is called.',
  compare(before, after) {
    const keys = new Set([before, after].flatMap((each) => Object.keys(codes(each))));
    return [...keys].flatMap((key) => changed(key, before, after));
  },
};

const name = 'x-error-codes';
const codes = ({ node }: Operation) => fields(node.fields[name]);

/**
 * `slug /pointer` distinguishes one cause from the others of its slug, and has their code where it has no separate one.
 */
const codeOf = (operation: Operation, key: string): string =>
  text(codes(operation)[key]) || text(codes(operation)[key.split(' ')[0] ?? '']);

function changed(key: string, before: Operation, after: Operation): Finding[] {
  const [was, is] = [codeOf(before, key), codeOf(after, key)];
  if (was === is) return [];
  const place = ({ node }: Operation) => node.get(name)?.raw(key) ?? node.raw(name) ?? node;
  const ends = { before: place(before), after: place(after) };
  if (was === '')
    return [
      found(
        'reply',
        '',
        { ...ends, rule: 'error-code-added', what: `the problem \`${key}\` has the error code \`${is}\`` },
        additive('Until now it had none.'),
      ),
    ];
  const what = `the problem \`${key}\` has ${is === '' ? 'no error code' : `the error code \`${is}\``}, no longer \`${was}\``;
  return [
    found(
      'reply',
      '',
      { ...ends, rule: 'error-code-changed', what },
      breaking('{Readers} that branch over it do not know it.'),
    ),
  ];
}
