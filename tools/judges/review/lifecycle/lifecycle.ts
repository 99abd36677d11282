// Whether a breaking change may stand: behind a new major version, or after an announced Sunset (decisions 106 and
// 221). Planned operations are exempt.

import type { JudgedChange } from '../change.ts';
import type { Collected } from '../collect.ts';
import { type Node, Sources } from '../source.ts';
import { announced, day, monthsAfter, noticeMonths } from './deprecation.ts';
import type { History } from './history.ts';

export type JudgeContext = {
  readonly today: Date;
  /** "v1 → v2" by file of the document. */
  readonly newMajors: ReadonlyMap<string, string>;
  readonly history?: History | undefined;
};

export function judge({ change, effect, usages }: Collected, context: JudgeContext): JudgedChange {
  if (change.rating !== 'breaking') return change;
  const majors = usages.map(({ file, newMajor }) => newMajor ?? context.newMajors.get(file));
  if (majors.every((each) => each !== undefined))
    return { ...change, allowed: `new major version (${[...new Set(majors)].join(', ')})` };
  const sunsets = usages.map(({ owner }) => sunsetOf(effect.before) ?? sunsetOf(owner));
  if (!sunsets.every((each) => each !== undefined)) return { ...change, violation: stepFor(usages) };
  const last = sunsets.reduce((latest, each) => (each.date > latest.date ? each : latest));
  if (last.date > context.today)
    return { ...change, violation: `its Sunset is ${day(last.date)}; until then it stays` };
  const untold = sunsets.map((each) => untoldBy(each, context.history)).find((each) => each !== undefined);
  return untold === undefined
    ? { ...change, allowed: `its Sunset, ${day(last.date)}, has passed` }
    : { ...change, violation: untold };
}

function stepFor([usage]: Collected['usages']): string {
  const step =
    usage?.remedy ??
    (usage?.document.endsWith('HTTP')
      ? 'a new major version in the path of the server'
      : usage?.document.endsWith('messages')
        ? 'a new channel beside the old one, or a higher schema_version'
        : 'a new major version');
  return `needs ${step}, or deprecated with x-deprecation { since, sunset } and the Sunset passed`;
}

type Sunset = { readonly date: Date; readonly node: Node };

/** Announced in the base, for the element itself or for what it is part of. */
function sunsetOf(node: Node | undefined): Sunset | undefined {
  for (let length = node?.path.length ?? 0; node !== undefined && length > 0; length--) {
    const around = node.sources.at(node.file, node.path.slice(0, length));
    const date = around !== undefined && isElement(around) ? announced(around)?.sunset : undefined;
    if (around !== undefined && date !== undefined) return { date, node: around };
  }
  return undefined;
}

/** An operation, a field, a channel; not the map that holds them, in which no reader looks for an announcement. */
const isElement = ({ path }: Node): boolean =>
  path.length > (path[0] === 'paths' || path[0] === 'components' ? 2 : 1) &&
  (!holders.has(String(path.at(-1))) || path.at(-2) === 'properties');
const holders = new Set('properties parameters responses headers content schemas messages $defs'.split(' '));

/** The dates are what the author wrote; the notice is what the contract said a year before its Sunset. */
function untoldBy({ date, node }: Sunset, history: History | undefined): string | undefined {
  if (history === undefined) return undefined;
  const due = monthsAfter(date, -noticeMonths);
  const text = history(node.fileName, due);
  if (text === 'unknown')
    return `its Sunset, ${day(date)}, has passed, but the history that would show since when it is announced is not in this clone (git fetch --unshallow)`;
  const then = text === undefined ? undefined : new Sources(new Map([[node.file, text]]), due).at(node.file, node.path);
  const announcedThen = announced(then)?.sunset;
  if (announcedThen !== undefined && announcedThen <= date) return undefined;
  return `its Sunset is ${day(date)}, which the contract of ${day(due)}, ${noticeMonths} months before, did not announce`;
}
