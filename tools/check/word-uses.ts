// Where the words that are not used here occur: in what TypeScript declares, in file names, in texts that users read,
// and in comments.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { parse } from 'yaml';
import { allowedUses, type Word, words } from '../generator/tables/word-list.ts';

export type Use = {
  readonly file: string;
  readonly place: 'names' | 'text';
  readonly word: Word;
  readonly excerpt: string;
};

type Report = (place: Use['place'], text: string) => void;

const sources = {
  code: ['{services,adapters,tools}/**/*.{ts,mts}'],
  contracts: ['spec/**/*.yaml'],
  pages: ['*.md', '{spec,deploy,tools,services,adapters}/**/*.md'],
};
const exclude = [
  '**/node_modules/**',
  '**/__transpiled/**',
  '**/generated/**',
  'tools/**/fixtures/**',
  'tools/generator/tables/word-list.ts',
];

/** Each use in the folders that are written by hand. */
export function wordUses(root: string): readonly Use[] {
  const uses: Use[] = [];
  for (const [kind, patterns] of Object.entries(sources))
    for (const file of globSync(patterns, { cwd: root, exclude }).sort()) {
      const report: Report = (place, text) => {
        const refused = withoutAllowed(text);
        const plain = place === 'names' ? ` ${refused.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')} ` : ` ${refused} `;
        for (const { word, pattern } of patternsOf[place])
          for (const { index } of plain.matchAll(pattern))
            uses.push({ file, place, word, excerpt: plain.slice(Math.max(0, index - 40), index + 40).trim() });
      };
      if (kind !== 'pages') report('names', path.basename(file).replace(/\.\w+$/, ''));
      readers[kind as keyof typeof sources](file, readFileSync(path.join(root, file), 'utf8'), report);
    }
  return uses;
}

/** With dots for what is allowed, so that the excerpts of other uses stay as they are. */
const withoutAllowed = (text: string): string =>
  allowedUses.reduce((rest, { phrase }) => rest.replaceAll(phrase, '.'.repeat(phrase.length)), text);

const patternsIn = (place: Use['place']) =>
  words.filter((word) => word.in.includes(place)).map((word) => ({ word, pattern: patternOf(word) }));
const patternsOf = { names: patternsIn('names'), text: patternsIn('text') };

function patternOf({ not }: Word): RegExp {
  const forms = not.map((form) => form.replaceAll(' ', '[^A-Za-z]+'));
  return new RegExp(`(?<![A-Za-z])(?:${forms.join('|')})(?![A-Za-z])`, 'gi');
}

const anyWord = new RegExp(words.flatMap(({ not }) => not.map((each) => each.replace(' ', '.?'))).join('|'), 'i');

const readers: Record<keyof typeof sources, (file: string, content: string, report: Report) => void> = {
  code(file, content, report) {
    if (!anyWord.test(content)) return;
    const isTest = /(\.test\.ts$|\.fixture\.ts$|\/test\/|type-test)/.test(file);
    const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest);
    visit(source, isTest, report);
    if (mayHaveUses(content))
      for (const comment of commentsIn(source)) report('text', comment.replaceAll(/`[^`]*`/g, ' . '));
  },
  contracts(_, content, report) {
    for (const text of strings(parse(content))) report('text', text);
  },
  pages(_, content, report) {
    const prose = content.replaceAll(/^(```|~~~)[\s\S]*?^\1|`[^`\n]*`|\]\([^)]*\)|<!--.*?-->/gm, ' . ');
    for (const line of prose.split('\n')) report('text', line);
  },
};

/**
 * Finding the comments of a file costs more than everything else here, so most files are decided by what looks like
 * one.
 */
function mayHaveUses(content: string): boolean {
  const [...likely] = content.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g);
  const text = likely.map(([comment]) => withoutAllowed(comment.replaceAll(/`[^`]*`/g, ' . '))).join('\n');
  return patternsOf.text.some(({ pattern }) => text.search(pattern) >= 0);
}

function commentsIn(source: ts.SourceFile): Iterable<string> {
  const comments = new Map<number, string>();
  const add = (pos: number, end: number) => void comments.set(pos, source.text.slice(pos, end));
  const read = (node: ts.Node) => {
    ts.forEachLeadingCommentRange(source.text, node.pos, add);
    ts.forEachTrailingCommentRange(source.text, node.end, add);
    for (const child of node.getChildren(source)) read(child);
  };
  read(source);
  return comments.values();
}

function visit(node: ts.Node, isTest: boolean, report: Report): void {
  const { name } = node as { readonly name?: ts.Node };
  if (name !== undefined && isDeclared(node) && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)))
    report('names', name.text);
  else if (!isTest && (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) && node.text.includes(' '))
    report('text', node.text);
  if (!ts.isTaggedTemplateExpression(node)) ts.forEachChild(node, (child) => visit(child, isTest, report));
}

/** Names of others come in by imports and are used by access; those are theirs. */
const isDeclared = (node: ts.Node): boolean =>
  !ts.isImportSpecifier(node) &&
  !ts.isExportSpecifier(node) &&
  !ts.isPropertyAccessExpression(node) &&
  !ts.isShorthandPropertyAssignment(node) &&
  !ts.isMetaProperty(node);

function* strings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      yield key;
      yield* strings(each);
    }
}
