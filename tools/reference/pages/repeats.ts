// Replies of one page repeat each other's resources: each is written out once, and further replies lead there.
import type { Operation, Reply } from '../../contract/model/operations.ts';
import type { Field, PageAnchor, Shape, Variant } from '../../contract/model/schema.ts';

/** Fewer fields than these are read faster than a link. */
const fewest = 4;

/** The operations of one page, in the order in which it shows them. */
export function withoutRepeats(operations: readonly Operation[]): readonly Operation[] {
  const shown = new Map<string, PageAnchor>();
  return operations.map((operation) => ({
    ...operation,
    replies: operation.replies.map((reply) => replyOf(reply, operation, shown)),
  }));
}

const replyOf = (reply: Reply, { id, summary }: Operation, shown: Map<string, PageAnchor>): Reply =>
  reply.status >= '400'
    ? reply
    : {
        ...reply,
        bodies: reply.bodies.map((body, index) => {
          const anchor = `${id}.${reply.status}${index === 0 ? '' : `-${index + 1}`}`;
          return { ...body, shape: shapeOf(body.shape, { anchor, top: anchor, title: summary }, shown) };
        }),
      };

interface Position extends PageAnchor {
  readonly top: string;
}

function shapeOf<S extends Shape>(shape: S, at: Position, shown: Map<string, PageAnchor>): S {
  const { schema, fields, variants } = shape;
  if (schema !== undefined && fields.length + variants.length >= fewest) {
    const key = `${schema} ${[...fields, ...variants].map(({ path }) => path.split('.').at(-1)).join(' ')}`;
    const shownAt = shown.get(key);
    if (shownAt !== undefined) return { ...shape, fields: [], variants: [], shownAt };
    shown.set(key, { anchor: at.anchor, title: at.title });
  }
  const inner = <F extends Field | Variant>(each: F): F =>
    shapeOf(each, { ...at, anchor: `${at.top}.${each.path}` }, shown);
  return { ...shape, fields: fields.map(inner), variants: variants.map(inner) };
}
