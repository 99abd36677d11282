// Whether the packages of a folder are those that its lock file names: written after they were installed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export function stampOf(folder) {
  const file = path.join(folder, 'node_modules', '.bootstrap-stamp');
  const lock = fs.readFileSync(path.join(folder, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  return {
    isRight: fs.existsSync(file) && fs.readFileSync(file, 'utf8') === wanted,
    write: () => fs.writeFileSync(file, wanted),
  };
}
