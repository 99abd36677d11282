// Which test files begin first: those that take longest, so that none of them is still running alone when all others
// are done.
import path from 'node:path';

/**
 * Slowest first, as far as it matters; all others come after them, as they come. Those that ask for labs come later
 * than they would by their length: until then the lab image has been built.
 */
export const slowest = [
  'tools/local/start/start.system.test.ts',
  'services/test/operation/relay.fault.test.ts',
  'tools/clients/packages.system.test.ts',
  'services/test/analytics/copy.fault.test.ts',
  'services/test/requests/isolation.system.test.ts',
  'tools/local/start/interrupted.fault.test.ts',
  'services/test/requests/bad-files.system.test.ts',
  'services/test/operation/shutdown.system.test.ts',
  'services/test/operation/progress.fault.test.ts',
  'services/test/operation/killed-api.fault.test.ts',
  'tools/judges/services/analytics.system.test.ts',
  'tools/judges/services/platform.system.test.ts',
  'services/test/labs/life.fault.test.ts',
  'services/worker/life.server.test.ts',
  'tools/generator/openapi-backend/input.test.ts',
  'tools/contract/lint/lint.test.ts',
  'tools/generator/messages/messages.test.ts',
  'tools/reference/pages/site.test.ts',
  'tools/clients/previous-release/every-operation.test.ts',
  'tools/reference/pages/unusual.test.ts',
  'tools/reference/pages/snippets/snippets.test.ts',
  'tools/generator/code/types.test.ts',
  'tools/generator/code/handlers.test.ts',
  'tools/clients/cli/commands.test.ts',
  'services/analytics/sales-file/file.test.ts',
  'tools/local/start/labs.system.test.ts',
  'services/test/labs/lab-journey.system.test.ts',
  'services/test/labs/lab-life.system.test.ts',
  'adapters/cluster/containers/test/cluster.server.test.ts',
] as const;

/** For whole paths below `root`; equal ones keep their order. */
export function bySlowness(root: string): (one: string, other: string) => number {
  const ranks = new Map<string, number>(slowest.map((file, rank) => [path.join(root, file), rank]));
  const rank = (file: string) => ranks.get(file) ?? slowest.length;
  return (one, other) => rank(one) - rank(other);
}
