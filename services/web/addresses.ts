// The addresses of the web app: the server answers them with the app, and the app shows the page that each names.

export type Address =
  | { readonly page: 'home' }
  | { readonly page: 'new-lab' }
  | { readonly page: 'lab'; readonly lab_id: string }
  | { readonly page: 'instance'; readonly instance_id: string };

const lab = /^\/labs\/([a-z][a-z0-9-]{0,15})$/;
const instance = /^\/instances\/([0-9a-f-]{36})$/;

/** Undefined for a path that is no page. */
export function addressOf(path: string): Address | undefined {
  if (path === '/') return { page: 'home' };
  if (path === newLabPath) return { page: 'new-lab' };
  const [, lab_id] = lab.exec(path) ?? [];
  if (lab_id !== undefined) return { page: 'lab', lab_id };
  const [, instance_id] = instance.exec(path) ?? [];
  return instance_id === undefined ? undefined : { page: 'instance', instance_id };
}

export const newLabPath = '/labs/new';
export const labPath = (lab_id: string): string => `/labs/${lab_id}`;
export const instancePath = (instance_id: string): string => `/instances/${instance_id}`;
