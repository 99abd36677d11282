// Pages that are kept, against a list that is read each time.
import test from 'ava';
import fc from 'fast-check';
import type { LabQuery, LabScope } from '../../../adapters/store/platform/port.ts';
import type { CourseId, Lab, LabId } from '../../../generated/platform/types.ts';
import { labPages } from './lab-pages.ts';

const at = '2026-11-26T09:00:00.000Z' as Lab['created_at'];
const labOf = (lab_id: string, revision: number, course_id: string | null): Lab => ({
  ...{ lab_id: lab_id as LabId, name: lab_id, description: '', course_id: course_id as CourseId | null, revision },
  ...{ status: 'stopped', created_at: at, updated_at: at },
});

/** A list that changes, and how often it has been read. */
function scene(limitBytes?: number) {
  let [revision, reads] = [1, 0];
  let all: readonly Lab[] = [];
  const list = async (_: LabScope, { course_id, after = '', limit }: LabQuery) => {
    reads++;
    const found = all.filter((lab) => lab.lab_id > after && (course_id === undefined || lab.course_id === course_id));
    return found.slice(0, limit);
  };
  const pages = labPages({ list }, limitBytes);
  return {
    list,
    change: (labs: readonly Lab[]) => {
      [all, revision] = [labs, revision + 1];
    },
    page: (query: LabQuery, scope: LabScope = 'every') => pages.list({ scope, revision: String(revision), ...query }),
    reads: () => reads,
  };
}

const query = fc.record({
  limit: fc.integer({ min: 1, max: 8 }),
  after: fc.constantFrom(undefined, 'c', 'e'),
  course_id: fc.constantFrom(undefined, 'one'),
});
const labs = fc.subarray([...'abcdefg']).map((ids) => ids.map((id, i) => labOf(id, 1, i % 2 === 0 ? 'one' : null)));

test('a kept page is what a list that is read each time gives, whatever was asked before', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(query, labs), { maxLength: 30 }),
      fc.constantFrom(undefined, 9_000),
      async (steps, limitBytes) => {
        const { change, page, list } = scene(limitBytes);
        for (const step of steps) {
          if (Array.isArray(step)) change(step);
          else t.deepEqual(await page(step), await list('every', step));
        }
      },
    ),
  );
});

test('a page is read once for all who ask at the same time, for shorter ones, and for each one beyond the end of the list', async (t) => {
  const { change, page, reads } = scene();
  change([labOf('a', 1, null), labOf('b', 1, null), labOf('c', 1, null)]);
  await Promise.all([page({ limit: 2 }), page({ limit: 2 }), page({ limit: 1 })]);
  t.is(reads(), 1);
  await page({ limit: 3 });
  t.is(reads(), 2);
  await page({ limit: 4 });
  t.is(reads(), 3);
  await page({ limit: 1_000 });
  t.is(reads(), 3);
  await page({ limit: 4 }, { teacher: { user_id: 'tora' }, student: null });
  t.is(reads(), 4);
  change([]);
  t.deepEqual(await page({ limit: 1_000 }), []);
});

test('a page that could not be read is read again', async (t) => {
  let fails = true;
  const pages = labPages({ list: async () => (fails ? Promise.reject(new Error('away')) : []) });
  const asked = { scope: 'every', revision: '1', limit: 3 } as const;
  await t.throwsAsync(pages.list(asked), { message: 'away' });
  fails = false;
  t.deepEqual(await pages.list(asked), []);
});
