// A lab by its id, for a student: the instances of this lab that the student has.
import { getLab, unwrap } from '../../../generated/platform/client.ts';
import type { Me } from '../../../generated/platform/types.ts';
import { Page } from '../components/page.tsx';
import { ProblemCard } from '../components/problem.tsx';
import { Waiting } from '../components/waiting.tsx';
import { client } from '../state/client.ts';
import { instancesOf, live } from '../state/live.ts';
import { useLoaded } from '../state/request.ts';
import { useStore } from '../state/store.ts';
import { StudentLabs } from './student-labs.tsx';

export function StudentLabPage({ me, lab_id }: { readonly me: Me; readonly lab_id: string }) {
  const state = useStore(live);
  const lab = useLoaded(async (signal) => unwrap(await getLab(client, { path: { id: lab_id } }, { signal })), lab_id);
  const instances =
    state.instances && new Map(instancesOf(state, lab_id).map((each) => [each.instance_id as string, each]));
  return (
    <Page title={lab.kind === 'loaded' ? lab.value.name : lab_id}>
      {lab.kind === 'waiting' && <Waiting />}
      {lab.kind === 'failed' && <ProblemCard error={lab.error} retry={lab.reload} />}
      {lab.kind === 'loaded' && <StudentLabs me={me} labs={[lab.value]} live={{ ...state, instances }} />}
    </Page>
  );
}
