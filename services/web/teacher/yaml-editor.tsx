// The text of a configuration with the numbers of its lines, and the mistakes that the platform found, at their places.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ProblemError as Mistake } from '../../../generated/platform/types.ts';
import { texts } from '../texts/texts.ts';

interface Props {
  readonly text: string;
  readonly errors: readonly Pick<Mistake, 'row' | 'column' | 'pointer' | 'message' | 'rule'>[];
  readonly onChange: (text: string) => void;
}

export function YamlEditor({ text, errors, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (errors.length > 0) list.current?.focus();
  }, [errors]);
  const lines = text.split('\n');
  const wrong = new Set(errors.map(({ row }) => row));
  const goToPlace = (row = 1, column = '1'): void => {
    const before = lines.slice(0, row - 1).join('\n').length + (row > 1 ? 1 : 0);
    const at = before + Math.max(0, Number(column) - 1 || 0);
    area.current?.focus();
    area.current?.setSelectionRange(at, before + (lines[row - 1]?.length ?? 0));
  };
  return (
    <>
      {errors.length > 0 && (
        <section class="mistakes" role="alert" tabIndex={-1} ref={list}>
          <h2>{texts.upload.errors(errors.length)}</h2>
          <ul>
            {errors.map(({ row, column, pointer, message }, index) => (
              <li key={index}>
                {row === undefined ? (
                  <code>{pointer}</code>
                ) : (
                  <button type="button" class="plain" onClick={() => goToPlace(row, column)}>
                    {texts.line(row, column)}
                  </button>
                )}{' '}
                {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <label for="configuration">{texts.upload.editor}</label>
      <div class="editor">
        <ol class="numbers" aria-hidden="true">
          {lines.map((_, index) => (
            <li key={index} class={wrong.has(index + 1) ? 'wrong' : ''}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          id="configuration"
          ref={area}
          value={text}
          rows={Math.max(12, lines.length + 1)}
          wrap="off"
          spellcheck={false}
          autocapitalize="off"
          aria-invalid={errors.length > 0}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    </>
  );
}
