// Reads what a teacher uploads (decisions 207, 210): every mistake at once, or the lab with its defaults filled in.
import type { LabConfig as Config } from '../../../generated/lab/lab-config.ts';
import { LabConfig } from '../../../generated/lab/validate-lab-config.js';
import type { FieldError } from '../../../generated/runtime/problem.ts';
import { fillIn, type Lab, registryOf } from './lab.ts';
import { mistakesOf } from './mistakes.ts';
import { type Mistake, mostMistakes, readTree, type Tree } from './tree.ts';

/** What an installation takes (decision 26). */
export type ImageRules = {
  /** Registries beside `{registry_url}`: hosts, with a port where they have one. */
  readonly registries: readonly string[];
  /** Whether the tag `latest` is taken: in dev and stage. */
  readonly latest: boolean;
};

export type ReadLab =
  | { readonly ok: true; readonly lab: Lab }
  /** The first hundred mistakes in the order of the file, with line as `row`; beyond them nothing is judged. */
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly errorCount: number };

const labConfigBytes = 262_144;
/** Settings at the top that say more than the file can: whether the lab and the course are there. */
type Top = 'lab_id' | 'course_id';
export type TopSetting = { readonly text: string | null } & Pick<FieldError, 'row' | 'column' | 'pointer'>;

export type JudgedConfig = {
  readonly read: ReadLab;
  /** As written, also in a file with mistakes; undefined where it is missing or the file cannot be read. */
  readonly top: Readonly<Record<Top, TopSetting>>;
};

export const readLabConfig = (bytes: Uint8Array, rules: ImageRules): ReadLab => judgeConfig(bytes, rules).read;

export function judgeConfig(bytes: Uint8Array, rules: ImageRules): JudgedConfig {
  const refused = (text: string, mistake: Mistake): JudgedConfig => ({
    read: refusal(text, [mistake]),
    top: topOf('', null),
  });
  if (bytes.length > labConfigBytes)
    return refused('', { offset: 0, rule: 'size', message: 'the file must have at most 256 KiB' });
  const { text, brokenAt } = decode(bytes);
  if (brokenAt !== null) return refused(text, { offset: brokenAt, rule: 'encoding', message: 'is not UTF-8' });
  const tree = readTree(text);
  return { read: readIn(text, tree, rules), top: topOf(text, tree) };
}

function topOf(text: string, tree: Tree | null): JudgedConfig['top'] {
  const settingOf = (name: Top): TopSetting => {
    const pointer = `/${name}`;
    const place = { ...places(text)(tree?.place(pointer)?.value ?? 0), pointer };
    const isHidden = !tree?.readable || tree.broken(pointer) || !isRecord(tree.value);
    const found: unknown = isHidden || !Object.hasOwn(tree.value, name) ? null : tree.value[name];
    return { ...place, text: typeof found === 'string' ? found : null };
  };
  return { lab_id: settingOf('lab_id'), course_id: settingOf('course_id') };
}

function readIn(text: string, tree: Tree, rules: ImageRules): ReadLab {
  if (!tree.readable) return refusal(text, tree.mistakes);
  if (tree.value === null) return refusal(text, [{ offset: 0, rule: 'empty', message: 'the file is empty' }]);
  const { value } = tree;
  const valid = LabConfig(value);
  const ofForm = valid ? [] : mistakesOf(LabConfig.errors ?? [], tree);
  const ofImages = imageMistakes(tree, rules);
  const mistakes = [
    ...tree.mistakes,
    ...ofForm.map((mistake) => withRegistries(mistake, ofImages)),
    ...ofImages.filter(({ pointer }) => !ofForm.some((other) => other.pointer === pointer)),
    ...loginMistakes(tree),
    ...courseMistakes(tree),
  ];
  if (!valid || mistakes.length > 0) return refusal(text, mistakes);
  return { ok: true, lab: fillIn(value as Config, tree.keys('/containers')) };
}

/**
 * Rules that a schema cannot express check every part that has the right form, so that one upload reports all mistakes.
 */
