// A conformance run on a mock, healthy or with a defect.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { conform, type Finding, type Report } from '../conformance/conform.ts';
import type { Only } from '../conformance/only.ts';
import { type Bend, startMock } from '../mock/mock.ts';
import { type Area, type AreaName, areas, peopleOf, refusedOf, written } from './area.ts';
import type { Defect } from './defect.ts';

type Asked = { readonly bend?: Bend; readonly only?: Only; readonly depth?: number };

/** All of an area when nobody says what is asked. */
export async function judged(name: AreaName, { bend, only, depth = 1 }: Asked = {}): Promise<Report> {
  const area: Area = areas[name];
  const people = peopleOf(area);
  const { root, file } = documentOf(name);
  const illness = { isIll: false };
  await using mock = await startMock({
    root,
    file,
    people: new Map(
      people.map(({ name, token, roles, stranger }) => [token, { name, roles, scope: stranger ? 'elsewhere' : 'all' }]),
    ),
    isBehindProxy: true,
    stepMs: 20,
    fault: () => {},
    bend: (parts) => {
      const ailing = { ...parts, ...falling(illness)(parts) };
      return { ...ailing, ...bend?.(ailing) };
    },
  });
  const ill = { baseUrl: mock.url, status: 503, problem: 'unavailable' };
  const begin = async () => {
    illness.isIll = true;
  };
  return await conform({
    document: join(root, file),
    baseUrl: mock.url,
    people,
    refused: refusedOf(area),
    values: area.values,
    isTrustedProxy: true,
    isStrict: area.isStrict ?? false,
    ...(area.fallsIll ? { ailing: [{ ...ill, begin }] } : {}),
    seed: 1,
    depth,
    ...(only ? { only } : {}),
  });
}

/** What finds the defect alone: its check of its operation, and what these need. */
export const judgedFor = ({ area, bend, operation, check, asks = [check], depth }: Defect): Promise<Report> =>
  judged(area, { bend, only: { operation, checks: asks }, ...(depth === undefined ? {} : { depth }) });

/** Every operation needs what has gone away. */
const falling =
  (illness: { readonly isIll: boolean }): Bend =>
  ({ kit }) => ({
    kit: {
      ...kit,
      authenticate: (input) =>
        illness.isIll
          ? Promise.resolve({ status: 503, problem: { slug: 'unavailable', retry_after_s: 5 } })
          : kit.authenticate(input),
    },
  });

const documents = new Map<AreaName, ReturnType<typeof written>>();
process.on('exit', () => {
  for (const { root } of documents.values()) rmSync(root, { recursive: true, force: true });
});

/** Written once in a process. */
function documentOf(name: AreaName): ReturnType<typeof written> {
  const found = documents.get(name) ?? written(areas[name]);
  documents.set(name, found);
  return found;
}

/** The findings that name the defect. */
export const naming = ({ operation, check, rule, asked, expected }: Defect, { findings }: Report): readonly Finding[] =>
  findings.filter(
    (each) =>
      each.operation === operation &&
      each.check === check &&
      [[rule, each.rule] as const, [asked, each.asked] as const, [expected, each.expected] as const].every(
        ([wanted, seen]) => wanted === undefined || (typeof wanted === 'string' ? wanted === seen : wanted.test(seen)),
      ),
  );

export const told = ({ operation, check, asked, rule, expected, seen }: Finding): string =>
  `${operation ?? 'no operation'} | ${check} (${asked}) | ${rule} | expected ${expected} | seen ${seen.slice(0, 160)}`;
