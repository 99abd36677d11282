// One lab of a student: what happens now, and how to get in.
import type { LiveInstance } from '../../../generated/platform/live.ts';
import type { Lab } from '../../../generated/platform/types.ts';
import { instancePath } from '../addresses.ts';
import { Link } from '../components/link.tsx';
import { Now } from '../components/now.tsx';
import { Ago } from '../components/time.tsx';
import { texts } from '../texts/texts.ts';
import { LabLogin } from './lab-login.tsx';

interface Props {
  readonly instance: LiveInstance;
  /** Undefined until it is read. */
  readonly lab: Lab | undefined;
}

export function LabCard({ instance, lab }: Props) {
  const { state, since, reason, advice, ends_at, group_id } = instance;
  return (
    <article class={`lab-card is-${state}`}>
      <header>
        <div>
          <h2>
            <Link href={instancePath(instance.instance_id)}>{lab?.name ?? instance.lab_id}</Link>
          </h2>
          {group_id && <p class="soft">{texts.student.groupOf(group_id)}</p>}
          {lab?.description && <p class="soft">{lab.description}</p>}
        </div>
        <Now state={state} since={since} />
      </header>
      <output>{sentenceFor(instance)}</output>
      {reason !== null && advice && <p class="advice">{advice}</p>}
      {(state === 'running' || state === 'degraded') && <LabLogin lab_id={instance.lab_id} since={since} />}
      {ends_at && (
        <p class="advice">
          {texts.student.endsAt} <Ago at={ends_at} />. {texts.student.endsAdvice}
        </p>
      )}
    </article>
  );
}

function sentenceFor({ state, volume }: LiveInstance): string {
  if (state === 'creating' && volume === 'none') return texts.student.creatingVolume;
  return texts.states[state].student;
}
