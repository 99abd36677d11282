// Upload of a lab, or of its next version: drop the file or write it, and see each mistake at its line.
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  getLab,
  getLabConfig,
  isProblem,
  replaceLabConfig,
  unwrap,
  uploadLab,
} from '../../../generated/platform/client.ts';
import { labPath, newLabPath } from '../addresses.ts';
import { Link } from '../components/link.tsx';
import { Page } from '../components/page.tsx';
import { ProblemCard, problemIn } from '../components/problem.tsx';
import { client } from '../state/client.ts';
import { useDraft } from '../state/draft.ts';
import { goTo, place } from '../state/place.ts';
import { useSending } from '../state/request.ts';
import { useStore } from '../state/store.ts';
import { texts } from '../texts/texts.ts';
import { DropArea } from './drop-area.tsx';
import { exampleLab } from './example-lab.ts';
import { YamlEditor } from './yaml-editor.tsx';

const mostBytes = 262_144;

export function UploadPage() {
  const { query } = useStore(place);
  const lab_id = query.get('lab') ?? '';
  const [text, setText] = useDraft(`configuration ${lab_id}`);
  const [isTooLarge, setTooLarge] = useState(false);
  const [etag, setEtag] = useState('');
  useCurrentConfiguration(lab_id, (current, version) => {
    setEtag(version);
    if (text === '') setText(current);
  });
  const sending = useSending(
    async () => {
      const form = { file: new Blob([text], { type: 'application/yaml' }) };
      if (lab_id === '') return uploadLab(client, { form });
      return replaceLabConfig(client, { path: { id: lab_id }, headers: { 'If-Match': etag }, body: text });
    },
    (lab) => {
      setText('');
      goTo(labPath(lab.lab_id));
    },
  );
  const read = async (file: File): Promise<void> => {
    setTooLarge(file.size > mostBytes);
    if (file.size > mostBytes) return;
    setText(await file.text());
    sending.clear();
  };
  const problem = problemIn(sending.error);
  const id = idIn(text);
  return (
    <Page
      title={lab_id === '' ? texts.upload.title : texts.upload.newVersionTitle(lab_id)}
      above={<Link href={lab_id === '' ? '/' : labPath(lab_id)}>{lab_id === '' ? texts.teacher.title : lab_id}</Link>}
      lead={texts.upload.lead}
    >
      <DropArea onFile={(file) => void read(file)}>
        <p class="buttons">
          <FileButton onFile={(file) => void read(file)} />
          {text === '' && (
            <button type="button" onClick={() => setText(exampleLab)}>
              {texts.upload.example}
            </button>
          )}
        </p>
        {isTooLarge && <p class="advice">{texts.upload.tooLarge}</p>}
        <YamlEditor text={text} errors={problem?.errors ?? []} onChange={setText} />
        {sending.error !== null && problem?.errors === undefined && (
          <ProblemCard error={sending.error}>
            {isProblem(sending.error, 'conflict') && id !== '' && lab_id === '' && (
              <VersionInstead lab_id={id} text={text} />
            )}
          </ProblemCard>
        )}
        <p class="buttons">
          <button
            type="button"
            class="first"
            disabled={text.trim() === '' || sending.isSending}
            onClick={() => void sending.send(undefined)}
          >
            {lab_id === '' ? texts.upload.submit : texts.upload.submitVersion}
          </button>
          <a href="/docs/lab-configuration.html">{texts.upload.schema}</a>
        </p>
        {lab_id !== '' && <p class="small">{texts.upload.kept}</p>}
      </DropArea>
    </Page>
  );
}

/** The id that the text names, for the offer to replace that lab; the platform reads the file itself. */
const idIn = (text: string): string => /^lab_id:\s*['"]?([a-z][a-z0-9-]*)/m.exec(text)?.[1] ?? '';

function useCurrentConfiguration(lab_id: string, use: (text: string, etag: string) => void): void {
  // Once for each lab.
  useEffect(() => {
    if (lab_id === '') return;
    const ending = new AbortController();
    const load = async () => {
      const result = await getLabConfig(client, { path: { id: lab_id } }, { signal: ending.signal });
      const file = unwrap(result);
      use(await new Response(file as BodyInit).text(), result.headers.get('ETag') ?? '');
    };
    load().catch(() => undefined);
    return () => ending.abort();
  }, [lab_id]);
}

function VersionInstead({ lab_id, text }: { readonly lab_id: string; readonly text: string }) {
  const open = async (): Promise<void> => {
    // Only a lab of this person can have a new version.
    unwrap(await getLab(client, { path: { id: lab_id } }));
    sessionStorage.setItem(`draft:configuration ${lab_id}`, text);
    goTo(`${newLabPath}?lab=${lab_id}`);
    location.reload();
  };
  return (
    <button type="button" onClick={() => void open()}>
      {texts.upload.exists}
    </button>
  );
}

function FileButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        accept=".yaml,.yml,text/yaml,application/yaml"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onFile(file);
          event.currentTarget.value = '';
        }}
      />
      <button type="button" onClick={() => input.current?.click()}>
        {texts.upload.choose}
      </button>
    </>
  );
}
