// What went wrong, in the words of the problem document, with the id of the request.
import type { ComponentChildren } from 'preact';
import { type Problem, ProblemError } from '../../../generated/platform/client.ts';
import { texts } from '../texts/texts.ts';

interface Props {
  readonly error: unknown;
  readonly retry?: () => void;
  /** What the person can do instead. */
  readonly children?: ComponentChildren;
}

export const problemIn = (error: unknown): Problem | undefined =>
  error instanceof ProblemError ? (error.problem as Problem) : undefined;

/** Places of a form or file are shown where they belong, by who shows the form. */
export function ProblemCard({ error, retry, children }: Props) {
  const problem = problemIn(error);
  return (
    <section class="problem" role="alert">
      <h2>{problem?.title ?? texts.noAnswer}</h2>
      <p>{problem?.detail ?? texts.noAnswerAdvice}</p>
      {children}
      {retry && (
        <button type="button" onClick={retry}>
          {texts.again}
        </button>
      )}
      {problem?.instance && (
        <p class="small">
          {texts.requestId} <code>{problem.instance.replace('urn:request:', '')}</code>
        </p>
      )}
    </section>
  );
}
