// What both benchmarks of a dealer's rows need: an installation without rate limits, its database, and who uploads and
// reads.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { installed } from '../installation.ts';
import { caller, type GrowthAccount } from './caller.ts';

const settings = { RATE_LIMITS: 'analytics.read=1000000,analytics.ingest=1000000' };

type Endpoints = { readonly analytics: GrowthAccount; readonly postgres: { readonly analytics: string } };

/** Disposed of with `stack`; `run` is its folder. */
export async function openAnalytics(dir: string, signal: AbortSignal, stack: AsyncDisposableStack) {
  const run = path.join(dir, 'run');
  const { endpoints } = stack.use(await installed(run, signal, settings));
  const { analytics, postgres } = JSON.parse(readFileSync(endpoints, 'utf8')) as Endpoints;
  return { run, ask: await caller(analytics), url: postgres.analytics };
}
