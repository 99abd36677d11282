// Every component in every state, for those who change one: /components of an app that was built with --components.
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/labs.css';
import './styles/class.css';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { type Problem, ProblemError } from '../../generated/platform/client.ts';
import type { LiveInstance } from '../../generated/platform/live.ts';
import type { InstanceState, LabAccess, StudentResult } from '../../generated/platform/types.ts';
import { ClassSummary } from './components/class-summary.tsx';
import { ConnectionLine } from './components/connection-line.tsx';
import { Question } from './components/dialog.tsx';
import { Empty } from './components/empty.tsx';
import { Page } from './components/page.tsx';
import { ProblemCard } from './components/problem.tsx';
import { StateMark } from './components/state-mark.tsx';
import { TopBar } from './components/top-bar.tsx';
import { Waiting } from './components/waiting.tsx';
import { SessionEndLine } from './sign-in-page.tsx';
import { LabCard } from './student/lab-card.tsx';
import { LoginLines } from './student/lab-login.tsx';
import { inOrder, needsHelp } from './teacher/help.ts';
import { ResultList } from './teacher/result-list.tsx';
import { StudentDetails } from './teacher/student-details.tsx';
import { StudentTiles } from './teacher/student-tiles.tsx';
import { YamlEditor } from './teacher/yaml-editor.tsx';
import { texts } from './texts/texts.ts';

const states = Object.keys(texts.states) as readonly InstanceState[];
const advice =
  'The image could not be pulled: the registry has no tag v2.1. Correct the tag, upload it, and start the lab again.';

const instanceIn = (state: InstanceState, n: number): LiveInstance => ({
  instance_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` as LiveInstance['instance_id'],
  lab_id: 'net-intro' as LiveInstance['lab_id'],
  student_id: (n === 3 ? 'averylongstudentname' : `student${n}`) as LiveInstance['student_id'],
  group_id: null,
  sequence: n,
  state,
  volume: 'bound',
  reason: state === 'failed' ? 'image_pull' : state === 'degraded' ? 'volume_full' : null,
  advice:
    state === 'failed' ? advice : state === 'degraded' ? 'The home is full. Delete files that are not needed.' : null,
  since: new Date(Date.now() - n * 47_000).toISOString(),
  ends_at: null,
  username: null,
  display_name: n % 3 === 0 ? null : `Student Number ${n}`,
});

const instances = Array.from({ length: 200 }, (_, n) =>
  instanceIn(n < 16 ? (states[n % states.length] ?? 'running') : 'running', n),
);

const access = {
  student_id: 'anna',
  ssh_host: 'node1.example',
  ssh_port: 30_022,
  ssh_user: 'student',
  ssh_credentials: 'not-a-real-password',
  host_key_fingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDASLGYKb0hhf3p2mE',
  known_hosts: '[node1.example]:30022 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGK0wmT4bXn0hAz5v3QyN2xk9mJ8r1sD7LqUe6cWfYpB',
  endpoints: [
    { role: 'main', ssh_port: 30_022 },
    { role: 'db', ssh_port: 30_023 },
  ],
} as unknown as LabAccess;

const problem = new ProblemError(
  {
    type: 'https://covenant.example/problems/unavailable',
    slug: 'unavailable',
    title: 'Temporarily unavailable',
    status: 503,
    detail: 'A dependency of the service is unavailable. Try again in 2 s.',
    instance: 'urn:request:01JD9Q2V6E8W3K5T7Y9B1N3M5P',
  } as unknown as Problem,
  'listLabs',
);

const results = [
  { student_id: 'anna', outcome: 'accepted', advice: null },
  { student_id: 'zoe', outcome: 'refused', advice: 'There is no student with this id.' },
] as unknown as readonly StudentResult[];

function Components() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState('');
  const [isAsking, setAsking] = useState(false);
  const detailed = instances.find(({ instance_id }) => instance_id === opened);
  return (
    <>
      <TopBar me={null} path="/components" />
      <SessionEndLine />
      <ConnectionLine connection="lost" lostAt={Date.now() - 75_000} />
      <Page title="Components" lead="Every component in every state.">
        <p class="buttons">
          {states.map((state) => (
            <StateMark key={state} state={state} />
          ))}
        </p>
        <p class="buttons">
          <button type="button" class="first" onClick={() => setAsking(true)}>
            Question
          </button>
          <button type="button">Button</button>
          <button type="button" disabled>
            Disabled
          </button>
          <button type="button" class="danger">
            Danger
          </button>
          <button type="button" class="plain">
            Plain
          </button>
        </p>
        <Waiting />
        <Empty title={texts.student.none} text={texts.student.noneAdvice} />
        <ProblemCard error={problem} retry={() => undefined} />
        <ProblemCard error={new TypeError('fetch failed')} />
        <ResultList results={results} onClose={() => undefined} />
        <div class="cards">
          {states
            .filter((state) => state !== 'running' && state !== 'degraded')
            .map((state, n) => (
              <LabCard key={state} instance={instanceIn(state, n)} lab={undefined} />
            ))}
          <article class="lab-card">
            <LoginLines access={access} lab_id="net-intro" />
          </article>
        </div>
        <YamlEditor
          text={'lab_id: Net\nname: Networks\n'}
          errors={[
            {
              row: 1,
              column: '9',
              rule: 'pattern',
              message: 'must consist of lower-case letters, digits and single hyphens',
            },
          ]}
          onChange={() => undefined}
        />
        <ClassSummary instances={instances} help={instances.filter(needsHelp).length} />
        <div class={detailed ? 'class-view has-details' : 'class-view'}>
          <StudentTiles
            instances={inOrder(instances)}
            selected={selected}
            opened={opened}
            onSelect={setSelected}
            onOpen={(id) => setOpened(id === opened ? '' : id)}
            onHold={() => undefined}
          />
          {detailed && <StudentDetails instance={detailed} onClose={() => setOpened('')} />}
        </div>
        {isAsking && (
          <Question
            title={texts.classGrid.confirmStop(4)}
            text={texts.classGrid.confirmStopText}
            action={texts.classGrid.stop(4)}
            isDangerous
            onConfirm={() => undefined}
            onClose={() => setAsking(false)}
          />
        )}
      </Page>
    </>
  );
}

const root = document.getElementById('app');
if (root !== null) render(<Components />, root);
