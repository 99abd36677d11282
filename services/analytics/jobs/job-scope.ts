// Whose upload jobs a caller sees (decisions 115 and 150).
import type { JobScope } from '../../../adapters/store/analytics/port.ts';
import type { Caller } from '../caller.ts';

export const jobScope = ({ subject, scope }: Caller): JobScope => ({
  dealers: [...scope.dealers.keys()],
  uploads: [...scope.uploads],
  principal: subject,
});
