// Elements as data. Preact's own types do not allow what exactOptionalPropertyTypes asks for.
import { type ComponentChildren, h as element, type VNode } from 'preact';

export type { ComponentChildren, VNode };
export type Attributes = Readonly<Record<string, unknown>>;

export const h = (kind: string, attributes: Attributes, children?: ComponentChildren): VNode =>
  element<Attributes>(kind, attributes, children) as VNode;
