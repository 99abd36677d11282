import test from 'ava';
import { emitValidators } from './validators.ts';

const options = {
  header: '// made here',
  runtime: '../runtime',
  components: { Id: { type: 'string', maxLength: 5 } },
};

test('a validator module is plain code that imports only the runtime', (t) => {
  const schema = {
    type: 'object',
    description: 'left out',
    properties: { id: { $ref: '#/components/schemas/Id' }, tags: { type: 'array', uniqueItems: true } },
  } as const;
  const { js, dts } = emitValidators({ item: schema }, { ...options, types: { item: 'Item' } });
  t.deepEqual([...js.matchAll(/import .*|require\(|description/g)].map(String), [
    "import { equal, formats, isMultiple, ucs2length } from '../runtime/formats.ts';",
  ]);
  t.is(
    dts,
    "// made here\nimport type { Validator } from '../runtime/formats.ts';\n\nexport declare const item: Validator<Item>;\n",
  );
});

test('the generator refuses a format that the contracts do not know', (t) => {
  t.throws(() => emitValidators({ item: { type: 'string', format: 'zip' } }, options), { message: /format "zip"/ });
});

test('a broken pattern is reported with its meaning', (t) => {
  const worded = { type: 'string', pattern: '^"\\d$', 'x-message': 'must be a "quoted" digit' };
  const { js } = emitValidators(
    { item: { type: 'object', properties: { worded, bare: { type: 'string', pattern: '^b$' } } } },
    options,
  );
  t.deepEqual(
    [...js.matchAll(/params:(\{pattern.*?\})\}/g)].map(([, params]) => params),
    ['{pattern: "^\\"\\\\d$", words: "must be a \\"quoted\\" digit"}', '{pattern: "^b$"}'],
  );
});
