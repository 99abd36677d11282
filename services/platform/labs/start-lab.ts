// startLab: the intent that the labs of students run (decision 21).
import type { LabRow } from '../../../adapters/store/platform/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { Handlers } from '../caller.ts';
import { taughtScopeOf } from '../rights.ts';
import { type Owners, ownersToStart, plainly, resultOf, resultsFor, unknownIn, withGuesses } from './lab-owners.ts';
import { carryOut, everyInstance, intentOf, type LabRunDeps, learnersFor, withNames } from './lab-runs.ts';
import { noSuchLab } from './labs.ts';

export const startLab = (deps: LabRunDeps) =>
  ({
    async startLab({ caller, path: { id }, body: { student_ids: asked, restore }, traceparent }) {
      const lab = await deps.labs.find(taughtScopeOf(caller), id);
      if (lab === null) return noSuchLab();
      if (lab.course_status === 'archived') return courseArchived();
      const named = ownersToStart({ lab, asked, ...(await learnersFor(deps, lab, asked)) });
      const owners = unknownIn(named).length === 0 ? named : withGuesses(named, await deps.learners.ids(lab.course_id));
      if (lab.deployment_mode === 'per_group' && owners.groups.length === 0 && isGroupless(owners))
        return noStudentInGroup();
      const intent = { ...intentOf(deps, caller, lab, owners, traceparent), kind: 'start', restore } as const;
      const settled = await carryOut(deps, intent, owners.student_ids.length > 0);
      if (settled?.status === 'refused') return problems.businessRule({ detail: settled.detail });
      const results = settled?.results ?? (await copyOf(deps, lab));
      const body = {
        lab_id: id,
        request_id: intent.intent_id,
        results: await withNames(deps, resultsFor(asked, owners, results, plainly('accepted'), plainly('accepted'))),
      };
      return { status: 202, body };
    },
  }) satisfies Pick<Handlers, 'startLab'>;

const copyOf = async ({ instances }: LabRunDeps, { lab_id }: LabRow) =>
  (await instances.list(lab_id, 'all', { limit: everyInstance })).map((each) => resultOf(each, 'start'));

/** A student of another course is in no group of this one either. */
const isGroupless = ({ refused }: Owners): boolean =>
  [...refused.values()].some(({ reason }) => reason === 'no_group' || reason === 'not_in_course');

const courseArchived = () =>
  problems.businessRule({
    detail: 'The course of the lab is archived. Publish it again before you start its labs.',
  });

const noStudentInGroup = () =>
  problems.businessRule({
    detail: 'The lab runs per group, and none of the students is in a group of its course.',
    errors: [{ pointer: '/student_ids', rule: 'in_group', message: 'must be members of a group' }],
  });
