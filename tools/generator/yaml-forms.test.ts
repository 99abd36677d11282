// Forms of YAML that a contract cannot have are refused with file, line, column and what to do, and never read in
// another sense.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ContractError } from '../contract/document/source.ts';
import { generateDocument } from './document.ts';
import { contractFile, smallContract } from './fixtures/small/contract.ts';

/** A contract behind whose second line is more text. */
function contractWith(t: ExecutionContext, change: (text: string) => string | Buffer): string {
  const root = smallContract(t, {});
  const file = path.join(root, contractFile);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return root;
}

const below = (more: string) => (text: string) => `x-first: 1\n${more}\n${text}`;

const refused: Readonly<Record<string, readonly [change: (text: string) => string | Buffer, message: string]>> = {
  'an alias': [
    below('x-more: { a: &a 1, b: *a }'),
    '2:23: the alias *a is not supported; repeat the value, or use a $ref',
  ],
  'an alias without its anchor': [
    below('x-more: *none'),
    '2:9: the alias *none is not supported; repeat the value, or use a $ref',
  ],
  'a merge key': [
    below('x-more:\n  <<: { a: 1 }'),
    '3:3: the merge key << is not supported; repeat the members, or use allOf with a $ref',
  ],
  'a tag of YAML': [
    below('x-more: !!set { a, b }'),
    '2:15: the tag !!set is not supported; remove it, and put text in quotes',
  ],
  'another tag': [below('x-more: !date 2026-11-28'), '2:9: the tag !date is not supported; remove it'],
  'a key that is there twice': [below('x-first: 2'), '2:1: the key is there twice; remove one'],
  'a key that is there as text and as a number': [
    below('x-more: { "404": 1, 404: 2 }'),
    '2:21: the key is there twice; remove one',
  ],
  'a list as a key': [below('? [a, b]\n: 1'), '2:3: a key must be text; put it in quotes'],
  'no key': [below(': 1'), '2:1: a key is missing before the colon'],
  'a tab': [below('x-more:\n\ta: 1'), '3:1: a tab indents this line; use spaces'],
  'a number without a form in JSON': [below('x-more: .inf'), '2:9: the number has no form in JSON'],
  'a number that JSON rounds': [
    below('x-more: 12345678901234567890'),
    '2:9: readers of JSON do not keep all digits of this number; put it in quotes, or write fewer digits',
  ],
  'a second document': [below('---'), '2:1: a second document begins here (---); put it into a separate file'],
  'a directive': [(text) => `%YAML 1.1\n---\n${text}`, '3:1: a directive (%YAML or %TAG) is not supported; remove it'],
  nothing: [() => '', '1:1: the file must have members, such as "openapi: 3.1.0"'],
  'a list': [() => '- a', '1:1: the file must have members, such as "openapi: 3.1.0"'],
  'more levels than can be read': [below(`x-more: ${'['.repeat(20_000)}`), '2:814: the file is nested too deeply'],
};

for (const [what, [change, message]] of Object.entries(refused))
  test(`the generator refuses ${what} with its place`, async (t) => {
    const error = await t.throwsAsync(generateDocument(contractWith(t, change), contractFile), {
      instanceOf: ContractError,
    });
    const [first] = error?.message.split('\n') ?? [];
    t.is(what.startsWith('more levels') ? first?.replace(/:2:\d+:/, ':2:814:') : first, `${contractFile}:${message}`);
  });

test('the generator refuses a file that is not in UTF-8', async (t) => {
  const root = contractWith(t, (text) => Buffer.from(`x-more: Käse\n${text}`, 'latin1'));
  const error = await t.throwsAsync(generateDocument(root, contractFile), { instanceOf: ContractError });
  t.is(error?.message, `${contractFile}: the file is not in UTF-8; save it in UTF-8`);
});

test('the generator reads a mark of the byte order, line ends of Windows and an anchor as if they were not there', async (t) => {
  const plain = await generateDocument(contractWith(t, below('x-more: { a: 1 }')), contractFile);
  const odd = contractWith(t, (text) => `\ufeff${below('x-more: { a: &a 1 }')(text)}`.replaceAll('\n', '\r\n'));
  t.deepEqual(await generateDocument(odd, contractFile), plain);
});
