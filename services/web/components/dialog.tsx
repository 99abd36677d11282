// A question before something that cannot be taken back. Escape and "cancel" change nothing.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/texts.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog ref={element} aria-labelledby="dialog-title" onClose={onClose}>
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const Question = ({ title, text, action, isDangerous = false, onConfirm, onClose }: QuestionProps) => (
  <Dialog title={title} onClose={onClose}>
    <p>{text}</p>
    <form method="dialog" class="buttons">
      <button type="submit">{texts.cancel}</button>
      <button type="submit" class={isDangerous ? 'first danger' : 'first'} onClick={onConfirm}>
        {action}
      </button>
    </form>
  </Dialog>
);
