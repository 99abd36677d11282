// The first view: who teaches sees labs with their state, who has labs sees how to get in.
import { items, listLabs } from '../../generated/platform/client.ts';
import type { Lab, Me } from '../../generated/platform/types.ts';
import { newLabPath } from './addresses.ts';
import { Link } from './components/link.tsx';
import { Notices } from './components/notices.tsx';
import { Page } from './components/page.tsx';
import { ProblemCard } from './components/problem.tsx';
import { Waiting } from './components/waiting.tsx';
import { client } from './state/client.ts';
import { type Live, live } from './state/live.ts';
import { useLoaded } from './state/request.ts';
import { can } from './state/session.ts';
import { useStore } from './state/store.ts';
import { StudentLabs } from './student/student-labs.tsx';
import { TeacherLabs } from './teacher/teacher-labs.tsx';
import { texts } from './texts/texts.ts';

export function HomePage({ me }: { readonly me: Me }) {
  const state = useStore(live);
  // Another lab of the person is first known from the live updates.
  const labs = useLoaded(allLabs, [...state.labs.keys()].sort().join(' '));
  const teaches = can(me, 'labs.upload');
  return (
    <Page
      title={teaches ? texts.teacher.title : texts.student.title}
      actions={
        teaches &&
        !(labs.kind === 'loaded' && labs.value.length === 0) && (
          <Link class="button first" href={newLabPath}>
            {texts.teacher.newLab}
          </Link>
        )
      }
    >
      <Notices notices={state.notices} />
      {labs.kind === 'failed' && <ProblemCard error={labs.error} retry={labs.reload} />}
      {labs.kind === 'waiting' && <Waiting />}
      {labs.kind === 'loaded' &&
        (teaches ? (
          <>
            <TeacherLabs labs={labs.value} live={state} />
            <OwnLabs me={me} labs={labs.value} live={state} />
          </>
        ) : (
          <StudentLabs me={me} labs={labs.value} live={state} />
        ))}
    </Page>
  );
}

/** A teacher who tries a lab logs in to it as a student does. */
function OwnLabs({ me, labs, live: state }: { readonly me: Me; readonly labs: readonly Lab[]; readonly live: Live }) {
  const own = [...(state.instances ?? [])].filter(
    ([, { student_id, state: now }]) => student_id === me.student_id && now !== 'stopped',
  );
  if (me.student_id === null || own.length === 0) return null;
  return (
    <section class="own">
      <h2>{texts.teacher.own}</h2>
      <StudentLabs me={me} labs={labs} live={{ ...state, instances: new Map(own) }} />
    </section>
  );
}

async function allLabs(signal: AbortSignal): Promise<readonly Lab[]> {
  return await Array.fromAsync(items(listLabs, client, {}, { signal }));
}
