// The public clients: programs of users, which keep no secret.

/**
 * The command line: device flow, and a browser with PKCE. An identity provider of the user's own has a client of this
 * name, too.
 */
export const commandLineClient = 'covenant-cli';

/** For users who try the platform's API by hand: password grant without a secret. */
export const demoClient = 'labs-demo';
