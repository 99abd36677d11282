// How an engine gets the seccomp profile: Docker takes the text itself, Podman opens a file on its machine.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from './engine/engine.ts';
import { seccompProfile } from './seccomp.ts';

/**
 * What stands behind `seccomp=` in a container's options. The name of the file says what is in it, so that another
 * profile makes another container.
 */
export async function seccompFor(engine: Engine, folder: string): Promise<string> {
  if ((await engine.flavour()) === 'docker') return seccompProfile;
  const hash = createHash('sha256').update(seccompProfile).digest('hex').slice(0, 16);
  const file = path.join(folder, `seccomp-${hash}.json`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const half = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(half, seccompProfile, { mode: 0o644 });
  renameSync(half, file);
  return file;
}
