// Replaces the passwords of labs that users have lost, by the infrastructure, until it has succeeded (decision 611).
import type { LoginRevocation, LoginRevocations } from '../../../adapters/store/people/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorOf } from '../../lib/errors.ts';
import type { Report } from '../../lib/report.ts';
import { runLoop } from '../../lib/work/loop.ts';
import type { Infra } from '../infrastructure/infra.ts';

export type RevocationDeps = {
  readonly loginRevocations: LoginRevocations;
  readonly infra: Pick<Infra, 'rotate'>;
  readonly clock: Pick<Clock, 'wait'>;
  readonly report: Pick<Report, 'dependencyFailed'>;
};

export interface Revocations {
  /** Works until the signal. */
  run(signal: AbortSignal): Promise<void>;
}

const everyMs = 2_000;
const batch = 20;
/** Longer than a call may take; what fails is tried again after it, and later each time. */
const leaseMs = 15_000;
const callMs = 10_000;
/** About a week, at one each five minutes. */
const mostAttempts = 2_000;

export const revocations = (deps: RevocationDeps): Revocations => ({
  run: (signal) =>
    runLoop({
      work: async () => {
        const claimed = await deps.loginRevocations.claim(batch, leaseMs);
        await Promise.all(claimed.map((each) => replacePassword(deps, each, signal)));
        return claimed.length === batch ? 0 : everyMs;
      },
      everyMs,
      signal,
      clock: deps.clock,
      failed: (error) => deps.report.dependencyFailed({ dependency: 'store-platform', ...errorOf(error) }),
    }),
});

async function replacePassword(
  { loginRevocations, infra, report }: RevocationDeps,
  { revocation_id, instance_id, student_id, requested_by, attempts }: LoginRevocation,
  signal: AbortSignal,
): Promise<void> {
  try {
    // A lab that is gone, or that the student has left, has no login to lose.
    await infra.rotate(instance_id, student_id, revocation_id, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]),
      user_id: requested_by,
    });
    await loginRevocations.delete(revocation_id);
  } catch (error) {
    if (signal.aborted) return;
    report.dependencyFailed({ dependency: 'infra', ...errorOf(error) });
    if (attempts < mostAttempts) return;
    const gaveUp = new Error(`The password of ${student_id} was not replaced in ${attempts} attempts: rotate it.`);
    report.dependencyFailed({ dependency: 'infra', instance_id, ...errorOf(gaveUp) });
    await loginRevocations.delete(revocation_id);
  }
}
