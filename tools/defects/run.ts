// A conformance run on a mock, healthy or with a defect.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { conform, type Finding, type Report } from '../conformance/conform.ts';
import { type Bend, startMock } from '../mock/mock.ts';
import { type Area, peopleOf, written } from './area.ts';
import type { Defect } from './defect.ts';

export async function judged(area: Area, bend?: Bend): Promise<Report> {
  const people = peopleOf(area);
  const { root, file } = written(area);
  try {
    await using mock = await startMock({
      root,
      file,
      people: new Map(
        people.map(({ name, token, roles, stranger }) => [
          token,
          { name, roles, scope: stranger ? 'elsewhere' : 'all' },
        ]),
      ),
      isBehindProxy: true,
      stepMs: 20,
      fault: () => {},
      ...(bend ? { bend } : {}),
    });
    return await conform({
      document: join(root, file),
      baseUrl: mock.url,
      people,
      values: area.values,
      isTrustedProxy: true,
      seed: 1,
      depth: 1,
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The findings that name the defect. */
export const naming = ({ operation, rule }: Defect, { findings }: Report): readonly Finding[] =>
  findings.filter(
    (each) => each.operation === operation && (typeof rule === 'string' ? each.rule === rule : rule.test(each.rule)),
  );

export const told = ({ operation, check, rule, expected, seen }: Finding): string =>
  `${operation ?? 'no operation'} | ${check} | ${rule} | expected ${expected} | seen ${seen.slice(0, 160)}`;
