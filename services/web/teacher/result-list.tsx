// What the platform answered for each student; those who were refused first, with what to do.
import type { StudentResult } from '../../../generated/platform/types.ts';
import { texts } from '../texts/texts.ts';

interface Props {
  readonly results: readonly StudentResult[];
  readonly onClose: () => void;
}

export function ResultList({ results, onClose }: Props) {
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  const others = results.filter(({ outcome }) => outcome !== 'refused');
  return (
    <section class={refused.length > 0 ? 'results has-refused' : 'results'} aria-label={texts.classGrid.report}>
      <output>
        <strong>
          {[
            ...(others.length > 0 ? [texts.classGrid.accepted(others.length)] : []),
            ...(refused.length > 0 ? [texts.classGrid.refused(refused.length)] : []),
          ].join(', ')}
        </strong>
      </output>
      <ul>
        {refused.map(({ student_id, advice }) => (
          <li key={student_id}>
            <code class="bad">{student_id}</code> {texts.classGrid.outcomes.refused}
            {advice && <span class="soft"> {advice}</span>}
          </li>
        ))}
        {[...Map.groupBy(others, ({ outcome }) => outcome)].map(([outcome, students]) => (
          <li key={outcome}>
            {students.map(({ student_id }) => (
              <code key={student_id}>{student_id}</code>
            ))}
            {texts.classGrid.outcomes[outcome] ?? outcome}
          </li>
        ))}
      </ul>
      <button type="button" class="plain" onClick={onClose}>
        {texts.close}
      </button>
    </section>
  );
}
