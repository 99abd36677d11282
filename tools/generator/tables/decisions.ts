// The numbered decisions, one file each, and their index.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ContractError, readSource } from '../../contract/document/source.ts';
import { whole } from '../../contract/whole.ts';
import { fillPage, type Page } from './marks.ts';

export const areas = {
  http: 'Both products: HTTP',
  identity: 'Both products: login, tokens and sessions',
  messages: 'Both products: messages',
  operations: 'Both products: storage and operation',
  access: 'Analytics: who may do what',
  uploads: 'Analytics: uploads',
  indices: 'Analytics: indices and the catalogue',
  forecasts: 'Analytics: forecasts',
  dashboard: 'Analytics: dashboard',
  subscriptions: 'Analytics: subscriptions',
  labs: 'Labs: labs and instances',
  isolation: 'Labs: isolation of a lab',
  volumes: 'Labs: volumes and archives',
  quotas: 'Labs: quotas and capacity',
  worker: 'Labs: the worker',
  courses: 'Labs: courses, groups and submissions',
  live: 'Labs: live updates',
  audit: 'Labs: audit log',
} as const;

const sections = ['Question', 'Choice', 'Why', 'Alternatives'];
const statuses = ['accepted', 'replaced'];

type Decision = {
  readonly number: number;
  readonly file: string;
  readonly title: string;
  readonly status: string;
  readonly date: string;
  readonly affects: readonly string[];
  readonly replaces: readonly number[];
  readonly replacedBy: readonly number[];
  readonly headings: readonly string[];
};

/** The index by area. Throws a ContractError that lists every file that is not written as the page says. */
export function decisionsPage(root: string): Page {
  const decisions = readDecisions(path.join(root, 'spec/decisions'));
  const faults = decisions.flatMap((decision) => faultsOf(decision, decisions));
  if (faults.length > 0) throw new ContractError(faults);
  const places = placesOf(root);
  const parts = Object.entries(areas).map(([area, title]) => {
    const rows = decisions
      .filter(({ affects }) => affects[0] === area)
      .map((decision) => rowOf(decision, places.get(decision.number) ?? []));
    return [`### ${title}`, '', '| decision | since | stated at |', '|---|---|---|', ...rows].join('\n');
  });
  return fillPage(root, 'spec/decisions/README.md', 'index', parts.join('\n\n'));
}

function rowOf({ number, file, title, status, date }: Decision, places: readonly string[]): string {
  const state = status === 'accepted' ? '' : ` (${status})`;
  return `| ${number}. [${title}](${file})${state} | ${date} | ${places.map((place) => `\`${place}\``).join(' ')} |`;
}

export const readDecisions = (folder: string): readonly Decision[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => readDecision(folder, file));

function readDecision(folder: string, file: string): Decision {
  const [, head = '', text = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path.join(folder, file), 'utf8')) ?? [];
  const {
    status = '',
    date = '',
    affects = [],
    replaces = [],
    replaced_by = [],
  } = (parse(head) ?? {}) as {
    [name: string]: never;
  };
  const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  return { number: Number(number), file, title, status, date, affects, replaces, replacedBy: replaced_by, headings };
}

function faultsOf(decision: Decision, all: readonly Decision[]): string[] {
  const { number, file, status, date, affects, replaces, replacedBy, headings } = decision;
  const other = (each: number) => all.find((candidate) => candidate.number === each);
  const expected = sections.filter((section) => headings.includes(section));
  return [
    [
      file.startsWith(`${String(number).padStart(3, '0')}-`),
      'the heading needs the number of the file: `# 12. Question?`',
    ],
    [/^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.md$/.test(file), 'the name must be NNN-slug.md'],
    [all.filter((each) => each.number === number).length === 1, `the number ${number} is taken`],
    [statuses.includes(status), `status must be one of: ${statuses.join(', ')}`],
    [/^\d{4}-\d\d-\d\d$/.test(date), 'date must be YYYY-MM-DD'],
    [
      affects.length > 0 && affects.every((area) => area in areas),
      `affects must name some of: ${Object.keys(areas).join(', ')}`,
    ],
    [
      headings.join() === expected.join() && headings.includes('Choice'),
      `the sections are: ${sections.join(', ')}; Choice is required`,
    ],
    [
      replaces.every((each) => other(each)?.replacedBy.includes(number)),
      'a decision that is replaced names this one in replaced_by',
    ],
    [
      replacedBy.every((each) => other(each)?.replaces.includes(number)),
      'the decision in replaced_by names this one in replaces',
    ],
    [(status === 'replaced') === replacedBy.length > 0, 'status is `replaced` exactly when replaced_by is given'],
  ].flatMap(([right, fault]) => (right ? [] : [`spec/decisions/${file}: ${fault}`]));
}

/**
 * Where contracts point at each decision with `x-decision`: operation ids, names of schemas and messages, else files.
 */
function placesOf(root: string): ReadonlyMap<number, readonly string[]> {
  const places = new Map<number, Set<string>>();
  const load = (file: string): unknown => readSource(root, file).value;
  for (const file of globSync('spec/**/*.yaml', { cwd: root, exclude: ['**/paths/**', '**/conformance.yaml'] }).sort())
    walk(whole(file, load).value, path.posix.relative('spec', file), (number, place) =>
      places.set(number, (places.get(number) ?? new Set()).add(place)),
    );
  return new Map([...places].map(([number, named]) => [number, [...named]]));
}

const named = new Set(['schemas', 'messages', 'channels', 'operations', 'responses']);

function walk(node: unknown, place: string, found: (decision: number, place: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const { operationId, 'x-decision': decisions } = node as { operationId?: string; 'x-decision'?: readonly number[] };
  const here = operationId ?? place;
  for (const decision of decisions ?? []) found(decision, here);
  for (const [key, child] of Object.entries(node))
    if (named.has(key) && typeof child === 'object' && child !== null)
      for (const [name, each] of Object.entries(child)) walk(each, operationId ?? name, found);
    else walk(child, here, found);
}