function imageMistakes(tree: Tree, { registries, latest }: ImageRules): Mistake[] {
  return containersOf(tree).flatMap(([role, { image }]) => {
    if (typeof image !== 'string') return [];
    const registry = registryOf(image);
    const place = { offset: tree.place(`/containers/${role}/image`)?.value ?? 0, pointer: `/containers/${role}/image` };
    const strange = registry !== null && !registries.includes(registry) && image.includes('/');
    const allowed = ['{registry_url}', ...registries].join(', ');
    return [
      ...(strange
        ? [
            {
              ...place,
              value: image,
              rule: 'registry',
              message: `must be in one of the allowed registries: ${allowed}`,
            },
          ]
        : []),
      ...(!latest && image.endsWith(':latest')
        ? [{ ...place, value: image, rule: 'latest', message: 'must name a version such as v1.0 instead of latest' }]
        : []),
    ];
  });
}

/** An image of another registry often has another form as well: the right form alone would be the next refusal. */
function withRegistries(mistake: Mistake, ofImages: readonly Mistake[]): Mistake {
  const registry = ofImages.find(({ pointer, rule }) => rule === 'registry' && pointer === mistake.pointer);
  return registry === undefined ? mistake : { ...mistake, message: `${mistake.message}, and ${registry.message}` };
}

/** Decision 228: somewhere students must be able to log in. */
function loginMistakes(tree: Tree): Mistake[] {
  const containers = containersOf(tree);
  const [only] = containers;
  const none =
    containers.length === 1
      ? only?.[1].ssh === false
      : containers.every(([, { ssh }]) => ssh === false || ssh === undefined);
  if (containers.length === 0 || !none) return [];
  const place = tree.place('/containers');
  return [
    {
      offset: place?.key ?? 0,
      pointer: '/containers',
      rule: 'ssh',
      message: 'at least one container must have ssh: true',
    },
  ];
}

/** Decision 265: groups belong to courses, so without one no group could ever start the lab. */
function courseMistakes(tree: Tree): Mistake[] {
  const { value } = tree;
  if (!isRecord(value) || value.deployment_mode !== 'per_group' || Object.hasOwn(value, 'course_id')) return [];
  return [
    {
      offset: tree.place('/deployment_mode')?.value ?? 0,
      pointer: '/course_id',
      rule: 'required_per_group',
      message: 'is missing: a lab per group is started for the groups of a course; add course_id',
    },
  ];
}

function containersOf({ value }: Tree): [role: string, container: Readonly<Record<string, unknown>>][] {
  const { containers } = value as { readonly containers?: unknown };
  if (!isRecord(containers)) return [];
  return Object.entries(containers).flatMap(([role, container]) => (isRecord(container) ? [[role, container]] : []));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refusal(text: string, mistakes: readonly Mistake[]): ReadLab {
  const sorted = [...mistakes].sort((a, b) => a.offset - b.offset);
  const place = places(text);
  const errors = sorted.slice(0, mostMistakes).map(({ offset, pointer, value, rule, message }) => ({
    ...place(offset),
    ...(pointer === undefined ? {} : { pointer }),
    ...(value === undefined ? {} : { value: [...value].slice(0, 200).join('').toWellFormed() }),
    rule,
    message,
  }));
  return { ok: false, errors, errorCount: errors.length };
}

/**
 * Line and column from 1; a character is one column, however many units it takes. Offsets must come in ascending order.
 */
function places(text: string): (offset: number) => { row: number; column: string } {
  let [line, lineStart, next] = [1, 0, text.indexOf('\n')];
  return (offset) => {
    while (next !== -1 && next < offset) {
      line++;
      lineStart = next + 1;
      next = text.indexOf('\n', lineStart);
    }
    return { row: line, column: String([...text.slice(lineStart, offset)].length + 1) };
  };
}

function decode(bytes: Uint8Array): { text: string; brokenAt: number | null } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), brokenAt: null };
  } catch {
    // Written again, broken bytes differ from what was read; what stands before them is where they are.
    const again = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    const before = new TextDecoder().decode(
      bytes.subarray(
        0,
        bytes.findIndex((byte, n) => byte !== again[n]),
      ),
    );
    return { text: before, brokenAt: before.length - (before.endsWith('\ufffd') ? 1 : 0) };
  }
}
