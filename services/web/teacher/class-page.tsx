// A class: one tile per student, live, sorted by who needs help, and what to do for one, some or all.
import { useMemo, useRef, useState } from 'preact/hooks';
import { getLab, unwrap } from '../../../generated/platform/client.ts';
import type { LiveInstance } from '../../../generated/platform/live.ts';
import type { StudentResult } from '../../../generated/platform/types.ts';
import { newLabPath } from '../addresses.ts';
import { Empty } from '../components/empty.tsx';
import { Link } from '../components/link.tsx';
import { Page } from '../components/page.tsx';
import { ProblemCard } from '../components/problem.tsx';
import { Waiting } from '../components/waiting.tsx';
import { client } from '../state/client.ts';
import { instancesOf, live } from '../state/live.ts';
import { place, setQuery } from '../state/place.ts';
import { useLoaded } from '../state/request.ts';
import { useStore } from '../state/store.ts';
import { texts } from '../texts/texts.ts';
import { ActionBar } from './action-bar.tsx';
import { inOrder } from './help.ts';
import { ResultList } from './result-list.tsx';
import { StartForm } from './start-form.tsx';
import { StateFilter } from './state-filter.tsx';
import { StudentDetails } from './student-details.tsx';
import { StudentTiles } from './student-tiles.tsx';

export function ClassPage({ lab_id }: { readonly lab_id: string }) {
  const state = useStore(live);
  const lab = useLoaded(async (signal) => unwrap(await getLab(client, { path: { id: lab_id } }, { signal })), lab_id);
  const [results, setResults] = useState<readonly StudentResult[] | null>(null);
  const instances = useMemo(() => instancesOf(state, lab_id), [state.instances, lab_id]);
  if (lab.kind === 'failed')
    return (
      <Page title={lab_id}>
        <ProblemCard error={lab.error} retry={lab.reload} />
      </Page>
    );
  const isEmpty = state.instances !== null && instances.length === 0;
  const { name, description, revision } =
    lab.kind === 'loaded' ? lab.value : { name: lab_id, description: '', revision: 0 };
  return (
    <Page
      title={name}
      above={<Link href="/">{texts.teacher.title}</Link>}
      lead={description}
      actions={
        <>
          {revision > 0 && <span class="small">{texts.teacher.revision(revision)}</span>}
          <Link class="button" href={`${newLabPath}?lab=${lab_id}`}>
            {texts.classGrid.newVersion}
          </Link>
        </>
      }
    >
      <StartForm lab_id={lab_id} isOpen={isEmpty} onResults={setResults} />
      {results && <ResultList results={results} onClose={() => setResults(null)} />}
      {state.instances === null && <Waiting rows={4} />}
      {isEmpty && <Empty title={texts.classGrid.empty} text={texts.classGrid.emptyAdvice} />}
      {instances.length > 0 && <Class lab_id={lab_id} instances={instances} onResults={setResults} />}
    </Page>
  );
}

interface ClassProps {
  readonly lab_id: string;
  readonly instances: readonly LiveInstance[];
  readonly onResults: (results: readonly StudentResult[]) => void;
}

function Class({ lab_id, instances, onResults }: ClassProps) {
  const { query } = useStore(place);
  const filter = query.get('state') ?? '';
  const opened = query.get('open') ?? '';
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isHeld, setHeld] = useState(false);
  const visible = useHeldOrder(
    inOrder(instances).filter(({ state }) => filter === '' || state === filter),
    isHeld,
  );
  const chosen = instances.filter(({ instance_id }) => selected.has(instance_id));
  const detailed = instances.find(({ instance_id }) => instance_id === opened);
  const report = (answered: readonly StudentResult[]): void => {
    onResults(answered);
    // Those who were refused stay selected.
    const refused = answered.flatMap(({ outcome, instance_id }) =>
      outcome === 'refused' && instance_id ? [instance_id] : [],
    );
    setSelected(new Set<string>(refused));
  };
  return (
    <>
      <StateFilter instances={instances} filter={filter} onChange={(value) => setQuery({ state: value })} />
      <ActionBar lab_id={lab_id} visible={visible} chosen={chosen} onSelect={setSelected} onResults={report} />
      <div class={detailed ? 'class-view has-details' : 'class-view'}>
        {visible.length === 0 ? (
          <p class="soft">{texts.classGrid.emptyFilter}</p>
        ) : (
          <StudentTiles
            instances={visible}
            selected={selected}
            opened={opened}
            onSelect={setSelected}
            onOpen={(id) => setQuery({ open: id === opened ? '' : id })}
            onHold={setHeld}
          />
        )}
        {detailed && <StudentDetails instance={detailed} onClose={() => setQuery({ open: '' })} />}
      </div>
    </>
  );
}

/** While one points at the tiles, each stays where it is; students who come later are added at the end. */
function useHeldOrder(sorted: readonly LiveInstance[], isHeld: boolean): readonly LiveInstance[] {
  const order = useRef<readonly string[]>([]);
  const ids = sorted.map(({ instance_id }) => instance_id as string);
  if (!isHeld) order.current = ids;
  else order.current = [...order.current, ...ids.filter((id) => !order.current.includes(id))];
  const byId = new Map(sorted.map((instance) => [instance.instance_id as string, instance]));
  return order.current.flatMap((id) => byId.get(id) ?? []);
}
