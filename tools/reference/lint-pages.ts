// Refuses links of pages that lead nowhere, and decisions that do not exist.
import path from 'node:path';
import { brokenLinks, unknownDecisions } from './links.ts';

const root = path.join(import.meta.dirname, '../..');
const faults = [...brokenLinks(root), ...unknownDecisions(root)];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
