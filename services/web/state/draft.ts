// What a person has typed: it outlives a reload and a login, and ends with the tab.
import { useCallback, useState } from 'preact/hooks';

export function useDraft(name: string, initial = ''): readonly [string, (text: string) => void] {
  const key = `draft:${name}`;
  const [text, setText] = useState(() => read(key) ?? initial);
  const set = useCallback(
    (next: string) => {
      setText(next);
      write(key, next === initial ? null : next);
    },
    [key, initial],
  );
  return [text, set];
}

/** For another page to begin with. */
export const keepDraft = (name: string, text: string): void => write(`draft:${name}`, text);

/** A browser may forbid storage: then drafts end with the page. */
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // See `read`.
  }
}
