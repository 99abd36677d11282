// A sales file to begin with: its columns and a sample row, from the schema that judges uploads. Decision 186.
import { salesForm } from '../../../generated/analytics/sales-file.ts';
import { csvRow } from '../../../generated/runtime/reply/csv.ts';
import type { Handlers } from '../caller.ts';

export const templates = () =>
  ({
    async getTemplate() {
      const columns = Object.entries(salesForm.sample);
      const headers = { 'Content-Disposition': `attachment; filename="${salesForm.name}-template.csv"` };
      const body = csvRow(columns.map(([name]) => name)) + csvRow(columns.map(([, value]) => value));
      return { status: 200, headers, body };
    },
  }) satisfies Pick<Handlers, 'getTemplate'>;
