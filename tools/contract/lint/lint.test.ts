// Each rule refuses what its fixture calls bad, and nothing else does; what the fixture calls good breaks no rule. One
// run of Redocly for all. That our contracts break none is judged by npm run check.

import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import test from 'ava';
import { parse, stringify } from 'yaml';
import { lint, type Problem } from './lint-spec.ts';
import { rules } from './rules.ts';

type Change = { set?: Record<string, unknown>; remove?: string[] };
type Cases = { good?: Record<string, Change>; bad?: Record<string, Change> };
type Fixture = Cases & { messages?: Cases };
type Kind = 'openapi' | 'asyncapi';
type Case = { rule: string; kind: Kind; verdict: 'good' | 'bad'; name: string; change: Change };

const fixtures = join(import.meta.dirname, 'fixtures');
const spec = resolve(import.meta.dirname, '../../../spec');
/** The files of each rule, in the folder that has the name of the rule's file. */
const files = new Map(globSync('**/*.yaml', { cwd: fixtures }).map((file) => [basename(file, '.yaml'), file]));
const read = (name: string): unknown => parse(readFileSync(join(fixtures, files.get(name) ?? name), 'utf8'));

const casesOf = (rule: string, kind: Kind, cases: Cases = {}): Case[] =>
  (['good', 'bad'] as const).flatMap((verdict) =>
    Object.entries(cases[verdict] ?? {}).map(([name, change]) => ({ rule, kind, verdict, name, change })),
  );

const named = [...files.keys()].filter((name) => name !== 'openapi' && name !== 'asyncapi').sort();
const all = named.flatMap((rule) => {
  const fixture = read(rule) as Fixture;
  return [...casesOf(rule, 'openapi', fixture), ...casesOf(rule, 'asyncapi', fixture.messages)];
});

const parts = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Sets or removes one place; a place that is not there is a mistake of the fixture. */
function edit(document: unknown, pointer: string, value: unknown): void {
  const path = parts(pointer);
  const last = path.pop() ?? '';
  const parent = path.reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], document);
  if (typeof parent !== 'object' || parent === null) throw new Error(`The fixture has no ${pointer}`);
  if (value !== undefined) Reflect.set(parent, last, value);
  else if (!(last in parent)) throw new Error(`The fixture has no ${pointer}`);
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
}

const written = (document: unknown): string => stringify(document, { aliasDuplicateObjects: false });

function write(folder: string, { kind, change }: Case): string {
  const document = structuredClone(whole[kind]);
  for (const pointer of change.remove ?? []) edit(document, pointer, undefined);
  for (const [pointer, value] of Object.entries(change.set ?? {})) edit(document, pointer, value);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${kind}.yaml`);
  writeFileSync(file, written(document));
  return file;
}

const whole = { openapi: read('openapi'), asyncapi: read('asyncapi') };
const folder = mkdtempSync(join(tmpdir(), 'covenant-lint-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));
const right = [join(folder, 'm0/openapi.yaml'), join(folder, 'm0/asyncapi.yaml')];
const misnamed = join(folder, 'misnamed/openapi.yaml');
const parted = join(folder, 'parted/openapi.yaml');
const part = join(folder, 'parted/paths/keys.yaml');

/** A folder as spec/ with one part for each case, some of which refer to m0, and what Redocly finds in it. */
async function judged(): Promise<{ readonly files: readonly string[]; readonly problems: readonly Problem[] }> {
  for (const name of ['common.yaml', 'problems.yaml']) cpSync(join(spec, name), join(folder, name));
  mkdirSync(join(folder, 'decisions'));
  writeFileSync(join(folder, 'decisions', '001-the-only-one.md'), '');
  for (const file of right) cpSync(join(fixtures, basename(file)), file);
  const openapi = readFileSync(join(fixtures, 'openapi.yaml'), 'utf8');
  mkdirSync(dirname(misnamed));
  writeFileSync(misnamed, openapi.replace('operationId: getKey', 'operationId: keyOf'));
  writeParted();
  const files = all.map((each, i) => write(join(folder, `m${i + 1}`), each));
  return { files, problems: await lint([...right, misnamed, parted, ...files]) };
}

/** Its first path, with a wrong name, in a separate file. */
function writeParted(): void {
  const document = structuredClone(whole.openapi) as { paths: Record<string, unknown> };
  const [[template, item]] = Object.entries(document.paths) as [[string, unknown]];
  const text = written({ [template]: item })
    .replaceAll(/(\$ref: ["']?)#/g, '$1../openapi.yaml#')
    .replaceAll('../common.yaml', '../../common.yaml')
    .replaceAll('../problems.yaml', '../../problems.yaml')
    .replace(/operationId: \w+/, 'operationId: keyOf');
  mkdirSync(dirname(part), { recursive: true });
  writeFileSync(part, text);
  const $ref = `paths/keys.yaml#/${template.replaceAll('/', '~1')}`;
  writeFileSync(parted, stringify({ ...document, paths: { ...document.paths, [template]: { $ref } } }));
}

const judging = judged();
judging.catch(() => undefined); // each test that waits for it gets the reason
const lineOf = (file: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((each) => each.includes('keyOf')) + 1;

test('every rule has a reason, a convention, a good and a bad fixture for each kind of contract', (t) => {
  const conventions = readFileSync(join(spec, 'README.md'), 'utf8');
  t.deepEqual(named, rules.map(({ id }) => id).sort());
  for (const { id, why, see, http, messages } of rules) {
    t.true(why.length > 20, id);
    t.true(conventions.includes(`\n### ${see}\n`), `${id}: ${see}`);
    for (const verdict of ['good', 'bad']) {
      const kinds = new Set(all.filter((each) => each.rule === id && each.verdict === verdict).map(({ kind }) => kind));
      t.deepEqual(
        kinds,
        new Set<Kind>([...(http ? ['openapi' as const] : []), ...(messages ? ['asyncapi' as const] : [])]),
        id,
      );
    }
  }
});

test('a bad fixture breaks its own rule only, a good one none', async (t) => {
  const { files, problems } = await judging;
  const found = (file: string) => new Set(problems.filter((each) => each.file === file).map(({ rule }) => rule));
  t.deepEqual(right.map(found), [new Set(), new Set()]);
  const wrong = all.flatMap(({ rule, kind, verdict, name }, i) => {
    const broken = [...found(files[i]!)];
    const isRight = verdict === 'bad' ? broken.join() === `covenant/${rule}` : broken.length === 0;
    return isRight ? [] : [`${rule}, ${kind}, ${verdict}: ${name} breaks ${broken.join(' and ') || 'nothing'}`];
  });
  t.deepEqual(wrong, []);
});

test('lint-spec reports a problem with file, line and column', async (t) => {
  const { problems } = await judging;
  t.deepEqual(
    problems.filter(({ file }) => file === misnamed),
    [
      {
        file: misnamed,
        line: lineOf(misnamed),
        column: 20,
        rule: 'covenant/operation-id',
        message: "operationId is a verb and a noun as getJob or listJobs, not 'keyOf'.",
      },
    ],
  );
});

test('lint-spec reports a problem of a path in another file where it is written', async (t) => {
  const { problems } = await judging;
  t.deepEqual(
    problems.filter(({ file }) => file.startsWith(dirname(parted))).map((each) => [each.file, each.line, each.rule]),
    [[part, lineOf(part), 'covenant/operation-id']],
  );
});
