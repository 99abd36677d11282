// The problem registry: programs branch over slugs, so a slug and its status are there for good.

import type { Usage } from './change.ts';
import type { Collector } from './collect.ts';
import { type Finding, found, inPart } from './finding.ts';
import { compareDeprecation } from './lifecycle/deprecation.ts';
import { additive, breaking } from './schema/verdicts.ts';
import { fields, type Node } from './source.ts';

export function compareRegistry(before: Node, after: Node, collector: Collector): void {
  const [old, now] = [before.get('problems'), after.get('problems')].map((node) => new Map(node?.entries() ?? [])) as [
    Map<string, Node>,
    Map<string, Node>,
  ];
  for (const [slug, problem] of old) {
    const other = now.get(slug);
    for (const finding of other === undefined ? [gone(slug, problem, after, now, old)] : both(problem, other))
      collector.add(usage(slug, after, problem), finding);
  }
  for (const [slug, problem] of now) {
    if (old.has(slug)) continue;
    const where = {
      rule: 'problem-added',
      what: 'the problem is new',
      before: before.raw('problems') ?? before,
      after: problem,
    };
    collector.add(
      usage(slug, after),
      found('reply', '', where, additive('{Readers} treat an unknown problem by its status (RFC 9457).')),
    );
  }
}

const usage = (slug: string, root: Node, owner?: Node): Usage => ({
  document: 'problem registry',
  file: root.fileName,
  label: `problem ${slug}`,
  direction: 'reply',
  affects: [`callers that handle ${slug}`, 'users of the generated clients'],
  senders: 'callers',
  readers: 'callers',
  owner,
});

function gone(
  slug: string,
  problem: Node,
  after: Node,
  now: ReadonlyMap<string, Node>,
  old: ReadonlyMap<string, Node>,
): Finding {
  const twin = [...now].find(
    ([other, each]) =>
      !old.has(other) && each.fields.status === problem.fields.status && each.fields.title === problem.fields.title,
  );
  const what =
    twin === undefined
      ? 'the problem is gone'
      : `the problem is gone; \`${twin[0]}\` looks like its new name, which is a removal and an addition`;
  const where = {
    rule: twin === undefined ? 'problem-removed' : 'problem-renamed',
    what,
    before: problem,
    after: twin?.[1] ?? after.raw('problems') ?? after,
  };
  return found('reply', '', where, breaking(`{Readers} that branch over ${slug} no longer recognise it.`));
}

function both(before: Node, after: Node): Finding[] {
  const findings = inPart('reply', '', compareDeprecation(before, after));
  if (before.fields.status !== after.fields.status) {
    const where = {
      rule: 'problem-status-changed',
      what: `the status changes from ${String(before.fields.status)} to ${String(after.fields.status)}`,
      before: before.raw('status') ?? before,
      after: after.raw('status') ?? after,
    };
    findings.push(
      found('reply', '', where, breaking('{Readers} that look for it under its status no longer find it.')),
    );
  }
  const [old, now] = [fields(before.fields.fields), fields(after.fields.fields)];
  const ends = (name: string) => ({
    before: before.raw('fields')?.raw(name) ?? before.raw('fields') ?? before,
    after: after.raw('fields')?.raw(name) ?? after.raw('fields') ?? after,
  });
  for (const name of Object.keys(old)) {
    if (old[name] === now[name]) continue;
    const rule = name in now ? 'problem-field-changed' : 'problem-field-removed';
    const what =
      name in now
        ? `the field \`${name}\` is ${String(now[name])}, no longer ${String(old[name])}`
        : `the field \`${name}\` is gone`;
    findings.push(
      found(
        'reply',
        '',
        { ...ends(name), rule, what },
        breaking(`{Readers} that use \`${name}\` find nothing, or something else.`),
      ),
    );
  }
  for (const name of Object.keys(now))
    if (!(name in old))
      findings.push(
        found(
          'reply',
          '',
          { ...ends(name), rule: 'problem-field-added', what: `the field \`${name}\` is new` },
          additive('{Readers} ignore fields that they do not know.'),
        ),
      );
  return findings;
}
