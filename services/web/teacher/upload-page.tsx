// Upload of a lab, or of its next version: drop the file or write it, and see each mistake at its line.
import { useRef, useState } from 'preact/hooks';
import { getLabConfig, isProblem, replaceLabConfig, unwrap, uploadLab } from '../../../generated/platform/client.ts';
import { labPath, newLabPath } from '../addresses.ts';
import { Link } from '../components/link.tsx';
import { Page } from '../components/page.tsx';
import { ProblemCard, problemIn } from '../components/problem.tsx';
import { Waiting } from '../components/waiting.tsx';
import { client } from '../state/client.ts';
import { keepDraft, useDraft } from '../state/draft.ts';
import { goTo, place } from '../state/place.ts';
import { useLoaded, useSending } from '../state/request.ts';
import { useStore } from '../state/store.ts';
import { texts } from '../texts/texts.ts';
import { DropArea } from './drop-area.tsx';
import { exampleLab } from './example-lab.ts';
import { YamlEditor } from './yaml-editor.tsx';

const mostBytes = 262_144;

export function UploadPage() {
  const { query } = useStore(place);
  const lab_id = query.get('lab') ?? '';
  const current = useLoaded((signal) => configurationOf(lab_id, signal), lab_id);
  if (lab_id === '') return <UploadForm lab_id="" current={noConfiguration} onStale={current.reload} />;
  if (current.kind === 'loaded')
    return <UploadForm key={current.value.etag} lab_id={lab_id} current={current.value} onStale={current.reload} />;
  return (
    <Page title={texts.upload.newVersionTitle(lab_id)}>
      {current.kind === 'waiting' ? <Waiting /> : <ProblemCard error={current.error} retry={current.reload} />}
    </Page>
  );
}

type Configuration = { readonly text: string; readonly etag: string };

const noConfiguration: Configuration = { text: '', etag: '' };

/** The configuration of a lab that has a version already; a new lab has none. */
async function configurationOf(lab_id: string, signal: AbortSignal): Promise<Configuration> {
  if (lab_id === '') return noConfiguration;
  const result = await getLabConfig(client, { path: { id: lab_id } }, { signal });
  return { text: await unwrap(result).text(), etag: result.headers.get('ETag') ?? '' };
}

interface FormProps {
  readonly lab_id: string;
  readonly current: Configuration;
  /** Another version was uploaded meanwhile. */
  readonly onStale: () => void;
}

function UploadForm({ lab_id, current, onStale }: FormProps) {
  const [text, setText] = useDraft(`configuration ${lab_id}`, current.text);
  const [isTooLarge, setTooLarge] = useState(false);
  const sending = useSending(
    async () => {
      if (lab_id === '') return uploadLab(client, { form: { file: new Blob([text], { type: 'application/yaml' }) } });
      return replaceLabConfig(client, { path: { id: lab_id }, headers: { 'If-Match': current.etag }, body: text });
    },
    (lab) => {
      setText(current.text);
      goTo(labPath(lab.lab_id));
    },
  );
  const read = async (file: File): Promise<void> => {
    setTooLarge(file.size > mostBytes);
    if (file.size > mostBytes) return;
    setText(await file.text());
    sending.clear();
  };
  const isNew = lab_id === '';
  return (
    <Page
      title={isNew ? texts.upload.title : texts.upload.newVersionTitle(lab_id)}
      above={<Link href={isNew ? '/' : labPath(lab_id)}>{isNew ? texts.teacher.title : lab_id}</Link>}
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
        <YamlEditor text={text} errors={problemIn(sending.error)?.errors ?? []} onChange={setText} />
        <Refusal error={sending.error} lab_id={lab_id} text={text} onStale={onStale} />
        <p class="buttons">
          <button
            type="button"
            class="first"
            disabled={text.trim() === '' || sending.isSending}
            onClick={() => void sending.send(undefined)}
          >
            {isNew ? texts.upload.submit : texts.upload.submitVersion}
          </button>
          <a href="/docs/lab-configuration.html">{texts.upload.schema}</a>
        </p>
        {!isNew && <p class="small">{texts.upload.kept}</p>}
      </DropArea>
    </Page>
  );
}

interface RefusalProps {
  readonly error: unknown;
  readonly lab_id: string;
  readonly text: string;
  readonly onStale: () => void;
}

/** Mistakes of the file are shown at their lines; here is what concerns all of it, with what to do instead. */
function Refusal({ error, lab_id, text, onStale }: RefusalProps) {
  if (error === null || problemIn(error)?.errors !== undefined) return null;
  const id = idIn(text);
  const openVersion = (): void => {
    keepDraft(`configuration ${id}`, text);
    goTo(`${newLabPath}?lab=${id}`);
  };
  return (
    <ProblemCard error={error}>
      {isProblem(error, 'conflict') && id !== '' && lab_id === '' && (
        <button type="button" onClick={openVersion}>
          {texts.upload.exists}
        </button>
      )}
      {isProblem(error, 'precondition-failed') && (
        <button type="button" onClick={onStale}>
          {texts.upload.stale}
        </button>
      )}
    </ProblemCard>
  );
}

/** The id that the text names, for the offer to replace that lab; the platform reads the file itself. */
const idIn = (text: string): string => /^lab_id:\s*['"]?([a-z][a-z0-9-]*)/m.exec(text)?.[1] ?? '';

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
