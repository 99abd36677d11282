// A broker that knows neither this user nor this password: no use to try again soon.

export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';

  constructor({ host, username }: URL, options?: ErrorOptions) {
    super(
      `The broker at ${host} refuses the login of "${decodeURIComponent(username)}" (403 ACCESS_REFUSED). Check user and password.`,
      options,
    );
  }
}

/** The library gives the code in the text alone. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^Handshake terminated by server: 403 /.test(error.message);
