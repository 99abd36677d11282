import test from 'ava';
import { expectedOf } from '../../services/analytics/ingest/upload-period.ts';
import { SalesFile } from '../../services/analytics/sales-file/file.ts';
import { report } from '../../services/analytics/sales-file/report.ts';
import { header, period, salesRows } from './sales-file.ts';

test('the measured file has no refused row, and is the same for the same seed', (t) => {
  const text = [header, ...salesRows(50_000, 7)].join('');
  const errors = report();
  const file = new SalesFile({
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
  t.is(header + copied, text);
  t.is([header, ...salesRows(50_000, 7)].join(''), text);
});
