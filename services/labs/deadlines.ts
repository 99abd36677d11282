// How long an instance may stay in a passing state, and what to say when it did not come through (decision 11).
import { instanceStateDeadlines, volumeStateDeadlines } from '../../generated/infra/states.ts';
import type { InstanceState, VolumeState } from '../../generated/lab/messages.ts';

/** When to give up, for the column `deadline_at`. */
export const deadlineAt = (state: InstanceState, since: Date): Date | null =>
  after(instanceStateDeadlines, state, since);

export const volumeDeadlineAt = (volume: VolumeState, since: Date): Date | null =>
  after(volumeStateDeadlines, volume, since);

function after(deadlines: Readonly<Record<string, number>>, state: string, since: Date): Date | null {
  const seconds = deadlines[state];
  return seconds === undefined ? null : new Date(since.getTime() + seconds * 1_000);
}

/** Users of the web app read it, of the command line and of the API (`replaceLabConfig`). */
const replaceIt = 'upload it as a new version of the lab, then start the lab again.';

/** What happened, and what to do. The first sentence takes the detail. */
const advices = {
  image_pull: [
    'The image of the lab could not be pulled',
    `Check the image and the tag in the configuration, ${replaceIt}`,
  ],
  config: ['The cluster rejected the configuration of the lab', `Correct the configuration, ${replaceIt}`],
  quota: [
    'There was no capacity for the lab',
    'Stop labs that are not needed, or ask an administrator for more capacity. Then start the lab again.',
  ],
  no_node_port: [
    'No SSH port is free for the lab',
    'Stop labs that are not needed, or ask an administrator for a larger port range. Then start the lab again.',
  ],
  unschedulable: [
    'No node of the cluster has the CPU and memory that the lab requests',
    'Request less in the configuration, or ask an administrator for more nodes. Then start the lab again.',
  ],
  init_script: ['An initialization script failed', `Correct the script in the configuration, ${replaceIt}`],
  crash: [
    'A container of the lab exited repeatedly',
    'Test the image outside the platform, correct it, then start the lab again.',
  ],
  out_of_memory: [
    'The lab ran out of memory, and processes were killed',
    `Use less memory in its programs, or request more \`memory\` in the configuration: ${replaceIt}`,
  ],
  evicted: ['The node stopped the lab', 'Start the lab again. The files in the home directory are kept.'],
  not_running: ['The lab is not running', 'Start it instead.'],
  restart: ['The lab is restarting', 'Wait a moment. The files in the home directory are kept.'],
  node_lost: ['The node of the lab was lost', 'Start the lab again. The files in the home directory are kept.'],
  volume: [
    'The volume of the lab is not available',
    'Start the lab again to restore the latest archive or, if there is none, to get an empty volume. If files are missing, ask an administrator.',
  ],
  volume_full: [
    'The home directory of the lab is larger than its volume allows',
    `Delete files in it (\`du -xh ~ | sort -h | tail\` shows the largest folders): after 10 minutes the lab is stopped, and its files are kept. To delete more files, start it again. For more room, ask for a larger \`volume_size\` in the configuration: ${replaceIt}`,
  ],
  archive: [
    'The volume could not be archived and was kept',
    'The platform tries again every few minutes. If the error persists, ask an administrator to check the object store.',
  ],
  restore: [
    'The files of the lab could not be restored from their archive, which was kept',
    'Ask an administrator to check the archive, or start the lab with an empty home directory (`restore: none`).',
  ],
  restore_full: [
    'The files of the lab do not fit into its volume, so it was not started, and their archive was kept',
    `Ask for a larger \`volume_size\` in the configuration: ${replaceIt} If it asks for enough already, ask an administrator for a larger disk. The lab can also start with an empty home directory (\`restore: none\`).`,
  ],
  key: [
    'The key for the passwords and the host key of the lab is missing',
    'Ask an administrator to add it to the key ring again. Running labs are not affected.',
  ],
  ssh_probe: [
    'The lab is running, but logins fail',
    'Restart it. If it happens again, the image may not start its SSH server: try it outside of the platform. Start files of a student are not the reason: a student who cannot get past them logs in as `plain` (in a group `plain-` and the login name) with the same password, and corrects them.',
  ],
  isolation_probe: [
    'The lab could reach networks that must be blocked',
    'Restart it. If it happens again, ask an administrator to check the network policies of the cluster.',
  ],
  probe_incomplete: [
    'The test of the lab could not be completed, which proves nothing against the lab',
    'It is repeated by itself while the lab starts or runs; after a failed start, start the lab again. It mostly means that too much runs at once: if it happens again, request more `cpu` in the configuration, or ask an administrator to check the load of the cluster and the addresses that labs must not reach.',
  ],
  cluster: [
    'The cluster does not respond as expected',
    'Start the lab again in a few minutes, or ask an administrator to check the cluster.',
  ],
  deadline: [
    'The operation timed out',
    'Start the lab again. If it fails again, ask an administrator to check the cluster.',
  ],
} as const satisfies Readonly<Record<string, readonly [what: string, todo: string]>>;

/** What to do while it waits: it needs no other start. */
const whileWaiting: Partial<Readonly<Record<keyof typeof advices, readonly [what: string, todo: string]>>> = {
  quota: [
    'There is no capacity for the lab yet',
    'It starts by itself when there is, within an hour. Stop labs that are not needed, or ask an administrator for more capacity.',
  ],
  no_node_port: [
    'No SSH port is free for the lab yet',
    'It starts by itself when one is, within an hour. Stop labs that are not needed, or ask an administrator for a larger port range.',
  ],
};

/** Reasons that the worker and Infrastructure give; for a reader the list is open. */
export type KnownReason = keyof typeof advices;

/** Room for role, script and the last 500 characters that a script has written. */
const most = 700;

/** A text for people, at most 1,000 characters. `detail` may come from the cluster, so it is cut and made printable. */
export const adviceFor = (reason: KnownReason, detail = ''): string => sentencesOf(advices[reason], detail);

/** The same for an instance that stays in `waiting_quota`. */
export const waitingAdviceFor = (reason: KnownReason, detail: string): string =>
  sentencesOf(whileWaiting[reason] ?? advices[reason], detail);

function sentencesOf([what, todo]: readonly [what: string, todo: string], detail: string): string {
  const sentence = detail
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    // What an engine adds to a name without a registry is in no configuration.
    .replaceAll('localhost/', '')
    .trim();
  const shown = [...sentence].length > most ? `${[...sentence].slice(0, most).join('')}...` : sentence;
  return `${what}${shown === '' ? '' : `: ${shown}`}${shown.endsWith('.') ? '' : '.'} ${todo}`;
}
