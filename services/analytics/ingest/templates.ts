// A file of either form to begin with: its columns and a sample row, from the schema that judges uploads. Decisions 186
// and 301.
import { buffer } from 'node:stream/consumers';
import { salesForm } from '../../../generated/analytics/sales-file.ts';
import { vehiclesForm } from '../../../generated/analytics/vehicle-file.ts';
import { csvRow } from '../../../generated/runtime/reply/csv.ts';
import type { Handlers } from '../caller.ts';
import { workbook } from '../sales-file/xlsx/workbook-writer.ts';

const samples = { sales: salesForm.sample, vehicles: vehiclesForm.sample };

type Sample = (typeof samples)[keyof typeof samples];

const formats = {
  'text/csv': {
    extension: 'csv',
    bytes: async (sample: Sample) => csvRow(Object.keys(sample)) + csvRow(Object.values(sample)),
  },
  'application/x-ndjson': {
    extension: 'ndjson',
    bytes: async (sample: Sample) => `${JSON.stringify(sample)}\n`,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    extension: 'xlsx',
    bytes: (sample: Sample, sheet: string) => buffer(workbook(sheet, [Object.keys(sample), Object.values(sample)])),
  },
};

export const templates = () =>
  ({
    async getTemplate({ accept: mediaType, query: { form } }) {
      const { extension, bytes } = formats[mediaType];
      const headers = { 'Content-Disposition': `attachment; filename="${form}-template.${extension}"` };
      return { status: 200, headers, mediaType, body: await bytes(samples[form], form) };
    },
  }) satisfies Pick<Handlers, 'getTemplate'>;
