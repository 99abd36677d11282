// The handlers of the infrastructure, put together; each file is named after what it handles.
import { access } from './access.ts';
import type { Handlers } from './caller.ts';
import { deleteLab } from './delete-lab.ts';
import { deployLab } from './deploy-lab.ts';
import { deployments } from './deployments.ts';
import type { InfraDeps } from './deps.ts';
import { health } from './health.ts';
import { instances } from './instances.ts';
import { restartLab } from './restart-lab.ts';
import { sweeps } from './sweeps.ts';
import { volumes } from './volumes.ts';

export const infra = (deps: InfraDeps): Handlers => ({
  ...health(deps),
  ...deployLab(deps),
  ...deleteLab(deps),
  ...restartLab(deps),
  ...deployments(deps),
  ...instances(deps),
  ...access(deps),
  ...sweeps(deps),
  ...volumes(deps),
});
