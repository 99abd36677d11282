// The platform as its generated client, in the session of this browser: the browser sends the cookie, and there is no
// token here.
import { connect } from '../../../generated/platform/client.ts';
import { createStore } from './store.ts';

/** Set as soon as an answer or the live updates show that the session has ended. */
export const sessionEnd = createStore<{ readonly hasEnded: boolean }>({ hasEnded: false });

export const client = connect({
  baseUrl: `${location.origin}/api/v1`,
  // Pages of other sites cannot send it (decision 213).
  headers: { 'X-Covenant-Request': '1' },
  onResponse: ({ status }) => {
    if (status === 401) sessionEnd.set({ hasEnded: true });
  },
});
