// Refuses names and casts by which a row would differ from the contract.
import path from 'node:path';
import { rowFaults } from './row-names.ts';

for (const fault of rowFaults(path.join(import.meta.dirname, '../..'))) {
  console.error(fault);
  process.exitCode = 1;
}
