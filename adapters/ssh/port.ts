// How the worker finds out that a student gets in, and that a lab does not get out (decision 13).

export type Target = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The line that the student gets for ~/.ssh/known_hosts: another key at this address means another lab. */
  readonly knownHosts: string;
  /** Addresses `host:port` that must not be reached from inside; none: not asked. */
  readonly closed: readonly string[];
  /**
   * Ends as soon as the password is accepted. A shell would run the start files of its student, which may end it, or
   * the lab: neither is a reason to call logins refused.
   */
  readonly isPasswordOnly?: true;
};

export type Probed =
  | { readonly kind: 'in' }
  | { readonly kind: 'refused'; readonly reason: ProbeReason; readonly detail: string };

/**
 * `probe_incomplete`: the login was not tried, or not everything was that it should try, so it proves nothing about the
 * lab.
 */
export type ProbeReason = 'ssh_probe' | 'isolation_probe' | 'probe_incomplete';

export interface Probes {
  /**
   * Logs in with the password through the address that the student gets, and, unless that is all, runs a command in a
   * terminal that tries the closed addresses from inside. Never throws for what the lab does.
   */
  login(target: Target, signal: AbortSignal): Promise<Probed>;
}
