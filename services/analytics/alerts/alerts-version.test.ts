// Changed alerts ask for a new version: kept dashboards are compared by nothing else.
import { createHash } from 'node:crypto';
import test from 'ava';
import { drawFrom } from '../forecasts/model/classes.fixture.ts';
import { lastAlert } from './alerts.fixture.ts';
import { alertsVersion } from './alerts-version.ts';

const levels = [0, 0.3, 2, 5, 10, 60, 300, 8_000, 150_000];
const pauses = [1, 2, 3, 4].map((months) => Array.from({ length: months }, () => null));

/** Alerts near every limit: of small and large brands, of one month and of several without a sale. */
function alerts() {
  const draw = drawFrom(11);
  return levels.flatMap((level) =>
    [8, 14, 40].flatMap((length) => {
      const usual = Array.from({ length }, () => draw.count(level));
      const months = Array.from({ length: 30 }, (_, i) => [level < 15 ? i : Math.round((level * i) / 12)]);
      return [...months, ...pauses].map((end) => lastAlert([...usual, ...end]));
    }),
  );
}

test('alertsVersion is another one when alerts of the same months are others', (t) => {
  const made = alerts();
  const digest = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16);
  t.deepEqual(
    { alertsVersion, digest, count: made.filter((alert) => alert !== null).length },
    { alertsVersion: '2026-11-28', digest: '4544304308904941', count: 324 },
  );
});
