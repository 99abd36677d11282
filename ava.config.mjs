// How `npm test` runs the test files. Which first: tools/test/order.ts.
import { bySlowness } from './tools/test/order.ts';

export default {
  files: ['{adapters,generated,services,tools}/**/*.test.ts'],
  extensions: ['ts'],
  timeout: '300s',
  sortTestFiles: bySlowness(import.meta.dirname),
};
