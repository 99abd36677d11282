// `npm run check`: comments fit a line, and begin with what they speak of.
import path from 'node:path';
import { commentFaults } from './comment-lines.ts';

const faults = commentFaults(path.join(import.meta.dirname, '../..'));
for (const { file, line, what } of faults) console.log(`${file}:${line} a comment ${what}`);
process.exitCode = faults.length === 0 ? 0 : 1;
