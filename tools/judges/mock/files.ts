// What a file says, for operations that refuse broken ones (`bad-file`): the rules of lab configurations are those of
// the service, mistakes with their places included.

import { readLabConfig } from '../../../services/labs/config/lab-config.ts';
import { mostMistakes } from '../../../services/labs/config/tree.ts';
import type { Operation } from '../../contract/document/model.ts';
import type { ProblemReply } from '../../runtime/problem.ts';

type Refused = ProblemReply<'bad-file', 422, { readonly error_count: number }>;

export function mistakesIn({ facts }: Operation, text: string | undefined): Refused | undefined {
  if (text === undefined || !facts.problems.includes('bad-file') || !('application/yaml' in (facts.body?.media ?? {})))
    return undefined;
  const read = readLabConfig(Buffer.from(text), { registries: registriesIn(text), latest: true });
  if (read.ok) return undefined;
  const { errors, errorCount } = read;
  const many = errorCount >= mostMistakes ? `At least ${errorCount}` : `${errorCount}`;
  const what = errorCount === 1 ? 'One place of the file is' : `${many} places of the file are`;
  return {
    status: 422,
    problem: {
      slug: 'bad-file',
      detail: `${what} wrong. Nothing was stored.`,
      error_count: errorCount,
      errors: [...errors],
    },
  };
}

/** A mock has no registry, so each that is named is taken. */
const registriesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bimage"?: {0,9}["']?([\w.:-]{1,255})\//g)].map(([, host = '']) => host);
