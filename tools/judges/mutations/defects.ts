// All defects that a conformance run must find. The tests: defects-faults.test.ts.
import { credentials, ownership, roles } from './access.ts';
import { addresses } from './addresses.ts';
import { conditions } from './conditions.ts';
import { contents, problems } from './contents.ts';
import type { DefectKind } from './defect.ts';
import { good } from './good.ts';
import { bodies, constraints, questions } from './input.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import { pages } from './pages.ts';
import { sequences } from './sequences.ts';
import { reached, statuses } from './statuses.ts';
import { ways } from './ways.ts';

export const kinds: readonly DefectKind[] = [
  credentials,
  roles,
  ownership,
  constraints,
  questions,
  bodies,
  good,
  statuses,
  reached,
  contents,
  problems,
  addresses,
  sequences,
  keys,
  conditions,
  pages,
  limits,
  ways,
];
