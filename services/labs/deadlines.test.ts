// Deadlines beside the contract, and the texts for people.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { InstanceState } from '../../generated/lab/messages.ts';
import { anyCharacter } from '../../tools/test/any-character.ts';
import { adviceFor, deadlineAt, type KnownReason, volumeDeadlineAt } from './deadlines.ts';

const contract = parse(readFileSync(path.join(import.meta.dirname, '../../spec/lab/instance.yaml'), 'utf8'));
const { InstanceState: states, Reason } = contract.components.schemas;

test('deadlineAt gives each passing state a deadline, and no other state', (t) => {
  const since = new Date('2026-11-21T08:00:00Z');
  const withOne = (states.enum as InstanceState[]).filter((state) => deadlineAt(state, since));
  t.deepEqual(withOne, ['queued', 'waiting_quota', 'creating', 'degraded', 'stopping']);
  t.deepEqual(deadlineAt('creating', since), new Date('2026-11-21T08:05:00Z'));
  t.is(volumeDeadlineAt('bound', since), null);
});

test('adviceFor has an advice for every reason of the contract', (t) => {
  for (const reason of Reason.examples as (KnownReason | null)[]) {
    if (reason) t.regex(adviceFor(reason), /^[A-Z].*\. [A-Z].*\.$/s);
  }
  t.is(
    adviceFor('image_pull', 'registry.example/a/labs/b:v1.0: not found'),
    'The image of the lab could not be pulled: registry.example/a/labs/b:v1.0: not found. Check the image and the tag in the configuration, upload it as a new version of the lab, then start the lab again.',
  );
});

test('adviceFor quotes all that a lab printed when its script failed', (t) => {
  const detail = `${'r'.repeat(62)}: ${'s'.repeat(63)} exited with code 3: ${'w'.repeat(500)}`;
  t.is(
    adviceFor('init_script', detail),
    `An initialization script failed: ${detail}. Correct the script in the configuration, upload it as a new version of the lab, then start the lab again.`,
  );
});

test('adviceFor names images like the configuration, also those that the engine stores itself', (t) => {
  t.is(
    adviceFor('cluster', 'localhost/covenant/labs/shell:v1.0: no such file'),
    'The cluster does not respond as expected: covenant/labs/shell:v1.0: no such file. Start the lab again in a few minutes, or ask an administrator to check the cluster.',
  );
});

test('adviceFor gives at most 1,000 printable characters, whatever the cluster reported', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 3_000 }), (detail) => {
      const text = adviceFor('init_script', detail);
      t.true([...text].length <= 1_000);
      t.notRegex(text, /\p{C}/u);
    }),
  );
});
