// Start a lab for a list of students.
import { useEffect, useState } from 'preact/hooks';
import { startLab } from '../../../generated/platform/client.ts';
import type { StudentResult } from '../../../generated/platform/types.ts';
import { ProblemCard } from '../components/problem.tsx';
import { client } from '../state/client.ts';
import { useDraft } from '../state/draft.ts';
import { useSending } from '../state/request.ts';
import { texts } from '../texts/texts.ts';
import { StudentPicker } from './student-picker.tsx';

interface Props {
  readonly lab_id: string;
  /** The first step of a lab that has no students yet. */
  readonly isOpen: boolean;
  readonly onResults: (results: readonly StudentResult[]) => void;
}

export const idsIn = (text: string): readonly string[] => [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];

export function StartForm({ lab_id, isOpen, onResults }: Props) {
  const [text, setText] = useDraft(`start ${lab_id}`);
  const [isEmptyHomes, setEmptyHomes] = useState(false);
  const [isShown, setShown] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setShown(true);
  }, [isOpen]);
  const ids = idsIn(text);
  const sending = useSending(
    (student_ids: readonly string[]) =>
      startLab(client, {
        path: { id: lab_id },
        body: isEmptyHomes ? { student_ids, restore: 'none' } : { student_ids },
      }),
    ({ results }) => {
      // Those who were refused stay in the list, to be corrected.
      const refused = results.filter(({ outcome }) => outcome === 'refused');
      setText(refused.map(({ student_id }) => student_id).join('\n'));
      if (refused.length === 0) setShown(false);
      onResults(results);
    },
  );
  const submit = (event: Event): void => {
    event.preventDefault();
    if (ids.length > 0) void sending.send(ids);
  };
  return (
    <details class="start" open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{texts.classGrid.startTitle}</summary>
      <form onSubmit={submit}>
        <label for="students">{texts.classGrid.startLabel}</label>
        <textarea
          id="students"
          rows={3}
          spellcheck={false}
          autocapitalize="off"
          value={text}
          aria-describedby="students-advice"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <StudentPicker ids={ids} onChange={(chosen) => setText(chosen.join('\n'))} />
        <p class="small" id="students-advice">
          {texts.classGrid.startAdvice}
        </p>
        <label class="check">
          <input
            type="checkbox"
            checked={isEmptyHomes}
            onChange={(event) => setEmptyHomes(event.currentTarget.checked)}
          />
          {texts.classGrid.emptyHomes}
        </label>
        {sending.error !== null && <ProblemCard error={sending.error} />}
        <p class="buttons">
          <button type="submit" class="first" disabled={ids.length === 0 || sending.isSending}>
            {texts.classGrid.startButton(ids.length)}
          </button>
        </p>
      </form>
    </details>
  );
}
