// Routing beside openapi-backend on every path of every document, and on hostile ones. Where the two differ on purpose,
// how is said exactly.
import test from 'ava';
import fc from 'fast-check';
import type { OpenAPIBackend } from 'openapi-backend';
import { isRefusal } from '../../runtime/exchange.ts';
import { segmentsOf } from '../../runtime/request/path.ts';
import { backendOf, documents, load, type Ours } from './judges.ts';

const settings = { numRuns: 20, seed: Number(process.env.FAST_CHECK_SEED ?? Date.now()) };

/** What ours finds: an operation, 404, 405 with the path of the resource, or a refusal of the path itself. */
type Match = { id: string } | { methods: Readonly<Record<string, string>>; of: string } | 'none' | 'refused';

function ourMatch({ route }: Ours, method: string, path: string): Match {
  const segments = segmentsOf(path);
  if (isRefusal(segments)) return 'refused';
  const found = segments && route(segments);
  if (found === undefined) return 'none';
  const id = found.resource.methods[method];
  return id === undefined ? { methods: found.resource.methods, of: found.resource.path } : { id };
}

const theirMatch = (api: OpenAPIBackend, method: string, path: string) =>
  api.router.matchOperation({ method, path, headers: {} });

/** What is wrong about what ours finds; undefined when openapi-backend finds the same, or differs as it must. */
function complaint(ours: Ours, api: OpenAPIBackend, method: string, path: string): string | undefined {
  const mine = ourMatch(ours, method, path);
  const [plain, expected] = [plainPath(path), isRefused(path) ? 'refused' : path.endsWith('/') ? 'none' : undefined];
  if (expected !== undefined || mine === 'refused')
    return mine === expected ? undefined : `${name(mine)}, not ${expected}`;
  const theirs = theirMatch(api, method, plain);
  if (mine === 'none' || 'id' in mine)
    return name(mine) === (theirs?.operationId ?? 'none') ? undefined : `${name(mine)}, not ${theirs?.operationId}`;
  // 405: by another method the path leads there for both. For this one theirs has none, or goes on to a path with fewer
  // words.
  const [[other = '', id] = []] = Object.entries(mine.methods);
  if (theirMatch(api, other, plain)?.operationId !== id) return `${mine.of} is not for ${other}`;
  return theirs === undefined || words(theirs.path) < words(mine.of) ? undefined : `405, not ${theirs.operationId}`;
}

const name = (mine: Match): string => (typeof mine === 'string' ? mine : 'id' in mine ? mine.id : `405 of ${mine.of}`);
const words = (path: string): number => path.split('/').filter((segment) => !segment.includes('{')).length;

/**
 * An encoded letter, digit, `-`, `.`, `_` or `~` is that character (RFC 3986, 6.2.2.2); openapi-backend compares the
 * words of a path undecoded.
 */
const plainPath = (path: string): string =>
  path.replaceAll(/%([0-9a-f]{2})/gi, (whole, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : whole;
  });

/**
 * Refused with 400 wherever it leads: characters that must be encoded, a broken encoding, control characters, empty and
 * dot segments.
 */
function isRefused(path: string): boolean {
  if (path.length > 2048 || /[^!-~]/.test(path)) return true;
  if (path.endsWith('/')) return false;
  if (/%(?![0-9a-f]{2})|%[01][0-9a-f]|%7f/i.test(path) || /\/\.{0,2}(?:\/|$)/.test(plainPath(path))) return true;
  return /%[89a-f]/i.test(path) && !isUtf8(path);
}

const isUtf8 = (path: string): boolean =>
  !Buffer.from(
    path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
    .toString('utf8')
    .includes('\ufffd');

/** One path of the operation, its parameters as given. */
const fill = (path: string, values: (name: string) => string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, each: string) => values(each));

const segment = fc
  .string({ unit: fc.constantFrom(...'abz019-_.~!$&()*+,;=:@'), minLength: 1, maxLength: 12 })
  .filter((text) => !/^\.\.?$/.test(text));
const corrupt = fc.constantFrom(
  ...[
    '%61',
    '%41',
    '%2f',
    '%2e',
    '%00',
    '%0a',
    '%7F',
    '%',
    '%z',
    '%ff',
    '%c3%a6',
    '%C3',
    '/',
    '//',
    '.',
    '\u00e6',
    ' ',
  ],
);

