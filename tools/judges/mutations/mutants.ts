// All mutants of the mock that a conformance run must find.
import { credentials, ownership, roles } from './access.ts';
import { addresses } from './addresses.ts';
import { conditions } from './conditions.ts';
import { constraints } from './constraints.ts';
import { contents, problems } from './contents.ts';
import { bodies, questions } from './input.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import type { MutantGroup } from './mutant.ts';
import { pages } from './pages.ts';
import { sequences } from './sequences.ts';
import { otherStatuses, reached, statuses } from './statuses.ts';
import { good } from './valid-requests.ts';
import { variants } from './variants.ts';

export const kinds: readonly MutantGroup[] = [
  credentials,
  roles,
  ownership,
  ...constraints,
  questions,
  bodies,
  good,
  statuses,
  otherStatuses,
  reached,
  contents,
  problems,
  addresses,
  sequences,
  keys,
  conditions,
  pages,
  limits,
  variants,
];
