// Where a file can be dropped.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../texts/texts.ts';

interface Props {
  readonly onFile: (file: File) => void;
  readonly children: ComponentChildren;
}

export function DropArea({ onFile, children }: Props) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: "choose a file" does the same for the keyboard.
    <div
      class={isOver ? 'drop is-over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {isOver && <p class="drop-text">{texts.upload.drop}</p>}
      {children}
    </div>
  );
}
