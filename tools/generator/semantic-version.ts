// The version of a published document. Contracts are dated; generators of clients take the version for that of a
// package, which registries want as in Semantic Versioning.
import { asRecord, type JsonObject } from '../contract/json.ts';

/**
 * With the date `2026-11-26` and servers below `/api/v1`: `1.2026.1126`. Its parts stay below 65,536, which some
 * registries require.
 */
export function withSemanticVersion(document: JsonObject): JsonObject {
  const info = asRecord(document.info);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(info.version)) ?? [];
  if (year === undefined) return document;
  const version = `${majorOf(document)}.${year}.${Number(`${month}${day}`)}`;
  return { ...document, info: { ...info, version } };
}

/** The lowest one in the addresses of its servers, as the review has it; 1 where they have none. */
function majorOf({ servers = null }: JsonObject): number {
  const majors = [...JSON.stringify(servers).matchAll(/\/v(\d+)(?=[/"])/g)].map(([, major]) => Number(major));
  return majors.length === 0 ? 1 : Math.min(...majors);
}
