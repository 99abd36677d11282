// One lab by the id of its instance: the address that a card has.
import type { Me } from '../../../generated/platform/types.ts';
import { Page } from '../components/page.tsx';
import { Waiting } from '../components/waiting.tsx';
import { MissingPage } from '../missing-page.tsx';
import { live } from '../state/live.ts';
import { can } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { ClassPage } from '../teacher/class-page.tsx';
import { texts } from '../texts/texts.ts';
import { StudentLabPage } from './lab-page.tsx';

export function InstancePage({ me, instance_id }: { readonly me: Me; readonly instance_id: string }) {
  const { instances } = useStore(live);
  if (instances === null)
    return (
      <Page title={texts.home}>
        <Waiting />
      </Page>
    );
  const instance = instances.get(instance_id);
  if (instance === undefined) return <MissingPage />;
  if (can(me, 'labs.start')) return <ClassPage lab_id={instance.lab_id} />;
  return <StudentLabPage me={me} lab_id={instance.lab_id} />;
}
