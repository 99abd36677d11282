// Where the person is: the address bar is the only place that knows.
import { createStore } from './store.ts';

interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const current = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });

export const place = createStore<Place>(current());
addEventListener('popstate', () => place.set(current()));

export function goTo(address: string): void {
  history.pushState(null, '', address);
  place.set(current());
  scrollTo({ top: 0 });
}

/** Filters, sort and selection: the page stays, and "back" leaves it. An empty value is left out. */
export function setQuery(values: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  history.replaceState(null, '', text === '' ? location.pathname : `${location.pathname}?${text}`);
  place.set(current());
}
