// Elements of "Try it", without a library: a form and a list of replies need no more.
export type Attributes = Readonly<Record<string, string | boolean>>;
export type Child = Node | string;

/** An element; an attribute that is `false` is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const self = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) self.setAttribute(name, value === true ? '' : value);
  self.append(...children);
  return self;
}

export function pressable(text: string, press: () => void, kind = ''): HTMLButtonElement {
  const self = make('button', { type: 'button', class: kind }, text);
  self.addEventListener('click', press);
  return self;
}

/** Fields that are sent together: Enter in one of them does what the button does. What came of it is shown at them. */
export function submitted(
  text: string,
  submit: () => void,
  state: HTMLElement,
  ...fields: readonly HTMLElement[]
): HTMLFormElement {
  const self = make('form', { class: 'try-row' }, ...fields, make('button', { type: 'submit' }, text), state);
  self.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  return self;
}

/** An input with its label, and what a reader should know beside it. */
export function labelled(text: string, input: HTMLElement, note = ''): HTMLElement {
  const self = make('div', { class: 'try-field' }, make('label', { for: input.id }, text), input);
  if (note !== '') {
    const id = `${input.id}-note`;
    input.setAttribute('aria-describedby', id);
    self.append(make('small', { id }, note));
  }
  return self;
}

/** JSON with the colours of the pages. */
export function coloured(text: string): HTMLElement {
  const code = make('code');
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    const kind = colon !== undefined ? 'a' : string !== undefined ? 's' : 'n';
    code.append(text.slice(end, match.index), make('span', { class: kind }, string ?? whole), colon ?? '');
    end = match.index + whole.length;
  }
  code.append(text.slice(end));
  return code;
}
