// Text to take along: shown whole, copied by one button.
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/texts.ts';

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      class="copy"
      aria-label={`${texts.copy}: ${label}`}
      onClick={({ currentTarget }) => {
        copy(text, currentTarget).then(setCopied, () => setCopied(false));
      }}
    >
      <span aria-live="polite">{isCopied ? texts.copied : texts.copy}</span>
    </button>
  );
}

/** A page that is not loaded over https has no clipboard: then the text is selected, for the keys of the browser. */
async function copy(text: string, button: HTMLElement): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const code = button.parentElement?.querySelector('code');
  if (code) getSelection()?.selectAllChildren(code);
  return false;
}

interface Props {
  readonly text: string;
  readonly label: string;
}

export const CopyLine = ({ text, label }: Props) => (
  <div class="line">
    <section aria-label={label}>
      <code>{text}</code>
    </section>
    <CopyButton text={text} label={label} />
  </div>
);

/** The password is in the page only while it is shown. */
export function SecretLine({ text, label }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <div class="line">
      <section aria-label={label}>
        <code>{isShown ? text : '••••••••••••'}</code>
      </section>
      <button type="button" class="copy" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? texts.hide : texts.show}
        <span class="hidden"> {label}</span>
      </button>
      <CopyButton text={text} label={label} />
    </div>
  );
}
