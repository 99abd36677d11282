import test from 'ava';
import { expectedOf } from '../../services/analytics/ingest/upload-period.ts';
import { SalesFile } from '../../services/analytics/sales-file/file.ts';
import { report } from '../../services/analytics/sales-file/report.ts';
import { header, period, salesRows, vehicleHeader, vehicleRows } from './sales-file.ts';

const files = {
  sales: () => [header, ...salesRows(50_000, 7)].join(''),
  vehicles: () => [vehicleHeader, ...vehicleRows(50_000, 7)].join(''),
};

for (const [form, textOf] of Object.entries(files))
  test(`the measured file of ${form} has no refused row, and is the same for the same seed`, (t) => {
    const text = textOf();
    const errors = report();
    const file = new SalesFile({
      form: null,
      expected: expectedOf(period, new Date()),
      region: 'x',
      aliases: new Map(),
      report: errors,
      emit: true,
    });
    const bytes = Buffer.from(text);
    const copied = Buffer.concat([...file.push(bytes), ...file.end()]).toString();
    t.deepEqual(errors.first, []);
    t.deepEqual(file.counts, { read: 50_000, accepted: 50_000, rejected: 0 });
    t.is(file.form, form as typeof file.form);
    t.is(text.slice(0, text.indexOf('\n') + 1) + copied, text);
    t.is(textOf(), text);
  });
