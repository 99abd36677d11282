// An exception class for each problem of the registry, with the members that it adds.

import type { Problem } from '../../contract/document/model.ts';
import { camelOf, pascal } from '../code/print.ts';
import { docstring, quoted } from './print.ts';

const types: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

export const classOf = (slug: string): string => pascal(camelOf(slug));

/** The text of `problems.py`. */
export function emitPythonProblems(problems: Readonly<Record<string, Problem>>): string {
  const slugs = Object.keys(problems).sort();
  const classes = slugs.map((slug) => classText(slug, problems[slug]));
  return `"""The problems that the services answer with. \`except problems.NotFound\` catches one of them, \`except Problem\` all."""

from __future__ import annotations

from ._errors import Problem, slug_of

${classes.join('\n')}

def problem_class(type_: str) -> type[Problem]:
    """The class of a problem; \`Problem\` itself for one that is newer than this package."""
    return Problem.known.get(slug_of(type_), Problem)


__all__ = [
    "Problem",
${slugs.map((slug) => `    ${quoted(classOf(slug))},\n`).join('')}]
`;
}

function classText(slug: string, problem: Problem | undefined): string {
  const { status, meaning = '', action = '', fields = {} } = problem ?? {};
  const members = Object.entries(fields).map(
    ([name, type]) => `
    @property
    def ${name}(self) -> ${types[type] ?? 'object'}:
        value: ${types[type] ?? 'object'} = self.members["${name}"]
        return value
`,
  );
  return `
class ${classOf(slug)}(Problem):
${docstring(`${status}: ${meaning} ${action}`.replaceAll(/\s+/g, ' '), '    ')}
    slug = ${quoted(slug)}
${members.join('')}`;
}
