// Payloads of samples, each changed in one place, and whether Node takes and sends them.
import { messages as analytics } from '../../../generated/analytics/messages.ts';
import { messages as lab } from '../../../generated/lab/messages.ts';
import { InvalidMessage } from '../../../generated/runtime/messages/message.ts';
import { definitions } from '../../clients/messages/runtime/definitions.ts';
import { sample, titlesOf } from '../../clients/messages/runtime/samples.ts';

const names = ['ingest.job.finished', 'lab.status'] as const;
type Case = readonly [name: (typeof names)[number], payload: Readonly<Record<string, unknown>>];

/** Values at which types, bounds, patterns and formats differ from one language to another. */
const values: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 1.0, 2 ** 53, 2 ** 53 - 1, 2 ** 31, [], {}, [1], { a: 1 }],
  ...['', 'a', 'anna\n', 'ånna', 'running', 'x'.repeat(21), 'x'.repeat(1001), '٣', '😀'.repeat(1000)],
  ...['2026-11-21', '2026-02-29', '2026-11-21T09:00:04Z', '2026-11-21t09:00:04.1+01:00', '2026-11-21 09:00:04Z'],
  ...['2016-12-31T23:59:60Z', '2016-12-31T22:59:60Z', '2026-11-21T24:00:00Z', '0000-02-29T00:00:00Z'],
  ...['7c9e6679-7425-40de-944b-e07fc1f90ae7', '7C9E6679-7425-40DE-944B-E07FC1F90AE7', 'urn:uuid:7c9e6679-7425-40de'],
  ...[
    'https://covenant.example/problems/bad-file',
    'covenant.example',
    'https://a b',
    'https://[::1]:80/',
    'a:',
    'https://x:y/',
  ],
];

export function variants(): readonly Case[] {
  return names.flatMap((name) =>
    titlesOf(name).flatMap((title) => {
      const payload = sample(name, { title }).payload as unknown as Record<string, unknown>;
      const changed = Object.keys({ ...payload, unknown: 1 }).flatMap((field) =>
        values.map((value) => [name, { ...payload, [field]: value }] as const),
      );
      const shorter = Object.keys(payload).map((field) => {
        const { [field]: _, ...rest } = payload;
        return [name, rest] as const;
      });
      return [[name, payload] as const, ...changed, ...shorter];
    }),
  );
}

/** As a receiver, and as a sender. */
export const verdictsOf = ([name, payload]: Case): readonly [boolean, boolean] => [
  definitions[name].candidate.payload(payload),
  isSent(name, payload),
];

const compose = { 'ingest.job.finished': analytics.ingestJobFinished, 'lab.status': lab.labStatus };

function isSent(name: Case[0], payload: unknown): boolean {
  try {
    compose[name](payload as never, { id: '00000000-0000-4000-8000-000000000001', occurredAt: '2026-11-21T09:00:04Z' });
    return true;
  } catch (error) {
    if (error instanceof InvalidMessage) return false;
    throw error;
  }
}
