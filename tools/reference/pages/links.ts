// Where everything that pages refer to stands, from the top of the site.
import { asRecord } from '../../contract/json.ts';
import type { Contracts } from '../../contract/model/contracts.ts';

import { type DecisionText, decisionPath } from './sections/decision-pages.ts';
import { partsOf } from './sections/http-pages.ts';

export interface Links {
  readonly operation: (document: string, id: string) => string | undefined;
  readonly message: (name: string) => string | undefined;
  readonly decision: (number: number) => string | undefined;
}

export function linksOf({ http, messages }: Contracts, decisions: readonly DecisionText[]): Links {
  const operations = new Map(
    http.flatMap((document) =>
      partsOf(document).flatMap(({ path, own }) =>
        own.map(({ id }) => [`${document.id} ${id}`, `${path}#${id}`] as const),
      ),
    ),
  );
  const channels = new Map(
    messages.flatMap(({ id, value }) =>
      Object.entries(asRecord(value.channels)).map(
        ([name, channel]) => [String(asRecord(channel).address), `messages/${id}.html#${name}`] as const,
      ),
    ),
  );
  const numbered = new Map(decisions.map((decision) => [decision.number, decision]));
  return {
    operation: (document, id) => operations.get(`${document} ${id}`),
    message: (name) => channels.get(name),
    decision: (number) => {
      const decision = numbered.get(number);
      return decision && decisionPath(decision);
    },
  };
}