for (const folder of documents) {
  const judges = load(folder).then(async (ours) => ({ ours, api: await backendOf(ours) }));

  test(`each path of ${folder} leads to the operation that openapi-backend finds`, async (t) => {
    const { ours, api } = await judges;
    t.log(`seed ${settings.seed}`);
    for (const { id, method, path } of Object.values(ours.operations)) {
      t.deepEqual(
        ourMatch(
          ours,
          method,
          fill(path, () => 'a1'),
        ),
        { id },
      );
      fc.assert(
        fc.property(fc.array(segment, { minLength: 5, maxLength: 5 }), (segments) => {
          const asked = fill(path, () => segments.pop() ?? 'x');
          return complaint(ours, api, method, asked) === undefined;
        }),
        settings,
      );
    }
  });

  test(`hostile paths of ${folder} lead where openapi-backend goes, except for the listed ones`, async (t) => {
    const { ours, api } = await judges;
    const found: string[] = [];
    for (const { method, path } of Object.values(ours.operations))
      for (const hostile of hostilePaths(fill(path, () => 'a1'))) {
        const wrong = complaint(ours, api, method, hostile);
        if (wrong !== undefined) found.push(`${method} ${hostile}: ${wrong}`);
      }
    t.deepEqual(found, []);
  });

  test(`a path of ${folder} with an escape anywhere leads to its operation`, async (t) => {
    const { ours, api } = await judges;
    t.log(`seed ${settings.seed}`);
    const paths = Object.values(ours.operations).map(({ path }) => fill(path, () => 'a1'));
    const invalid = fc
      .tuple(fc.constantFrom(...paths), fc.nat(40), fc.nat(2), corrupt)
      .map(([path, at, cut, other]) => `/${path.slice(1, 1 + at)}${other}${path.slice(1 + at + cut)}`);
    const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE');
    fc.assert(
      fc.property(methods, invalid, (method, path) => complaint(ours, api, method, path) === undefined),
      { ...settings, numRuns: 400 },
    );
    t.pass();
  });
}

test('the router differs from openapi-backend exactly as listed', async (t) => {
  const ours = await load('tools/generator/fixtures/tiny/generated/tiny');
  const api = await backendOf(ours);
  const cases = [
    ['GET', '/boxes/', 'none', 'listBoxes', 'a trailing slash is another address'],
    [
      'DELETE',
      '/boxes/smallest',
      '405 of /boxes/smallest',
      'deleteBox',
      'a word goes before a variable for each method',
    ],
    ['GET', '/%62oxes', 'listBoxes', 'none', 'an encoded letter is that letter'],
    ['GET', '/boxes/%00', 'refused', 'getBox', 'a control character'],
    ['GET', '/boxes/%zz', 'refused', 'getBox', 'a broken encoding'],
    ['GET', '/boxes/%ff', 'refused', 'getBox', 'no UTF-8'],
    ['GET', '/boxes/..', 'refused', 'getBox', 'a dot segment'],
    ['GET', '/boxes/%2e%2E', 'refused', 'getBox', 'an encoded dot segment'],
    ['GET', '/boxes/\u00e6', 'refused', 'getBox', 'a character that must be encoded'],
    ['GET', ' /boxes', 'refused', 'listBoxes', 'a space'],
  ] as const;
  for (const [method, path, mine, theirs, why] of cases) {
    const found = [name(ourMatch(ours, method, path)), theirMatch(api, method, path)?.operationId ?? 'none'];
    t.deepEqual(found, [mine, theirs], why);
    t.is(complaint(ours, api, method, path), undefined, why);
  }
});

const hostilePaths = (path: string): string[] => [
  `${path}/`,
  `${path}//`,
  `/${path}`,
  path.replace('/', '//'),
  `${path}/.`,
  `${path}/..`,
  `${path}/%2e%2e`,
  `/.${path}`,
  `${path}%`,
  `${path}%zz`,
  `${path}%ff`,
  `${path}%00`,
  `${path}%0a`,
  `${path}%2f`,
  `${path}%2F..`,
  `${path};x=1`,
  `${path}.json`,
  `${path}/__proto__`,
  path.replace('a1', '__proto__'),
  path.replace('a1', 'constructor'),
  path.replace('a1', '%61%31'),
  path.replace('a', '%61'),
  path.toUpperCase(),
  ` ${path}`,
  `${path} `,
  `${path}\u00e6`,
  `${path}\\`,
  path.slice(0, -1),
  `${path}%20`,
  `${path}%c3%a6`,
  '/',
];
