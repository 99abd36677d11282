// Which declared replies were seen: every operation with every status, and of refusals every problem. What need not be: exemptions.ts.
import type { Contract, Operation } from './document.ts';
import type { Exemption } from './exemptions.ts';

export type Coverage = {
  see(operationId: string, status: number, slug: string | undefined): void;
  /** Sentences that say what is missing, and which exemption has become needless. */
  shortcomings(exemptions: readonly Exemption[]): readonly string[];
  table(): readonly string[];
};

/** A planned operation ends with 501 before its parameters are read. */
const beyondPlan = (status: number): boolean => ![401, 413, 415, 429, 500, 501, 503].includes(status);

export function coverageOf({ operations }: Contract): Coverage {
  const seen = new Set<string>();
  const declared = operations.flatMap((operation) =>
    repliesOf(operation).filter(({ status, slug }) => !isPlannedAway(operation, status, slug)),
  );
  return {
    see: (operationId, status, slug) => void seen.add(keyOf(operationId, status, slug)),
    shortcomings(exemptions) {
      const exempt = new Set(exemptions.flatMap(({ replies }) => replies));
      const keys = new Set(declared.map(({ key }) => key));
      const missing = [...keys].filter((key) => !seen.has(key) && !exempt.has(key));
      const needless = [...exempt].filter((key) => seen.has(key));
      const stray = [...exempt].filter((key) => !keys.has(key));
      return [
        ...missing.map((key) => `${key}: declared, never seen`),
        ...needless.map((key) => `${key}: seen, so its exemption has to go`),
        ...stray.map((key) => `${key}: exempted, but not declared or planned anyway`),
      ];
    },
    table: () =>
      operations.map((operation) => {
        const cells = repliesOf(operation).map(({ key, text, status, slug }) =>
          seen.has(key) ? text : isPlannedAway(operation, status, slug) ? '' : `(${text})`,
        );
        return `${operation.id.padEnd(24)} ${cells.filter((cell) => cell !== '').join('  ')}`;
      }),
  };
}

function repliesOf({ id, replies }: Operation) {
  return Object.entries(replies).flatMap(([status, { problems }]) =>
    (problems.length === 0 ? [undefined] : problems).map((slug) => ({
      status: Number(status),
      slug,
      key: keyOf(id, Number(status), slug),
      text: slug === undefined ? status : `${status} ${slug}`,
    })),
  );
}

/** Where nobody is asked for a credential, nothing is asked that could fail before the 501. */
const isPlannedAway = ({ planned, roles, isPublic }: Operation, status: number, slug: string | undefined): boolean =>
  planned &&
  ((beyondPlan(status) && !(slug === 'forbidden-role' && roles.length > 0)) ||
    (isPublic && [401, 500, 503].includes(status)));

const keyOf = (operationId: string, status: number, slug: string | undefined): string =>
  [operationId, status, slug].filter((part) => part !== undefined).join(' ');
