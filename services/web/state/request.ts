// Requests of a page: what it reads when it opens, and what a button sends.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { unwrap } from '../../../generated/platform/client.ts';

export type Loading<Value> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loaded'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown };

type Result<Body> = { readonly ok: boolean; readonly status: number; readonly body?: Body };

/** Reads again when `key` changes, and at `reload`; the last value stays until then. */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key: string,
): Loading<Value> & { readonly reload: () => void } {
  const [state, setState] = useState<Loading<Value>>({ kind: 'waiting' });
  const [turn, setTurn] = useState(0);
  // `key` names what `load` reads.
  useEffect(() => {
    const ending = new AbortController();
    load(ending.signal).then(
      (value) => ending.signal.aborted || setState({ kind: 'loaded', value }),
      (error: unknown) => ending.signal.aborted || setState({ kind: 'failed', error }),
    );
    return () => ending.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  return { ...state, reload };
}

export interface Sending<Input> {
  readonly isSending: boolean;
  /** Null after a success. */
  readonly error: unknown;
  readonly send: (input: Input) => Promise<void>;
  readonly clear: () => void;
}

/** One request at a time: a second press while the first is on its way does nothing. */
export function useSending<Input, Body>(
  request: (input: Input) => Promise<Result<Body>>,
  onSuccess: (body: Body, input: Input) => void,
): Sending<Input> {
  const [state, setState] = useState<{ readonly isSending: boolean; readonly error: unknown }>(idle);
  const isBusy = useRef(false);
  const send = async (input: Input): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setState({ isSending: true, error: null });
    try {
      const body = unwrap(await request(input)) as Body;
      setState(idle);
      onSuccess(body, input);
    } catch (error) {
      setState({ isSending: false, error });
    } finally {
      isBusy.current = false;
    }
  };
  return { ...state, send, clear: () => setState(idle) };
}

const idle = { isSending: false, error: null };
