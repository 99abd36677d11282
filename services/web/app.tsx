// The page that the address names, for who is logged in, and what lies over all pages: a lost connection, the end of a
// session.
import { useEffect } from 'preact/hooks';
import type { Me } from '../../generated/platform/types.ts';
import { addressOf } from './addresses.ts';
import { ConnectionLine } from './components/connection-line.tsx';
import { Page } from './components/page.tsx';
import { ProblemCard } from './components/problem.tsx';
import { TopBar } from './components/top-bar.tsx';
import { Waiting } from './components/waiting.tsx';
import { HomePage } from './home-page.tsx';
import { MissingPage } from './missing-page.tsx';
import { SessionEndLine, SignInPage } from './sign-in-page.tsx';
import { sessionEnd } from './state/client.ts';
import { followLive, live } from './state/live.ts';
import { place } from './state/place.ts';
import { can, readSession, renewSession, session } from './state/session.ts';
import { useStore } from './state/store.ts';
import { InstancePage } from './student/instance-page.tsx';
import { StudentLabPage } from './student/lab-page.tsx';
import { ClassPage } from './teacher/class-page.tsx';
import { UploadPage } from './teacher/upload-page.tsx';

export function App() {
  const current = useStore(session);
  const { path, query } = useStore(place);
  const me = current.kind === 'active' ? current.me : null;
  return (
    <>
      <TopBar me={me} path={path} />
      {current.kind === 'waiting' && <Main />}
      {current.kind === 'anonymous' && <SignInPage />}
      {current.kind === 'unavailable' && (
        <Page title={document.title}>
          <ProblemCard error={current.error} retry={() => void readSession()} />
        </Page>
      )}
      {me && <LoggedIn me={me} path={path} lab={query.get('lab') ?? ''} />}
    </>
  );
}

const Main = () => (
  <main id="main">
    <Waiting />
  </main>
);

/** `lab` is what the query names: another one is another page. */
function LoggedIn({ me, path, lab }: { readonly me: Me; readonly path: string; readonly lab: string }) {
  const { hasEnded } = useStore(sessionEnd);
  const { connection, lostAt } = useStore(live);
  useEffect(() => {
    if (hasEnded) return;
    const ending = new AbortController();
    void followLive(ending.signal);
    return () => ending.abort();
  }, [hasEnded]);
  useEffect(() => {
    if (!hasEnded) return;
    const renew = () => void renewSession();
    addEventListener('focus', renew);
    return () => removeEventListener('focus', renew);
  }, [hasEnded]);
  return (
    <>
      {hasEnded ? <SessionEndLine /> : <ConnectionLine connection={connection} lostAt={lostAt} />}
      <PageOf key={`${path} ${lab}`} me={me} path={path} />
    </>
  );
}

/** What a person may do decides which page it is, not the name of a role. */
function PageOf({ me, path }: { readonly me: Me; readonly path: string }) {
  const address = addressOf(path);
  switch (address?.page) {
    case 'home':
      return <HomePage me={me} />;
    case 'new-lab':
      return can(me, 'labs.upload') ? <UploadPage /> : <MissingPage />;
    case 'lab':
      return can(me, 'labs.start') ? (
        <ClassPage lab_id={address.lab_id} />
      ) : (
        <StudentLabPage me={me} lab_id={address.lab_id} />
      );
    case 'instance':
      return <InstancePage me={me} instance_id={address.instance_id} />;
    default:
      return <MissingPage />;
  }
}
