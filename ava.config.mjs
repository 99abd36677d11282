// How `npm test` runs the test files.
import { bySlowness } from './tools/test/selection/slowest-first.ts';

export default {
  // The second: what a run makes of test files that share a thread (tools/test/threads).
  files: ['{adapters,generated,services,tools}/**/*.test.ts', 'run/tests/*/threads/*.test.ts'],
  extensions: ['ts'],
  timeout: '300s',
  // Twice the processors that a run is measured on: most tests wait for servers.
  concurrency: 4,
  require: ['./tools/test/record-seconds.ts'],
  sortTestFiles: bySlowness(import.meta.dirname),
};
