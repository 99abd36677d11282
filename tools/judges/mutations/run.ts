// A conformance run on a mock, healthy or with a mutant.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { conform, type Finding, type Report } from '../conformance/conform.ts';
import type { Only } from '../conformance/only.ts';
import { type Mutation, startMock } from '../mock/mock.ts';
import { type Area, type AreaName, areas, callersOf, refusedOf, written } from './area.ts';
import type { Mutant } from './mutant.ts';

type Asked = { readonly mutate?: Mutation; readonly only?: Only } & Pick<Mutant, 'depth' | 'maxWaitMs'>;

/** All of an area unless the caller names what is asked. */
export async function judged(name: AreaName, { mutate, only, depth = 1, maxWaitMs }: Asked = {}): Promise<Report> {
  const area: Area = areas[name];
  const callers = callersOf(area);
  const { root, file } = documentOf(name);
  const startedAt = new Date();
  const outage: Outage = { now: 'none' };
  await using mock = await startMock({
    root,
    file,
    callers: new Map(
      callers.map(({ name, token, roles, ownsNothing }) => [
        token,
        { name, roles, scope: ownsNothing ? 'elsewhere' : 'all' },
      ]),
    ),
    isBehindProxy: true,
    stepMs: 20,
    ...(area.clockStands ? { now: () => startedAt } : {}),
    fault: () => {},
    mutate: (parts) => {
      const degraded = { ...parts, ...withOutage(outage)(parts) };
      return { ...degraded, ...mutate?.(degraded) };
    },
  });
  const begins = (now: Outage['now']) => async () => {
    outage.now = now;
  };
  const { url: baseUrl } = mock;
  const degraded = [
    { baseUrl, status: 429, problem: 'rate-limited', begin: begins('used up') },
    { baseUrl, status: 503, problem: 'unavailable', begin: begins('away') },
  ];
  return await conform({
    document: join(root, file),
    baseUrl: mock.url,
    callers,
    refused: refusedOf(area),
    values: area.values,
    isTrustedProxy: true,
    isStrict: area.isStrict ?? false,
    ...(area.isDegradable ? { degraded } : {}),
    seed: 1,
    depth,
    ...(only ? { only } : {}),
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
  });
}

/** What finds the mutant alone: its check of its operation, and what these need. */
export const judgedFor = ({ area, mutate, operation, check, asks = [check], ...asked }: Mutant): Promise<Report> =>
  judged(area, { ...asked, mutate, only: { operation, checks: asks } });

type Outage = { now: 'none' | 'used up' | 'away' };

/** Every caller has used up its limit; every operation needs what has gone away. */
const withOutage =
  (outage: Readonly<Outage>): Mutation =>
  ({ host }) => ({
    host: {
      ...host,
      limit: async (input) => {
        const { resetS, ...verdict } = await host.limit(input);
        return outage.now === 'used up'
          ? { allowed: false, remaining: 0, resetS, retryAfterS: resetS }
          : { ...verdict, resetS };
      },
      authenticate: (input) =>
        outage.now === 'away'
          ? Promise.resolve({
              status: 503,
              problem: { slug: 'unavailable', detail: 'Try again in 5 s.', retry_after_s: 5 },
            })
          : host.authenticate(input),
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

/** The findings that name the mutant. */
export const naming = ({ operation, check, rule, asked, expected }: Mutant, { findings }: Report): readonly Finding[] =>
  findings.filter(
    (each) =>
      each.operation === operation &&
      each.check === check &&
      [[rule, each.rule] as const, [asked, each.asked] as const, [expected, each.expected] as const].every(
        ([pattern, observed]) =>
          pattern === undefined || (typeof pattern === 'string' ? pattern === observed : pattern.test(observed)),
      ),
  );

export const describe = ({ operation, check, asked, rule, expected, observed }: Finding): string =>
  `${operation ?? 'no operation'} | ${check} (${asked}) | ${rule} | expected ${expected} | observed ${observed.slice(0, 160)}`;
