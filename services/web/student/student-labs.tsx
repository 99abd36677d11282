// The labs of a student, those that one can work in first.
import type { LiveInstance } from '../../../generated/platform/live.ts';
import type { InstanceState, Lab, Me } from '../../../generated/platform/types.ts';
import { Empty } from '../components/empty.tsx';
import { Waiting } from '../components/waiting.tsx';
import type { Live } from '../state/live.ts';
import { texts } from '../texts/texts.ts';
import { LabCard } from './lab-card.tsx';

interface Props {
  readonly me: Me;
  readonly labs: readonly Lab[];
  readonly live: Live;
}

const order: readonly InstanceState[] = [
  'running',
  'degraded',
  'failed',
  'creating',
  'waiting_quota',
  'queued',
  'stopping',
  'stopped',
];

export function StudentLabs({ me, labs, live: { instances } }: Props) {
  if (instances === null) return <Waiting />;
  const rank = ({ state }: LiveInstance): number => order.indexOf(state);
  const own = [...instances.values()].sort((a, b) => rank(a) - rank(b) || Date.parse(b.since) - Date.parse(a.since));
  if (own.length === 0)
    return (
      <Empty title={texts.student.none} text={texts.student.noneAdvice}>
        {me.student_id && <p>{texts.student.yourId(me.student_id)}</p>}
      </Empty>
    );
  return (
    <div class="cards">
      {own.map((instance) => (
        <LabCard
          key={instance.instance_id}
          instance={instance}
          lab={labs.find((lab) => lab.lab_id === instance.lab_id)}
        />
      ))}
    </div>
  );
}
