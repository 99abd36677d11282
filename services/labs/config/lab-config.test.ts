// Lab configurations: what is accepted, every mistake at once with its place, and files that mean harm.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { stringify } from 'yaml';
import schema from '../../../generated/lab/lab-config.schema.json' with { type: 'json' };
import { guess } from '../../../generated/runtime/nearest-word.ts';
import { imageOf, type Lab } from './lab.ts';
import { type ImageRules, readLabConfig } from './lab-config.ts';

const spec = path.join(import.meta.dirname, '../../../spec/lab');
const rules: ImageRules = { registries: ['registry.example:5050'], latest: false };
const read = (text: string | Uint8Array, more: Partial<ImageRules> = {}) =>
  readLabConfig(typeof text === 'string' ? Buffer.from(text) : text, { ...rules, ...more });

/** `row:column pointer message`, as one would report it to a colleague. */
const mistakes = (text: string | Uint8Array, more: Partial<ImageRules> = {}): string[] => {
  const found = read(text, more);
  return found.ok
    ? []
    : found.errors.map((each) => `${each.row}:${each.column} ${each.pointer ?? '-'} ${each.message}`);
};
const labOf = (text: string): Lab => {
  const found = read(text);
  if (!found.ok) throw new Error(mistakes(text).join('\n'));
  return found.lab;
};
const smallest = readFileSync(path.join(spec, 'examples/smallest.yaml'), 'utf8');
const image = "'{registry_url}/intro/labs/shell:v1.0'";

test('readLabConfig accepts every example of the contract', (t) => {
  for (const name of readdirSync(path.join(spec, 'examples')))
    t.true(read(readFileSync(path.join(spec, 'examples', name))).ok, name);
});

test('readLabConfig makes a whole lab of the smallest file, with the defaults of the contract', (t) => {
  const { properties, $defs } = schema;
  t.deepEqual<unknown, unknown>(labOf(smallest), {
    lab_id: 'shell',
    name: 'First shell',
    description: properties.description.default,
    course_id: null,
    deployment_mode: properties.deployment_mode.default,
    internet_access: properties.internet_access.default,
    port_forwarding: properties.port_forwarding.default,
    volume_gi: Number.parseInt(properties.volume_size.default, 10),
    keep_days: properties.keep_days.default,
    containers: [
      {
        role: 'main',
        image: '{registry_url}/covenant/labs/shell:v1.0',
        cpu_millis: Number.parseInt($defs.Resources.properties.cpu.default, 10),
        memory_mi: Number.parseInt($defs.Resources.properties.memory.default, 10),
        ssh: true,
        volume: true,
        ports: [],
        environment: {},
        init_scripts: [],
      },
    ],
  });
  const script = `${smallest}    init_scripts: [{ name: a, run: date }]\n`;
  t.deepEqual(labOf(script).containers[0]?.init_scripts, [
    {
      name: 'a',
      run: 'date',
      always: $defs.InitScript.properties.always.default,
      timeout_s: $defs.InitScript.properties.timeout_s.default,
    },
  ]);
});

test('readLabConfig keeps the order of roles, also of numbers, and fills in what each one does not set', (t) => {
  const text = `
lab_id: net
name: Net
resources: { cpu: '1', memory: 1Gi }
containers:
  web: { image: ${image}, ssh: true, resources: { cpu: 750m } }
  2: { image: ${image} }
  constructor: { image: ${image}, volume: true, resources: { memory: 600Mi } }
  1: { image: ${image}, ports: [80] }
`;
  t.deepEqual(
    labOf(text).containers.map((each) => [
      each.role,
      each.cpu_millis,
      each.memory_mi,
      each.ssh,
      each.volume,
      each.ports,
    ]),
    [
      ['web', 750, 1024, true, false, []],
      ['2', 1000, 1024, false, false, []],
      ['constructor', 1000, 600, false, true, []],
      ['1', 1000, 1024, false, false, [80]],
    ],
  );
});

