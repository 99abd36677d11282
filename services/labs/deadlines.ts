// How long an instance may stay in a passing state, and what to say when it did not come through (decision 11).
import type { InstanceState, VolumeState } from '../../generated/lab/messages.ts';

/** Seconds; `x-deadlines` of the contract. A state without one lasts. */
export const stateDeadlines = {
  queued: 60,
  waiting_quota: 3_600,
  creating: 300,
  degraded: 600,
  stopping: 3_600,
} as const satisfies Partial<Record<InstanceState, number>>;

export const volumeDeadlines = { archiving: 3_600, archived: 300 } as const satisfies Partial<
  Record<VolumeState, number>
>;

/** When to give up, for the column `deadline_at`. */
export const deadlineAt = (state: InstanceState, since: Date): Date | null => after(stateDeadlines, state, since);

export const volumeDeadlineAt = (volume: VolumeState, since: Date): Date | null =>
  after(volumeDeadlines, volume, since);

function after(deadlines: Readonly<Record<string, number>>, state: string, since: Date): Date | null {
  const seconds = deadlines[state];
  return seconds === undefined ? null : new Date(since.getTime() + seconds * 1_000);
}

/** An upload of the same lab would be 409. */
const replaceIt = 'replace it (PUT of its `config`, with its ETag as If-Match) and start again.';

/** What happened, and what to do. The first sentence takes the detail. */
const advices = {
  image_pull: ['The image of the lab could not be fetched', `Check image and tag in the configuration, ${replaceIt}`],
  config: ['The cluster refused the lab as it is configured', `Correct the configuration, ${replaceIt}`],
  quota: [
    'There was no room for the lab',
    'Stop labs that are not needed, or ask an administrator for more room; then start again.',
  ],
  no_node_port: [
    'No SSH port is free for the lab',
    'Stop labs that are not needed, or ask an administrator for a larger range of ports; then start again.',
  ],
  unschedulable: [
    'No node of the cluster has the CPU and memory that the lab asks for',
    'Ask for less in the configuration, or ask an administrator for more nodes; then start again.',
  ],
  init_script: ['An initialization script failed', `Correct the script in the configuration, ${replaceIt}`],
  crash: [
    'A container of the lab ended again and again',
    'Try the image outside of the platform, correct it and start again.',
  ],
  out_of_memory: [
    'The lab used all of its memory, and processes of it were killed',
    `Let its programs use less, or ask for more \`memory\` in the configuration: ${replaceIt}`,
  ],
  evicted: ['The node took the lab down', 'Start again; the files in the home directory were kept.'],
  not_running: ['The lab does not run', 'Start it instead.'],
  restart: ['The lab is starting again', 'Wait a little: the files in the home directory are there.'],
  node_lost: ['The node of the lab was lost', 'Start again; the files in the home directory were kept.'],
  volume: [
    'The volume of the lab is not to be had',
    'Start again to get the newest archive or, without one, an empty volume. Ask an administrator if files are missing.',
  ],
  archive: [
    'The volume could not be archived, and was kept',
    'It is tried again every few minutes. Ask an administrator to look at the object store if this lasts.',
  ],
  restore: [
    'The files of the lab could not be brought back from their archive, which was kept',
    'Ask an administrator to look at the archive; or start again with `restore` set to `none`, for an empty home.',
  ],
  key: [
    'A key is missing from which the passwords and the host key of the lab are made',
    'Ask an administrator to put it back into the key ring; what runs goes on meanwhile.',
  ],
  ssh_probe: [
    'The lab is up, but nobody can log in',
    'Restart it. If it happens again, the image may not start its SSH server: try it outside of the platform.',
  ],
  isolation_probe: [
    'The lab could reach what it must not reach, so it was not opened',
    'Restart it. If it happens again, ask an administrator to look at the network policies of the cluster.',
  ],
  cluster: [
    'The cluster does not do what it is asked',
    'Start again in a few minutes, or ask an administrator to look at it.',
  ],
  deadline: ['It took too long', 'Start again. If it happens again, ask an administrator to look at the cluster.'],
} as const satisfies Readonly<Record<string, readonly [what: string, todo: string]>>;

/** Reasons that the worker and Infrastructure give; for a reader the list is open. */
export type KnownReason = keyof typeof advices;

/** Room for role, script and the last 500 characters that a script has written. */
const most = 700;

/** A text for people, at most 1,000 characters. `detail` may come from the cluster, so it is cut and made printable. */
export function adviceFor(reason: KnownReason, detail = ''): string {
  const [what, todo] = advices[reason];
  const said = detail
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    // What an engine adds to a name that has no registry is in nobody's configuration.
    .replaceAll('localhost/', '')
    .trim();
  const shown = [...said].length > most ? `${[...said].slice(0, most).join('')}...` : said;
  return `${what}${shown === '' ? '' : `: ${shown}`}${shown.endsWith('.') ? '' : '.'} ${todo}`;
}
