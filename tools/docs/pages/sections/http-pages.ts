// The pages of an HTTP document: one for each tag, so that what belongs together is read together.
import { asRecord } from '../../../generator/json.ts';
import type { HttpDocument } from '../contracts.ts';
import { plain } from '../markdown.ts';
import { type Operation, operationsOf } from '../operations.ts';
import type { SearchText, SitePage } from '../page.ts';
import type { Field, Shape } from '../schema.ts';
import { textOf } from '../schema.ts';
import type { Context } from '../views/context.ts';
import { tagView } from '../views/tag.ts';
import { slug } from '../words.ts';

export const tagPath = (document: string, tag: string): string => `${document}/${slug(tag)}.html`;

export function httpPages(document: HttpDocument, contextOf: (path: string) => Context): readonly SitePage[] {
  const operations = operationsOf(document);
  const declared = (Array.isArray(document.value.tags) ? document.value.tags : []).map(asRecord);
  const names = [...new Set([...declared.map(({ name }) => String(name)), ...operations.map(({ tag }) => tag)])];
  return names
    .map((name) => ({ name, own: operations.filter(({ tag }) => tag === name) }))
    .filter(({ own }) => own.length > 0)
    .map(({ name, own }) => {
      const description = textOf(declared.find((each) => each.name === name)?.description);
      return tagPage(document, { name, description, own }, contextOf);
    });
}

interface Tag {
  readonly name: string;
  readonly description: string;
  readonly own: readonly Operation[];
}

function tagPage(
  document: HttpDocument,
  { name, description, own }: Tag,
  contextOf: (path: string) => Context,
): SitePage {
  const path = tagPath(document.id, name);
  const limits = { policies: asRecord(document.value['x-rate-limits']) };
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return {
    path,
    title: `${title}: ${document.title}`,
    short: title,
    description: plain(description) || own.map(({ summary }) => summary).join('. '),
    layout: 'reference',
    entries: own.map(({ id, summary, method }) => ({ anchor: id, title: summary, method })),
    content: tagView(
      { title, part: document.title, description, operations: own },
      { ...contextOf(path), document: document.id, limits },
    ),
    search: own.flatMap(searchTexts),
  };
}

function searchTexts(operation: Operation): readonly SearchText[] {
  const { id, summary, description, method, path, parameters, bodies, replies } = operation;
  const fields = [
    ...parameters.map((each) => fieldText(each.name, `${id}.${each.place}.${each.name}`, each)),
    ...bodies.flatMap(({ shape }, index) =>
      shape.fields.map((field) => fieldOf(field, `${id}.body${index === 0 ? '' : `-${index + 1}`}`)),
    ),
    ...replies
      .filter(({ status }) => status < '400')
      .flatMap(({ status, bodies: contents }) =>
        contents.flatMap(({ shape }) => shape.fields.map((field) => fieldOf(field, `${id}.${status}`))),
      ),
  ];
  return [{ anchor: id, title: summary, kind: `${method} ${path}`, text: plain(`${id} ${description}`) }, ...fields];
}

const fieldOf = (field: Field, anchor: string): SearchText => fieldText(field.path, `${anchor}.${field.path}`, field);
const fieldText = (title: string, anchor: string, { description }: Shape): SearchText => ({
  anchor,
  title,
  kind: 'field',
  text: plain(description),
});
