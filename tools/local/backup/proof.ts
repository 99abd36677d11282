// When a restore was last proven by a drill, and when a backup was made: for the operator, and for a monitoring system
// that raises an alert.
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from './manifest.ts';

export type Proof = {
  readonly proven_at: string;
  /** The backup that was restored. */
  readonly backup: string;
  readonly rpo_s: number;
  readonly rto_s: number;
};

const dayMs = 86_400_000;
const proofDays = 7;

const proofFile = (folder: string) => path.join(folder, 'proven.json');

export function readProof(folder: string): Proof | null {
  const file = proofFile(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Proof) : null;
}

export const writeProof = (folder: string, proof: Proof) =>
  writeWhole(proofFile(folder), `${JSON.stringify(proof, null, 2)}\n`);

/** A sentence for the operator when no restore was proven in the last week; null otherwise. */
export function overdue(folder: string, now: number): string | null {
  const proof = readProof(folder);
  if (proof !== null && now - Date.parse(proof.proven_at) <= proofDays * dayMs) return null;
  const last =
    proof === null ? 'No restore of these backups was proven yet' : `The last proven restore is of ${proof.proven_at}`;
  return `${last}. Run \`npm run drill\`: a backup that was never restored may not restore.`;
}

/** For the textfile collector of Prometheus' node_exporter; deploy/backup.md has the alerts. */
export async function writeMetrics(folder: string, newest: Manifest | undefined): Promise<void> {
  const proof = readProof(folder);
  const lines = [
    ...gauge('covenant_backup_timestamp_seconds', 'When the newest backup ended.', newest?.ended_at),
    ...gauge('covenant_restore_proven_timestamp_seconds', 'When a drill last proved a restore.', proof?.proven_at),
  ];
  await writeWhole(path.join(folder, 'backups.prom'), `${lines.join('\n')}\n`);
}

/** 0 where it never happened, so that an alert on its age rises then, too. */
const gauge = (name: string, text: string, time: string | undefined): readonly string[] => [
  `# HELP ${name} ${text}`,
  `# TYPE ${name} gauge`,
  `${name} ${time === undefined ? 0 : Math.floor(Date.parse(time) / 1000)}`,
];

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.half`, text, { mode: 0o644 });
  await rename(`${file}.half`, file);
}
