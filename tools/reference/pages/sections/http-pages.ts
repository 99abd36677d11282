// The pages of an HTTP document: one for each tag, so that what belongs together is read together.
import { asRecord } from '../../../contract/json.ts';
import type { HttpDocument } from '../../../contract/model/contracts.ts';
import { type Operation, operationsOf } from '../../../contract/model/operations.ts';
import { type Shape, textOf } from '../../../contract/model/schema.ts';
import { slug } from '../../../contract/model/words.ts';
import { plain } from '../markdown.ts';
import type { SearchText, SitePage } from '../page.ts';
import { withoutRepeats } from '../repeats.ts';
import { standardReplies } from '../standard-replies.ts';
import type { PageContext } from '../views/context.ts';
import { tagView } from '../views/tag.ts';

/** So many operations a browser draws at once; a tag with more goes on over several pages. */
const most = 24;

interface Part {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly own: readonly Operation[];
}

export function partsOf(document: HttpDocument): readonly Part[] {
  const operations = operationsOf(document);
  const declared = (Array.isArray(document.value.tags) ? document.value.tags : []).map(asRecord);
  const names = [...new Set([...declared.map(({ name }) => String(name)), ...operations.map(({ tag }) => tag)])];
  return names.flatMap((name) => {
    const own = operations.filter(({ tag }) => tag === name);
    const description = textOf(declared.find((each) => each.name === name)?.description);
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    return Array.from({ length: Math.ceil(own.length / most) }, (_, index) => ({
      path: `${document.id}/${slug(name)}${index === 0 ? '' : `-${index + 1}`}.html`,
      title: index === 0 ? title : `${title}, part ${index + 1}`,
      description,
      own: withoutRepeats(own.slice(index * most, (index + 1) * most)),
    }));
  });
}

export const httpPages = (document: HttpDocument, contextOf: (path: string) => PageContext): readonly SitePage[] =>
  partsOf(document).map((part) => partPage(document, part, contextOf(part.path)));

function partPage(document: HttpDocument, { path, title, description, own }: Part, context: PageContext): SitePage {
  const limits = { policies: asRecord(document.value['x-rate-limits']) };
  const standard = standardReplies(operationsOf(document));
  return {
    path,
    title: `${title}: ${document.title}`,
    short: title,
    description: plain(description) || own.map(({ summary }) => summary).join('. '),
    layout: 'reference',
    document: document.id,
    entries: own.map(({ id, summary, method }) => ({ anchor: id, title: summary, method })),
    content: tagView(
      { title, part: document.title, description, operations: own },
      { ...context, document: document.id, limits, standard, overview: 'index.html' },
    ),
    search: own.flatMap(searchTexts),
  };
}

function searchTexts(operation: Operation): readonly SearchText[] {
  const { id, summary, description, method, path, parameters, bodies, replies } = operation;
  const suffix = (index: number): string => (index === 0 ? '' : `-${index + 1}`);
  const fields = [
    ...parameters.map((each) => fieldText(each.name, `${id}.${each.place}.${each.name}`, each)),
    ...bodies.flatMap(({ shape }, index) => fieldTexts(shape, `${id}.body${suffix(index)}`)),
    ...replies
      .filter(({ status }) => status < '400')
      .flatMap((reply) =>
        reply.bodies.flatMap(({ shape }, index) => fieldTexts(shape, `${id}.${reply.status}${suffix(index)}`)),
      ),
  ];
  return [{ anchor: id, title: summary, kind: `${method} ${path}`, text: plain(`${id} ${description}`) }, ...fields];
}

const fieldTexts = ({ fields }: Pick<Shape, 'fields'>, anchor: string): readonly SearchText[] =>
  fields.flatMap((field) => [fieldText(field.path, `${anchor}.${field.path}`, field), ...fieldTexts(field, anchor)]);

const fieldText = (title: string, anchor: string, { description }: Shape): SearchText => ({
  anchor,
  title,
  kind: 'field',
  text: plain(description),
});
