// Pages of a document that is not ours and has everything that schemas allow.
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { httpDocument } from '../../contract/model/contracts.ts';
import { shapeOf } from '../../contract/model/schema.ts';
import { markdown } from './markdown.ts';
import { httpPages } from './sections/http-pages.ts';
import { unusualDocument } from './unusual.fixture.ts';
import { frame } from './views/frame.ts';

const none = () => undefined;
const context = {
  up: '../',
  marksRequired: true,
  openUpTo: 8,
  decision: none,
  operation: none,
  message: none,
};
const pages = httpPages(httpDocument('unusual', unusualDocument), () => context).map((page) => ({
  path: page.path,
  html: frame({ items: [] }, page, page.content),
}));

test('400 operations with unusual schemas stay within the size of the site', (t) => {
  t.is(pages.length, 18);
  t.is(pages.flatMap(({ html }) => html.match(/<section class="op" id=/g) ?? []).length, 400);
  const size = pages.reduce((sum, { html }) => sum + gzipSync(html).length, 0);
  t.true(size < 300 * 1024, `${size} bytes`);
  for (const { path, html } of pages) t.true(html.length < 1_500_000, `${path}: ${html.length}`);
});

test('a page of unusual schemas has no id twice', (t) => {
  for (const { html } of pages) {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    t.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    );
  }
});

test('a recursive schema names the field around it instead of going on', (t) => {
  const { fields } = shapeOf(unusualDocument, { $ref: '#/components/schemas/Odd' });
  const node = fields.find(({ key }) => key === 'node');
  t.deepEqual(
    node?.fields.map(({ path, type, sameAs }) => ({ path, type, sameAs })),
    [
      { path: 'node.name', type: 'string', sameAs: undefined },
      { path: 'node.parent', type: 'object', sameAs: 'node' },
      { path: 'node.children', type: 'array of object', sameAs: 'node' },
    ],
  );
});

test('an array and a map of themselves end at the field around them', (t) => {
  const { fields } = shapeOf(unusualDocument, { $ref: '#/components/schemas/Odd' });
  const [nested, map] = ['nested', 'nestedMap'].map((name) => fields.find(({ key }) => key === name));
  t.like(nested, { schema: 'Nested', sameAs: 'nested', fields: [] });
  t.deepEqual(
    map?.fields.map(({ path, type, sameAs }) => ({ path, type, sameAs })),
    [{ path: 'nestedMap.*', type: 'map', sameAs: 'nestedMap' }],
  );
  const own = shapeOf({ items: { $ref: '#' } }, { $ref: '#' });
  t.like(own, { sameAs: '', fields: [] });
});

test('unions, chains of allOf and maps have a type in words', (t) => {
  const { fields } = shapeOf(unusualDocument, { $ref: '#/components/schemas/Odd' });
  t.deepEqual(Object.fromEntries(fields.map(({ key, type }) => [key, type])), {
    node: 'object',
    pet: 'one of or null',
    loop: 'any',
    nested: 'array of array',
    nestedMap: 'map',
    anything: 'any',
    map: 'map',
    'a name with spaces': 'integer or string or null',
    deep: 'object',
  });
  const base = shapeOf(unusualDocument, { $ref: '#/components/schemas/Base2' });
  t.deepEqual(
    base.fields.map(({ key, type, isRequired }) => [key, type, isRequired]),
    [
      ['id', 'string', true],
      ['since', 'string, date or null', true],
    ],
  );
});

test('tags in the text of a contract are shown, not obeyed', (t) => {
  t.false(pages.some(({ html }) => html.includes('<b>tags</b>')));
});

test('a decision in prose is a link, and one in code, in an address or in another link is not', (t) => {
  const text =
    'See decision 7, `decision 8`, [the answer of decision 9](https://example.org/decision-10) and decision 11.\n\n```\ndecision 12\n```';
  const html = markdown(text, { up: '../', decision: (number) => `decisions/#${number}` });
  t.is(
    html,
    '<p>See <a href="../decisions/#7">decision 7</a>, <code>decision 8</code>, <a href="https://example.org/decision-10">the answer of decision 9</a> and <a href="../decisions/#11">decision 11</a>.</p>\n<pre tabindex="0"><code>decision 12</code></pre>',
  );
});