test('readLabConfig reports all mistakes of a file at once, in their order, with line and column', (t) => {
  const text = `lab_id: My-Lab
nme: Umlaute äöü und 𝄞
internet_access: yes
deployment_mode: per-student
volume_size: 5GB
keep_days: '7'
cpu: 500m
resources: { cpu: 100m, memry: 512Mi }
containers:
  main:
    image: docker.io/library/debian:latest
    ports: [80, 70000, 80]
    environment: { LAB_X: a, 1a: b, PORT: 80, EMPTY: }
    init_scripts:
      - name: a/b
        timeout_s: 900
  Web_Server:
    ssh: true
    umgebung: { ä: 1 }
`;
  t.deepEqual(mistakes(text), [
    '1:1 /name name is missing',
    '1:9 /lab_id must be at most 16 lower-case letters, digits and single hyphens, start with a letter, not end with a hyphen, and have no part "student" or "group"',
    '2:1 /nme is not a known setting; did you mean name?',
    '3:18 /internet_access must be true or false; write true',
    '4:18 /deployment_mode must be per_student or per_group; did you mean per_student?',
    '5:14 /volume_size must be a whole number of Gi, from 1Gi to 50Gi',
    '6:12 /keep_days must be a whole number; remove the quotes',
    '7:1 /cpu is not a known setting; it belongs to resources',
    '8:19 /resources/cpu must be between 500m and 1000m',
    '8:25 /resources/memry is not a known setting; did you mean memory?',
    '11:12 /containers/main/image must be {registry_url}/<project>/labs/<lab_name>:<tag> with a tag such as v1.0, and must be in one of the allowed registries: {registry_url}, registry.example:5050',
    '12:17 /containers/main/ports/1 must be a whole number from 1 to 65535',
    '12:24 /containers/main/ports/2 is duplicated',
    '13:20 /containers/main/environment/LAB_X must be letters, digits and underscores, and not start with LAB_',
    '13:30 /containers/main/environment/1a must be letters, digits and underscores, and not start with LAB_',
    '13:43 /containers/main/environment/PORT must be text; put it in quotes',
    '13:47 /containers/main/environment/EMPTY must be text, but is empty',
    '15:9 /containers/main/init_scripts/0/run run is missing',
    '15:15 /containers/main/init_scripts/0/name must be 1 to 63 letters, digits, dots, hyphens and underscores',
    '16:20 /containers/main/init_scripts/0/timeout_s must be a whole number from 1 to 300',
    '17:3 /containers/Web_Server a role must be 1 to 12 lower-case letters and digits',
    '17:3 /containers/Web_Server/image image is missing',
    '19:5 /containers/Web_Server/umgebung is not a known setting; known settings: image, resources, ssh, volume, ports, environment, init_scripts',
  ]);
});

test('readLabConfig counts columns in characters', (t) => {
  t.deepEqual(mistakes(`{ name: '𝄞 äö', nam: 1, lab_id: a, containers: { a: { image: ${image} } } }`), [
    '1:17 /nam is not a known setting; did you mean name?',
  ]);
});

test('readLabConfig shows the value with a mistake, and at most 200 characters of it', (t) => {
  const found = read(`lab_id: ${'x'.repeat(300)}\nname: N\ncontainers: { a: { image: ${image} } }\n`);
  t.deepEqual(found, {
    ok: false,
    errorCount: 1,
    errors: [
      {
        row: 1,
        column: '9',
        pointer: '/lab_id',
        value: 'x'.repeat(200),
        rule: 'maxLength',
        message: 'must have at most 16 characters',
      },
    ],
  });
});

const behind = 'has text after the closing';
const colon = 'has a second colon; put text with a colon in quotes, and nested names on separate lines';
const noColon = 'must be "name: value" with a space after the colon, or be indented to belong to the line above';

