// What to do for the selected students. A button says what it does and to how many.
import { useState } from 'preact/hooks';
import { restartLab, startLab, stopLab } from '../../../generated/platform/client.ts';
import type { LiveInstance } from '../../../generated/platform/live.ts';
import type { StudentResult } from '../../../generated/platform/types.ts';
import { Question } from '../components/dialog.tsx';
import { ProblemCard } from '../components/problem.tsx';
import { client } from '../state/client.ts';
import { useSending } from '../state/request.ts';
import { texts } from '../texts/texts.ts';
import { needsHelp } from './help.ts';

interface Props {
  readonly lab_id: string;
  readonly visible: readonly LiveInstance[];
  readonly chosen: readonly LiveInstance[];
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onResults: (results: readonly StudentResult[]) => void;
}

type Action = 'start' | 'restart' | 'stop';

const operations = { start: startLab, restart: restartLab, stop: stopLab };

export function ActionBar({ lab_id, visible, chosen, onSelect, onResults }: Props) {
  const [question, setQuestion] = useState<'stop' | 'restart' | null>(null);
  const ids = studentsOf(chosen);
  const sending = useSending(
    (action: Action) => operations[action](client, { path: { id: lab_id }, body: { student_ids: ids } }),
    ({ results }) => onResults(results),
  );
  const pick = (instances: readonly LiveInstance[]) =>
    onSelect(new Set(instances.map((each) => each.instance_id as string)));
  const failing = visible.filter(needsHelp);
  const isOff = ids.length === 0 || sending.isSending;
  return (
    <section class="action-bar" aria-label={texts.classGrid.selected(chosen.length)}>
      <output>{texts.classGrid.selected(chosen.length)}</output>
      <button type="button" class="plain" onClick={() => pick(chosen.length === visible.length ? [] : visible)}>
        {chosen.length === visible.length ? texts.classGrid.selectNone : texts.classGrid.selectAll}
      </button>
      {failing.length > 0 && (
        <button type="button" class="plain" onClick={() => pick(failing)}>
          {texts.classGrid.selectFailed}
        </button>
      )}
      <div class="buttons">
        <button type="button" disabled={isOff} onClick={() => void sending.send('start')}>
          {texts.classGrid.startAgain(ids.length)}
        </button>
        <button type="button" disabled={isOff} onClick={() => setQuestion('restart')}>
          {texts.classGrid.restart(ids.length)}
        </button>
        <button type="button" class="danger" disabled={isOff} onClick={() => setQuestion('stop')}>
          {texts.classGrid.stop(ids.length)}
        </button>
      </div>
      {sending.error !== null && <ProblemCard error={sending.error} />}
      {question === 'stop' && (
        <Question
          title={texts.classGrid.confirmStop(ids.length)}
          text={texts.classGrid.confirmStopText}
          action={texts.classGrid.stop(ids.length)}
          isDangerous
          onConfirm={() => void sending.send('stop')}
          onClose={() => setQuestion(null)}
        />
      )}
      {question === 'restart' && (
        <Question
          title={texts.classGrid.confirmRestart(ids.length)}
          text={texts.classGrid.confirmRestartText}
          action={texts.classGrid.restart(ids.length)}
          onConfirm={() => void sending.send('restart')}
          onClose={() => setQuestion(null)}
        />
      )}
    </section>
  );
}

/** TODO(operations take students, and a live instance of a group names none: a group cannot be acted on here) */
const studentsOf = (chosen: readonly LiveInstance[]): readonly string[] =>
  chosen.flatMap(({ student_id }) => student_id ?? []);
