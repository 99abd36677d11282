// What must not compile is refused for the reason that it names, and would compile if the generated types were weaker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import ts from 'typescript';

const root = join(import.meta.dirname, '../../..');
const file = join(import.meta.dirname, 'handlers.type-test.ts');
const generated = join(import.meta.dirname, '../fixtures/tiny/generated/tiny');
const directive = /^\s*\/\/ @ts-expect-error (.*)$/;

/** What the compiler says about the line below each directive: by the reason that the directive names. */
const reasons: Readonly<Record<string, RegExp>> = {
  '200 is not declared': /Type '200' is not assignable to type '201'/,
  '418 is not declared': /Type '418' is not assignable to type '200'/,
  'getFreight has no 403': /'"out-of-scope"' is not assignable/,
  'the body lacks size': /Property 'size' is missing/,
  'the body lacks status': /Property 'status' is missing/,
  'the body lacks colour': /Property 'colour' is missing/,
  'a conditional answer needs its revision': /Property 'revision' is missing/,
  'pink is no colour': /'"pink"' is not assignable to type '"red" \| "green" \| "blue"'/,
  "a freight's id is no box's": /'"BoxId"' is not assignable to type '"FreightId"'/,
  'Location is missing': /Property 'headers' is missing/,
  'X-Count is not declared':
    /Types of property 'headers' are incompatible.*is not assignable to type '(?:never|undefined)'/,
  'a header is a text': /Type 'number' is not assignable to type 'string/,
  "Location is the runtime's to give":
    /Types of property 'headers' are incompatible.*is not assignable to type '(?:never|undefined)'/,
  'knock is missing': /^Property 'knock' is missing/,
  'deleteBox is planned only': /'deleteBox' does not exist in type/,
  'the operation has no such parameter': /^Property 'size' does not exist/,
  'the body has no such field': /^Property 'weight' does not exist/,
  'no one has called: the operation is public': /^Property 'caller' does not exist/,
  'the registry says which fields a problem has': /Property 'attribute' is missing/,
  'an id of another kind does not fit': /'"FreightId"' is not assignable to type '"BoxId"'/,
  'a plain string is no id for a handler': /^Type 'string' is not assignable to type .*"BoxId"/,
  'the operation has no such query': /'size' does not exist in type/,
  'a part of the input is misspelt': /'querry' does not exist in type/,
  'the operation has no such problem': /^Argument of type '"out-of-scope"' is not assignable/,
  'the result has no such problem': /^Argument of type '"rate-limited"' is not assignable/,
  'the problem cannot have this slug': /^This comparison appears to be unintentional/,
  'a file is a blob': /^Type 'string' is not assignable to type 'Upload'/,
  'there is no such problem': /^Argument of type '"no-such-thing"' is not assignable/,
  'there is no such state': /Property 'eaten' is missing/,
  'a body is there only after a look at the status': /^Property 'body' does not exist on type 'GetBoxResult'/,
};

type Edit = { readonly file: string; readonly from: RegExp; readonly to: string };

const { options } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: () => undefined,
} as ts.ParseConfigFileHost) ?? { options: {} };

/** What no edit changes is read and bound once: the libraries of the compiler are most of the work. */
const unedited = new Map<string, ts.SourceFile | undefined>();
let previous: ts.Program | undefined;

/**
 * The messages about the file without its directives, by the reason of the directive above; what is not below one has
 * its line.
 */
function refusals(edits: readonly Edit[] = []): Map<string, string> {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    const mine = edits.filter((each) => each.file === name);
    if (name !== file && mine.length === 0) {
      if (!unedited.has(name)) unedited.set(name, read(name, ...rest));
      return unedited.get(name);
    }
    const text = mine.reduce((edited, { from, to }) => edited.replaceAll(from, to), readFileSync(name, 'utf8'));
    return ts.createSourceFile(name, text.replaceAll('@ts-expect-error', 'refused:'), ts.ScriptTarget.ESNext);
  };
  const program = ts.createProgram([file], options, host, previous);
  previous = program;
  const source = program.getSourceFile(file);
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Map(
    program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
      const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
      const why = directive.exec(lines[line - 1] ?? '')?.[1] ?? `line ${line + 1}`;
      return [why, ts.flattenDiagnosticMessageText(messageText, ' ')];
    }),
  );
}

test('the compiler refuses each line for the reason that it names', (t) => {
  const named = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => directive.exec(line)?.[1] ?? []);
  t.deepEqual([...new Set(named)].sort(), Object.keys(reasons).sort());
  const found = refusals();
  t.deepEqual([...found.keys()].sort(), Object.keys(reasons).sort());
  for (const [why, message] of found) t.regex(message.replaceAll(/\s+/g, ' '), reasons[why] ?? /(?!)/, why);
});

const server = join(generated, 'server.ts');
const types = join(generated, 'types.ts');

const weaker: readonly { what: string; edits: readonly Edit[]; compiles: readonly string[] }[] = [
  {
    what: 'any status',
    edits: [{ file: server, from: /readonly status: \d+/g, to: 'readonly status: number' }],
    compiles: ['200 is not declared', '418 is not declared'],
  },
  {
    what: 'fields that may be left out',
    edits: [
      { file: types, from: /^(\s+readonly (?:colour|size|status)): /gm, to: '$1?: ' },
      { file: server, from: /readonly revision: string/g, to: 'readonly revision?: string' },
    ],
    compiles: [
      'a conditional answer needs its revision',
      'the body lacks colour',
      'the body lacks size',
      'the body lacks status',
    ],
  },
  {
    what: 'any header',
    edits: [{ file: server, from: /readonly headers\??: (?:never|\{ [^}]* \})/g, to: 'readonly headers?: object' }],
    compiles: [
      'Location is missing',
      "Location is the runtime's to give",
      'X-Count is not declared',
      'a header is a text',
    ],
  },
  {
    what: 'ids without a brand',
    edits: [{ file: types, from: /BrandedId<['"]\w+['"]>/g, to: 'string' }],
    compiles: [
      "a freight's id is no box's",
      'a plain string is no id for a handler',
      'an id of another kind does not fit',
    ],
  },
];

for (const { what, edits, compiles } of weaker)
  test(`every line compiles with ${what}`, (t) => {
    const found = refusals(edits);
    t.deepEqual(
      Object.keys(reasons)
        .filter((why) => !found.has(why))
        .sort(),
      [...compiles].sort(),
    );
  });
