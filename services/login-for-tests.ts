// The way into a lab, as APIs tell it to a student, in the words of who tries it.
import type { Target } from '../adapters/ssh/port.ts';

type Told = {
  readonly ssh_host: string;
  readonly ssh_port: number;
  readonly ssh_user: string;
  readonly ssh_credentials: string;
  readonly known_hosts: string;
};

export const targetOf = (told: Told): Target => ({
  host: told.ssh_host,
  port: told.ssh_port,
  user: told.ssh_user,
  password: told.ssh_credentials,
  knownHosts: told.known_hosts,
  closed: [],
});