const refusedYaml: readonly (readonly [what: string, text: string, mistakes: string[]])[] = [
  ['nothing', '', ['1:1 - the file is empty']],
  ['a comment', '# nothing\n', ['1:1 - the file is empty']],
  ['a list', '- a\n', ['1:1  must be a mapping of names to values']],
  ['a broken quote', 'lab_id: "a\nname: b\n', ['1:9 - the closing " is missing']],
  [
    'a quote inside of quotes',
    "name: 'It's a lab'\n",
    [`1:11 - ${behind} '; to use it inside the text, write it twice`],
  ],
  ['text behind quotes', 'name: "First" lab\n', [`1:15 - ${behind} "; to use it inside the text, write \\"`]],
  [
    'wrong indentation',
    'a:\n  b: 1\n c: 2\n',
    ['3:1 - is not aligned with its neighbours; entries of the same level must start in the same column'],
  ],
  [
    'indentation below a value',
    'a: 1\n b: 2\n',
    ['1:4 - already has a value, so the next line must not be indented further'],
  ],
  [
    'indentation in a list',
    'a:\n  - b: 1\n   c: 2\n',
    ['3:1 - must start with "- ", or be indented like the entry that it belongs to'],
  ],
  ['a colon in a text', smallest.replace('First shell', 'First: a shell'), [`3:7 - ${colon}`]],
  ['a name behind a name', 'containers:\n  main: image: a\n', [`2:9 - ${colon}`]],
  ['a line without a colon', 'lab_id: a\nname b\n', [`2:1 - ${noColon}`]],
  ['a colon without a blank', 'lab_id:a\nname: b\n', [`1:1 - ${noColon}`]],
  ['a list beside names', 'lab_id: a\n- name: b\n', ['2:1 - starts a list item outside a list']],
  ['an open list', 'a: [b, c\nd: 1\n', ['2:1 - the closing ] is missing']],
  ['a reserved character', 'name: @home\n', ['1:7 - a value that starts with @ must be in quotes']],
  ['two documents', `${smallest}---\nlab_id: b\n`, ['7:1 - the file must contain exactly one document']],
  ['an image without quotes', smallest.replaceAll("'", ''), ['6:12 - a value that starts with { must be in quotes']],
  ['text behind a list', smallest.replace('First shell', '[a] b'), [`3:11 - ${behind} ]`]],
  ['a repeated key', `${smallest}lab_id: b\n`, ['7:1 /lab_id is duplicated']],
  ['a repeated key of another form', `${smallest}'lab_id': b\n`, ['7:1 /lab_id is duplicated']],
  ['an anchor', smallest.replace('First shell', '&a First shell'), ['3:7 - anchors are not allowed; repeat the value']],
  ['an alias', smallest.replace('First shell', '*a'), ['3:7 - aliases are not allowed; repeat the value']],
  ['a merge key', `${smallest}<<: { name: b }\n`, ['7:1 /<< merge keys are not allowed; repeat the values']],
  ['a tag', smallest.replace('First', '!!binary First'), ['3:7 - tags are not allowed; put text in quotes']],
  ['YAML 1.1', `%YAML 1.1\n---\n${smallest}`, ['1:1 - directives are not allowed']],
  ['__proto__', `${smallest}__proto__: { name: b }\n`, ['7:1 /__proto__ must not be named __proto__']],
  [
    '__proto__ further down',
    `${smallest}    environment: { __proto__: b }\n`,
    ['7:20 /containers/main/environment/__proto__ must not be named __proto__'],
  ],
  ['a NUL', smallest.replace('First shell', '"First\\0shell"'), ['3:7 /name has the control character U+0000']],
  ['an escape', smallest.replace('First shell', '"\\e[31mred"'), ['3:7 /name has the control character U+001B']],
  ['half a character', smallest.replace('First shell', '"\\ud800"'), ['3:7 /name has an incomplete character']],
  ['a key that is a list', `${smallest}? [a]\n: b\n`, ['7:3  a name must be plain text']],
  ['no way in', `${smallest}    ssh: false\n`, ['4:1 /containers at least one container must have ssh: true']],
  ['no containers', 'lab_id: a\nname: b\ncontainers: {}\n', ['3:13 /containers must have at least one']],
  [
    'no mapping of containers',
    `lab_id: a\nname: b\ncontainers: [${image}]\n`,
    ['3:13 /containers must be a mapping of names to values'],
  ],
];

for (const [what, text, expected] of refusedYaml)
  test(`readLabConfig refuses ${what}, with its place`, (t) => t.deepEqual(mistakes(text), expected));

test('readLabConfig requires ssh in one of several containers', (t) => {
  const two = `lab_id: a\nname: b\ncontainers:\n  a: { image: ${image} }\n  b: { image: ${image} }\n`;
  t.deepEqual(mistakes(two), ['3:1 /containers at least one container must have ssh: true']);
  t.deepEqual(mistakes(two.replace(' }', ', ssh: true }')), []);
});

test('readLabConfig accepts the tag latest where the installation does, and the registries of its list', (t) => {
  const latest = smallest.replace(':v1.0', ':latest');
  t.deepEqual(mistakes(latest), ['6:12 /containers/main/image must name a version such as v1.0 instead of latest']);
  t.deepEqual(mistakes(latest, { latest: true }), []);
  const foreign = smallest.replace('{registry_url}', 'ghcr.io');
  t.is(mistakes(foreign).length, 1);
  t.deepEqual(mistakes(foreign, { registries: ['ghcr.io'] }), []);
  t.is(imageOf('{registry_url}/a/labs/b:v1.0', 'registry.local:5000'), 'registry.local:5000/a/labs/b:v1.0');
  t.is(imageOf('ghcr.io/a/labs/b:v1.0', 'registry.local:5000'), 'ghcr.io/a/labs/b:v1.0');
});

test('readLabConfig refuses a file that is not UTF-8 at the first invalid byte', (t) => {
  const broken = Buffer.concat([Buffer.from('# ä\nname: "b'), Buffer.from([0xe4]), Buffer.from('"\n')]);
  t.deepEqual(mistakes(broken), ['2:9 - is not UTF-8']);
  t.deepEqual(mistakes(Buffer.from([0xff, 0xfe, 0x61, 0])), ['1:1 - is not UTF-8']);
  t.true(read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(smallest)])).ok);
});

