// Brings together what rules found: one change for each place and direction, however many operations use the place.

import { type Direction, type Effect, type JudgedChange, order, stepOf, type Usage, type Verdict } from './change.ts';
import type { Finding } from './finding.ts';
import { remedyOf } from './remedies.ts';
import { fields, type Location, type Node, type Path } from './source.ts';

/** A change before the lifecycle has been asked. */
export type Collected = { readonly change: JudgedChange; readonly effect: Effect; readonly usages: readonly Usage[] };

export class Collector {
  readonly #found = new Map<string, { effect: Effect; verdict: Verdict; usages: Usage[] }>();

  add(usage: Usage, { effect, direction, part, affects, newMajor, remedy }: Finding): void {
    const verdict = verdictOf(effect, direction);
    const place = {
      ...usage,
      direction,
      label: part === '' ? usage.label : `${usage.label}, ${part}`,
      affects: affects ?? usage.affects,
      newMajor,
      remedy,
    };
    const key = [effect.rule, direction, effect.before?.id, effect.after?.id, effect.what, verdict.rating].join('\0');
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { effect, verdict, usages: [place] });
    else known.usages.push(place);
  }

  collected(): Collected[] {
    const all = [...this.#found.values()].map(({ effect, verdict, usages }) => ({
      effect,
      usages,
      change: changeOf(effect, verdict, usages),
    }));
    return all
      .filter((each) => !(each.change.rating === 'editorial' && all.some((other) => outweighs(other, each))))
      .sort(byWeight);
  }

  /** Where rules spoke of something. */
  spoken(): Spoken {
    const ends = [...this.#found.values()].flatMap(({ effect: { before, after } }) => [
      ...(before === undefined
        ? []
        : [{ node: before, isWhole: before.id === after?.id || !existsBeside(before, after) }]),
      ...(after === undefined
        ? []
        : [{ node: after, isWhole: before?.id === after.id || !existsBeside(after, before) }]),
    ]);
    return {
      places: unique(ends.flatMap(({ node }) => node.places)),
      wholes: unique(ends.filter(({ isWhole }) => isWhole).flatMap(({ node }) => node.places)),
    };
  }
}

export type Spoken = {
  readonly places: readonly string[];
  /**
   * Of these everything inside is reported too: they came, went or changed as a whole, and are not just what a new
   * element is in.
   */
  readonly wholes: readonly string[];
};

const existsBeside = (node: Node, other: Node | undefined): boolean =>
  other?.sources.at(node.file, node.path) !== undefined;

/** "Nothing changes in this direction" is noise beside the direction in which something does. */
const outweighs = (other: Collected, { effect, change }: Collected): boolean =>
  other.change.rating !== 'editorial' &&
  other.effect.rule === effect.rule &&
  other.effect.before?.id === effect.before?.id &&
  other.effect.after?.id === effect.after?.id &&
  other.change !== change;

const byWeight = (a: Collected, b: Collected): number =>
  order.indexOf(a.change.rating) - order.indexOf(b.change.rating) ||
  (a.change.after.file < b.change.after.file
    ? -1
    : a.change.after.file > b.change.after.file
      ? 1
      : a.change.after.line - b.change.after.line);

function verdictOf(effect: Effect, direction: Direction): Verdict {
  if (direction === 'reply' || direction === 'consumer') return effect.reading;
  return effect.sending;
}

function changeOf(effect: Effect, verdict: Verdict, usages: readonly Usage[]): JudgedChange {
  const [usage] = usages as readonly [Usage, ...Usage[]];
  const subject = subjectOf(effect, usages);
  const why = verdict.why
    .replaceAll('{Senders}', capital(usage.senders))
    .replaceAll('{senders}', usage.senders)
    .replaceAll('{Readers}', capital(usage.readers))
    .replaceAll('{readers}', usage.readers);
  return {
    rating: verdict.rating,
    direction: usage.direction,
    rule: effect.rule,
    documents: unique(usages.map(({ document }) => document)),
    files: unique(usages.map(({ file }) => file)),
    subject,
    what: effect.what,
    why,
    affects: unique(usages.flatMap(({ affects }) => affects)),
    before: location(effect.before, effect.after),
    after: location(effect.after, effect.before),
    step: stepOf[verdict.rating],
    changelog: `${subject}: ${effect.what}. ${why}`,
    ...(verdict.rating === 'breaking' ? { remedy: remedyOf(effect.rule, usage.direction) } : {}),
  };
}

/** Where the file of something without a counterpart is. */
const location = (node: Node | undefined, other: Node | undefined): Location =>
  node?.location ?? { file: other?.fileName ?? '', line: 1, column: 1 };

function subjectOf(effect: Effect, usages: readonly Usage[]): string {
  const labels = unique(usages.map(({ label }) => label));
  const pointer = effect.pointer === '' ? '' : ` \`${effect.pointer}\``;
  if (labels.length === 1) return `${labels[0]}${pointer}`;
  // When something was removed or added, only one side has the name.
  const [name] = [effect.after, effect.before]
    .flatMap((node) => componentOf(node) ?? [])
    .sort((a, b) => b.length - a.length);
  return name === undefined
    ? `${labels[0]}${pointer} and ${labels.length - 1} more places`
    : `\`${name}\` in ${labels.length} places`;
}

/** `components/schemas/Job/properties/status/enum` is Job.status. */
function componentOf(node: Node | undefined): string | undefined {
  const start =
    node?.path.findIndex(
      (step) =>
        step === 'schemas' || step === '$defs' || step === 'parameters' || step === 'responses' || step === 'headers',
    ) ?? -1;
  if (
    node === undefined ||
    start < 0 ||
    (node.path[0] !== 'components' && node.path[0] !== '$defs' && node.path[0] !== 'responses')
  )
    return undefined;
  return `${node.path[start + 1]}${pointerIn(node.path.slice(start + 2))}`;
}

function pointerIn(path: Path): string {
  let pointer = '';
  for (let at = 0; at < path.length; at++)
    if (path[at] === 'properties') pointer += `.${path[++at] ?? ''}`;
    else if (path[at] === 'items') pointer += '[]';
    else if (path[at] === 'additionalProperties') pointer += '.*';
    else if (path[at] === 'allOf' || path[at] === 'anyOf' || path[at] === 'oneOf') at++;
    else if (path[at] !== 'schema' && path[at] !== 'content') break;
  return pointer.endsWith('.') ? pointer.slice(0, -1) : pointer;
}

export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const capital = (value: string): string => `${value[0]?.toUpperCase() ?? ''}${value.slice(1)}`;
export const nameOf = (root: Node): string =>
  String(
    root.fields['x-document'] ?? fields(root.fields.info).title ?? root.fileName.split('/').at(-2) ?? root.fileName,
  );
