// What other tools say of the review's corpus, beside ours: Redocly diff and oasdiff for HTTP, @asyncapi/diff for messages.

import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { Rating } from '../review/change.ts';
import { type CorpusCase, corpus } from '../review/corpus.ts';
import { review } from '../review/review.ts';
import { asyncapiDiff } from './asyncapi-diff.ts';
import type { Files, Judge, Judges } from './corpus-judge.ts';
import { oasdiff } from './oasdiff.ts';
import type { Peer } from './peer.ts';
import { redoclyDiff } from './redocly-diff.ts';

const ours: Judge = {
  name: 'ours',
  kinds: ['openapi', 'asyncapi', 'other'],
  judge: (_, { before, after, today }) => worst(review(before, after, { today }).changes.map(({ rating }) => rating)),
};
const others: Readonly<Record<string, Judges>> = { redocly: redoclyDiff, oasdiff, asyncapi: asyncapiDiff };

const worst = (ratings: readonly Rating[]): Rating =>
  ratings.includes('breaking') ? 'breaking' : ratings.includes('additive') ? 'additive' : 'editorial';

/** Of one topic, or of all: how many cases were judged and which were judged otherwise than labelled. */
type Score = { cases: number; breaking: number; missed: string[]; alarms: string[] };
type Column = { readonly name: string; readonly topics: ReadonlyMap<string, Score> };

export const corpusPeer: Peer = {
  name: 'corpus',
  async compare(folder, { list }) {
    const cases = corpus();
    const columns = [{ name: ours.name, topics: await scores(ours, cases, folder) }];
    const lines: string[] = [];
    for (const [place, prepare] of Object.entries(others)) {
      const home = join(folder, place);
      mkdirSync(home);
      const judge = await prepare(home);
      if ('skipped' in judge) lines.push(`skipped ${judge.name}: ${judge.skipped}`);
      else columns.push({ name: judge.name, topics: await scores(judge, cases, home) });
    }
    const [own] = columns.map(({ topics }) => sum(topics));
    const differing = list ? columns.map(({ name, topics }) => differences(name, sum(topics))) : [];
    return {
      text: [...lines, table(columns), ...differing].join('\n'),
      ok: own !== undefined && own.missed.length + own.alarms.length === 0,
    };
  },
};

async function scores(judge: Judge, cases: readonly CorpusCase[], folder: string): Promise<ReadonlyMap<string, Score>> {
  const topics = new Map<string, Score>();
  const todo = cases.filter(({ kind }) => judge.kinds.includes(kind)).entries();
  const work = async () => {
    for (const [index, each] of todo) {
      const verdict = await judge.judge(written(each, join(folder, `${index}`)), each);
      if (verdict !== undefined) count(topics, each, verdict);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return topics;
}

function count(topics: Map<string, Score>, each: CorpusCase, verdict: Rating): void {
  const [topic = ''] = each.name.split('/');
  const score = topics.get(topic) ?? { cases: 0, breaking: 0, missed: [], alarms: [] };
  topics.set(topic, score);
  score.cases++;
  if (each.rating === 'breaking') score.breaking++;
  if (each.rating === 'breaking' && verdict !== 'breaking') score.missed.push(each.name);
  if (each.rating !== 'breaking' && verdict === 'breaking') score.alarms.push(each.name);
}

function written({ before, after }: CorpusCase, folder: string): Files {
  mkdirSync(folder);
  const write = (side: string, tree: CorpusCase['before']): string => {
    const [[path, text] = ['', '']] = tree;
    const file = join(folder, `${side}-${basename(path)}`);
    writeFileSync(file, text);
    return file;
  };
  return { before: write('before', before), after: write('after', after) };
}

function sum(topics: Column['topics']): Score {
  const all = [...topics.values()];
  return {
    cases: all.reduce((total, each) => total + each.cases, 0),
    breaking: all.reduce((total, each) => total + each.breaking, 0),
    missed: all.flatMap(({ missed }) => missed).sort(),
    alarms: all.flatMap(({ alarms }) => alarms).sort(),
  };
}

/** Of each topic: breaking changes missed / others called breaking. */
function table(columns: readonly Column[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (score: Score | undefined) =>
    score === undefined ? '' : `${score.missed.length} / ${score.alarms.length}`;
  const total = ({ cases, breaking, missed, alarms }: Score) =>
    `${missed.length} of ${breaking} / ${alarms.length} of ${cases - breaking}`;
  const topics = [...(columns[0]?.topics ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    'Breaking changes missed / others called breaking:',
    '',
    row(['topic', 'cases (breaking)', ...columns.map(({ name }) => name)]),
    row(['---', '---', ...columns.map(() => '---')]),
    ...topics.map(([topic, own]) =>
      row([topic, `${own.cases} (${own.breaking})`, ...columns.map(({ topics: found }) => cell(found.get(topic)))]),
    ),
    row(['all that it judges', '', ...columns.map(({ topics: found }) => total(sum(found)))]),
  ].join('\n');
}

const differences = (name: string, { missed, alarms }: Score): string =>
  `\n${name} misses: ${missed.join(', ') || 'nothing'}\n${name} calls breaking: ${alarms.join(', ') || 'nothing'}`;
