// What a reviewer sees first of a change that removes a field of a reply, narrows one of a message, and widens an enum
// of a request.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test, { type ExecutionContext } from 'ava';
import { parse } from 'yaml';
import { main } from './main.ts';
import { broker, http, repository, swap } from './repository.fixture.ts';

async function changed(t: ExecutionContext, format: string): Promise<string> {
  const { folder, git, write } = repository(t);
  const enumerated = swap(
    http,
    'required: [colour], properties: { colour: { type: string }',
    'required: [colour], properties: { colour: { type: string, enum: [red] }',
  );
  write('openapi.yaml', enumerated);
  git('commit', '-q', '-a', '-m', 'Colours are red');
  const without = swap(enumerated, ', colour: { type: string } } }\n    NewThing', ' } }\n    NewThing');
  write('openapi.yaml', swap(without, 'enum: [red]', 'enum: [red, blue]'));
  write('asyncapi.yaml', swap(broker, 'maxLength: 16', 'maxLength: 8'));
  return (await main(['--base', 'HEAD', '--format', format, '--today', '2026-11-21'], folder)).output;
}

test('the terminal names first which callers break and which do not', async (t) => {
  const output = await changed(t, 'text');
  const lines = output.split('\n');
  const first = lines
    .slice(lines.indexOf('WHOM IT BREAKS'), lines.indexOf('BREAKING (2)'))
    .map((line) => line.trim().replaceAll(/ {2,}/g, ' | '));
  t.deepEqual(first, [
    'WHOM IT BREAKS',
    '✗ producers of thing.created (things) | thing.created, message ThingCreated `thing_id`: maxLength changes from 16 to 8',
    '✗ callers of listThings, createThing and getThing; users of the generated things client',
    '`Thing.colour` in 3 places: field `colour` is gone',
    '',
    'WHOM IT DOES NOT BREAK',
    '+ consumers of queue thing.created (catalogue); teams with queues of their own on exchange thing.events',
    'thing.created, message ThingCreated `thing_id`: maxLength changes from 16 to 8',
    '+ callers of createThing and replaceThing; users of the generated things client',
    '`NewThing.colour` in 2 places: the value `blue` is new',
    '',
  ]);
  t.regex(output, /breaks {4}producers of thing\.created \(things\)\n +not {7}consumers of queue thing\.created/);
});

test('a pull request comment has the same in a table', async (t) => {
  const rows = (await changed(t, 'markdown')).split('\n').filter((line) => /^\| (❌|✅)/.test(line));
  t.deepEqual(
    rows.map((row) =>
      row
        .split(' | ')
        .slice(0, 2)
        .map((each) => each.replace('| ', '')),
    ),
    [
      ['❌ **breaks**', 'producers of thing.created (things)'],
      ['❌ **breaks**', 'callers of listThings, createThing and getThing; users of the generated things client'],
      [
        '✅ does not break',
        'consumers of queue thing.created (catalogue); teams with queues of their own on exchange thing.events',
      ],
      ['✅ does not break', 'callers of createThing and replaceThing; users of the generated things client'],
    ],
  );
});

test('the JSON form follows its schema', async (t) => {
  const schema = parse(readFileSync(join(import.meta.dirname, 'report.schema.yaml'), 'utf8')) as object;
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  const report: unknown = JSON.parse(await changed(t, 'json'));
  t.true(validate(report), JSON.stringify(validate.errors));
  t.false(validate({ ...(report as object), verdict: 'perhaps' }));
});
