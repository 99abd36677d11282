// A form of a file from the schema of its rows: its columns as data and as a table, and what is refused.
import test from 'ava';
import { columnTable, fileForms } from './file-form.ts';
import { whole } from './whole.ts';

const count = {
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: 10_000,
  'x-column': { kind: 'number', aliases: {} },
};
const row = {
  required: ['box', 'count'],
  'x-form': { name: 'boxes', key: ['box'], together: [['price', 'count']] },
  properties: {
    box: {
      type: 'string',
      maxLength: 9,
      description: 'Required.',
      'x-column': { kind: 'name', aliases: { en: ['crate'], de: ['kiste', 'kasten'] } },
    },
    size: {
      type: 'string',
      enum: ['s', 'l'],
      default: 's',
      description: 'Optional.',
      'x-column': { kind: 'choice', aliases: {} },
    },
    count: { ...count, description: 'Required.' },
    price: {
      type: 'number',
      minimum: -1,
      maximum: 9,
      'x-decimals': 2,
      description: 'Optional.',
      'x-column': { kind: 'number', aliases: {} },
    },
  },
  examples: [{ box: 'A', count: 3 }],
};
const schemaOf = (changes: object) => ({ $defs: { Box: { ...row, ...changes }, Other: { type: 'object' } } });

test('a schema of a row becomes a form with its columns', (t) => {
  t.deepEqual(fileForms(schemaOf({})), [
    {
      name: 'boxes',
      columns: [
        {
          name: 'box',
          also: ['crate'],
          translations: ['kiste', 'kasten'],
          required: true,
          stored: 'text',
          kind: 'name',
          maxLength: 9,
        },
        {
          name: 'size',
          also: [],
          translations: [],
          required: false,
          stored: 'text',
          kind: 'choice',
          choices: ['s', 'l'],
          otherwise: 's',
        },
        {
          name: 'count',
          also: [],
          translations: [],
          required: true,
          stored: 'bigint',
          kind: 'number',
          min: 0,
          max: 10_000,
          decimals: 0,
        },
        {
          name: 'price',
          also: [],
          translations: [],
          required: false,
          stored: 'numeric',
          kind: 'number',
          min: -1,
          max: 9,
          decimals: 2,
        },
      ],
      key: ['box'],
      ambiguous: {},
      together: [['price', 'count']],
      sample: { box: 'A', count: 3 },
    },
  ]);
});

test('a schema that cannot be a form is refused with its place', (t) => {
  const { box, ...others } = row.properties;
  t.throws(() => fileForms({ $defs: {} }), { message: 'no schema in $defs has x-form' });
  t.throws(() => fileForms(schemaOf({ properties: others })), { message: 'Box has no column box, box, box' });
  t.throws(() => fileForms(schemaOf({ examples: [{ box: 'A' }] })), { message: 'Box needs an example with count' });
  const named = { ...box, 'x-column': { kind: 'name', aliases: { en: ['size'] } } };
  t.throws(() => fileForms(schemaOf({ properties: { ...row.properties, box: named } })), {
    message: 'Box gives two columns the heading size',
  });
  const odd = { ...box, 'x-column': { kind: 'colour', aliases: {} } };
  t.throws(() => fileForms(schemaOf({ properties: { ...row.properties, box: odd } })), {
    message: /^Box\/box: x-column has the kind colour; known are period, /,
  });
});

const table = `| column | also accepted | value | |
|---|---|---|---|
| \`box\` | \`crate\`, \`kiste\`, \`kasten\` | name, up to 9 characters | Required. |
| \`size\` |  | \`s\`, \`l\` | Optional. |
| \`count\` |  | whole number, 0 to 10,000 | Required. |
| \`price\` |  | number with up to 2 decimals, -1 to 9 | Optional. |`;

test('an operation with x-columns has the table of columns in its description', (t) => {
  t.is(columnTable(schemaOf({}), 'Box'), table);
  const operation = { 'x-columns': 'rows.yaml#/$defs/Box', description: 'Columns:\n\n{columns}\n\nEnd.', tags: ['A'] };
  const files: Record<string, unknown> = {
    'spec/box/openapi.yaml': { paths: { '/boxes': { post: operation } } },
    'spec/box/rows.yaml': schemaOf({}),
  };
  t.deepEqual(whole('spec/box/openapi.yaml', (file) => files[file]).value, {
    paths: { '/boxes': { post: { description: `Columns:\n\n${table}\n\nEnd.`, tags: ['A'] } } },
  });
});