test('readLabConfig reads 256 KiB and refuses one byte more', (t) => {
  const filled = `${smallest}#`.padEnd(262_144, 'x');
  t.true(read(filled).ok);
  t.deepEqual(mistakes(`${filled}x`), ['1:1 - the file must have at most 256 KiB']);
});

const size = 262_144;
const bombs: Readonly<Record<string, string>> = {
  'open brackets': '['.repeat(size),
  'closed brackets': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'open braces': '{a:'.repeat(size / 3),
  'nested lists': '- '.repeat(size / 2),
  'nested keys': '? '.repeat(size / 2),
  'forty levels': `${Array.from({ length: 40 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')} b\n`,
  'repeated keys': 'a:\n'.repeat(size / 3),
  'other keys': Array.from({ length: 30_000 }, (_, n) => `k${n}:`).join('\n'),
  anchors: '&a '.repeat(size / 3),
  'a billion laughs': `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, n) => `b${n}: &b${n} [${Array(9).fill(n === 0 ? '*a' : `*b${n - 1}`)}]`).join('\n')}\n`,
  aliases: `a: &a b\n${'- *a\n'.repeat(size / 6)}`,
  tags: '!!a '.repeat(size / 4),
  commas: `[${','.repeat(size - 2)}]`,
  documents: '---\n'.repeat(size / 4),
  'a long name': `lab_id: ${'a-'.repeat(size / 3)}\n`,
  'a long image': `containers: { a: { image: ${'a/'.repeat(size / 3)} } }\n`,
  zeros: '\0'.repeat(size),
};

for (const [what, text] of Object.entries(bombs))
  test(`readLabConfig refuses a bomb of ${what}, at little cost`, (t) => {
    const before = process.cpuUsage();
    const found = read(text.slice(0, size));
    const { user } = process.cpuUsage(before);
    t.false(found.ok);
    if (!found.ok)
      t.true(found.errors.length > 0 && found.errors.length <= 1_000 && found.errorCount >= found.errors.length);
    t.true(user < 5_000_000, `${Math.round(user / 1_000)} ms`);
  });

test('readLabConfig distinguishes tabs from blanks, and names what to write instead', (t) => {
  const advice = 'is indented with a tab; YAML allows only spaces, for example two per level';
  t.deepEqual(mistakes('lab_id: a\ncontainers:\n\tmain:\n  \timage: x\n'), [`3:1 - ${advice}`, `4:3 - ${advice}`]);
});

test('readLabConfig reports too deep nesting once', (t) => {
  for (const [mark, column] of [
    ['- ', 66],
    ['? ', 66],
    ['[', 34],
  ] as const)
    t.deepEqual(mistakes(mark.repeat(100)), [`1:${column} - is nested too deeply`], mark);
});

test('readLabConfig answers with a lab or with mistakes inside of the file, whatever the bytes are', (t) => {
  const lines = fc.constantFrom(
    'lab_id: a',
    'name: b',
    'containers:',
    '  main:',
    `    image: ${image}`,
    '    ssh: no',
    '- x',
    '{',
    '<<: *a',
    '? [a]',
    '\t',
    '"',
    '__proto__: 1',
  );
  const files = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(lines, { maxLength: 12 }).map((all) => Buffer.from(all.join('\n'))),
    fc.object({ maxDepth: 4 }).map((value) => Buffer.from(stringify(value))),
  );
  fc.assert(
    fc.property(files, (bytes) => {
      const found = read(bytes);
      if (found.ok) return;
      t.true(found.errors.length > 0);
      const rows = new TextDecoder().decode(bytes).split('\n').length;
      for (const { row = 0, column = '', message } of found.errors) {
        t.true(row >= 1 && row <= rows && Number(column) >= 1, `${row}:${column} of ${rows}`);
        t.true(message.length > 0);
      }
    }),
    { numRuns: 300 },
  );
});

test('readLabConfig guesses a word that is near to one known word and not to two', (t) => {
  const known = ['lab_id', 'name', 'description', 'volume', 'volume_size'];
  const guesses = [
    'labid',
    'lab-id',
    'LabId',
    'nmae',
    'naem',
    'descripton',
    'volum',
    'volumesize',
    'foo',
    '',
    'x'.repeat(10_000),
  ];
  t.deepEqual(
    guesses.map((word) => guess(word, known)),
    ['lab_id', 'lab_id', 'lab_id', 'name', 'name', 'description', 'volume', 'volume_size', null, null, null],
  );
  t.is(guess('ab', ['aa', 'bb']), null);
});
