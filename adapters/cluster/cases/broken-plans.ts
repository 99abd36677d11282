// Plans that fail on every engine on which something runs, each for the reason that it is named by.
import type { FailureReason, InstancePlan, RolePlan } from '../port.ts';

/** Null: what fails for that reason is the engine's, not the plan's. */
export function brokenPlan(reason: FailureReason, plan: InstancePlan): InstancePlan | null {
  const role = (change: Partial<RolePlan>): InstancePlan => ({
    ...plan,
    roles: plan.roles.map((each) => ({ ...each, ...change })),
  });
  const script = (run: string) => role({ initScripts: [{ name: 'bad', run, always: true, timeoutS: 20 }] });
  switch (reason) {
    case 'image_pull':
      return role({ image: 'localhost/covenant/labs/absent:v1.0' });
    case 'config':
      return role({ image: 'Not/An/Image' });
    case 'unschedulable':
      return role({ memoryMi: 100_000_000 });
    case 'init_script':
      return script('exit 3');
    case 'crash':
      return script('kill -9 -1');
    case 'out_of_memory':
      return script(`perl -e '$all = "x" x 2_000_000_000'`);
    default:
      return null;
  }
}
