// A value that pages follow: each change renders who reads it.
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** Returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<Value extends object>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function useStore<Value extends object>(store: Store<Value>): Value {
  const [value, setValue] = useState(store.get());
  useLayoutEffect(() => {
    const read = () => setValue(store.get());
    read();
    return store.subscribe(read);
  }, [store]);
  return value;
}
