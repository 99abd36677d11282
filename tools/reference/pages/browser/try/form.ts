// The form of an operation, from its parameters and the schema of its body.
import { type Called, followed, listOf, plainSchema, recordOf, textIn, type Value, type Values } from './contract.ts';
import { labelled, make } from './dom.ts';

export interface Filled {
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: XMLHttpRequestBodyInit | null;
}

export interface Form {
  readonly view: HTMLElement;
  /** What the fields say; an error names the field. */
  readonly filled: () => Filled;
  /** After a final answer: the next request is a new one. */
  readonly renewKey: () => void;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface FormField {
  readonly name: string;
  readonly caption: string;
  readonly place: string;
  readonly schema: Values;
  readonly isRequired: boolean;
  readonly control: Control;
}

const idempotencyKey = 'Idempotency-Key';

let controls = 0;

export function formFor({ document: contract, value, path }: Called): Form {
  const parameters = listOf(value.parameters)
    .map((each) => followed(contract, each))
    .filter((each) => each.in !== 'cookie')
    .map((each) => parameterField(contract, each));
  const [mediaType, media] = Object.entries(recordOf(followed(contract, value.requestBody).content))[0] ?? [];
  const body = mediaType === undefined ? undefined : bodyOf(contract, mediaType, recordOf(media));
  const view = make('div', { class: 'try-form' });
  const key = parameters.find(({ name }) => name === idempotencyKey)?.control;
  let made = key?.value;
  if (parameters.length > 0) view.append(group('Parameters', parameters));
  if (body !== undefined) view.append(body.view);
  return {
    view,
    renewKey: () => {
      // A key that the reader typed is the reader's to change.
      if (key === undefined || key.value !== made) return;
      made = uniqueKey();
      key.value = made;
    },
    filled: () => {
      const texts = parameters.flatMap((field) => {
        const text = field.control.value.trim();
        if (text === '' && field.isRequired) throw refused(field, 'is required');
        return text === '' ? [] : [{ ...field, text }];
      });
      const query = texts.filter(({ place }) => place === 'query').flatMap(queryPairs);
      return {
        path:
          texts
            .filter(({ place }) => place === 'path')
            .reduce((at, { name, text }) => at.replace(`{${name}}`, encodeURIComponent(text)), path) +
          (query.length === 0 ? '' : `?${query.join('&')}`),
        headers: [
          ...texts.filter(({ place }) => place === 'header').map(({ name, text }) => [name, text] as const),
          ...(body?.headers ?? []),
        ],
        body: body === undefined ? null : body.read(),
      };
    },
  };
}

const queryPairs = ({ name, schema, text }: FormField & { readonly text: string }): readonly string[] =>
  (schema.type === 'array' ? text.split(/\s*,\s*/) : [text]).map((each) => `${name}=${encodeURIComponent(each)}`);

function parameterField(contract: Values, parameter: Values): FormField {
  const schema = plainSchema(contract, parameter.schema);
  const name = textIn(parameter.name);
  const isRequired = parameter.required === true;
  const example = name === idempotencyKey ? uniqueKey() : isRequired ? exampleOf(parameter, schema) : undefined;
  return {
    name,
    caption: captionOf(textIn(parameter.description) || textIn(schema.description)),
    place: textIn(parameter.in),
    schema,
    isRequired,
    control: controlOf(contract, schema, example),
  };
}

function exampleOf(holder: Values, schema: Values): Value | undefined {
  const [named] = Object.values(recordOf(holder.examples));
  return holder.example ?? recordOf(named).value ?? schema.example ?? listOf(schema.examples)[0];
}

/** Pages over plain HTTP beside the loopback address have no `randomUUID`. */
const uniqueKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const typesOf = ({ type }: Values): readonly string[] =>
  [type].flat().filter((each): each is string => typeof each === 'string' && each !== 'null');

const isNested = (schema: Values): boolean => {
  const [type] = typesOf(schema);
  return type === 'object' || type === 'array' || type === undefined;
};

function controlOf(contract: Values, schema: Values, example: Value | undefined): Control {
  const id = `try-field-${++controls}`;
  const [type] = typesOf(schema);
  const values = listOf(schema.enum);
  const options = type === 'boolean' ? [true, false] : schema.const !== undefined ? [schema.const] : values;
  const items = plainSchema(contract, schema.items);
  const self =
    options.length > 0
      ? make(
          'select',
          { id },
          make('option', { value: '' }, ''),
          ...options.map((each) => make('option', {}, String(each))),
        )
      : schema.format === 'binary'
        ? make('input', { id, type: 'file' })
        : make('input', {
            id,
            spellcheck: 'false',
            autocomplete: 'off',
            type: schema.format === 'password' || schema['x-secret'] === true ? 'password' : 'text',
            inputmode: type === 'integer' || type === 'number' ? 'decimal' : 'text',
            placeholder: type === 'array' && !isNested(items) ? 'several, with commas' : '',
          });
  const start = example ?? schema.const;
  if (start !== undefined && start !== null && !(self instanceof HTMLInputElement && self.type === 'file'))
    self.value = Array.isArray(start) ? start.join(', ') : String(start);
  return self;
}

function group(title: string, fields: readonly FormField[]): HTMLElement {
  const own = fields.filter(({ isRequired, name }) => isRequired || name === idempotencyKey);
  const others = fields.filter((field) => !own.includes(field));
  const rows = (some: readonly FormField[]) => some.map((field) => row(field));
  return make(
    'fieldset',
    {},
    make('legend', {}, title),
    ...rows(own),
    ...(others.length === 0
      ? []
      : own.length + others.length <= 4
        ? rows(others)
        : [make('details', {}, make('summary', {}, `${others.length} optional`), ...rows(others))]),
  );
}

const row = ({ name, caption, isRequired, schema, control }: FormField): HTMLElement =>
  labelled(name + (isRequired ? ' *' : ''), control, caption || typesOf(schema).join(' or '));

/** The first sentence: the whole text is beside the form. */
const captionOf = (description: string): string => {
  const [first = ''] = description.replaceAll('`', '').split(/(?<=\.)\s|\n\n/);
  return first.replaceAll(/\s+/g, ' ').trim();
};

interface BodyForm {
  readonly view: HTMLElement;
  readonly headers: readonly (readonly [string, string])[];
  readonly read: () => XMLHttpRequestBodyInit | null;
}

function bodyOf(contract: Values, mediaType: string, media: Values): BodyForm {
  const schema = plainSchema(contract, media.schema);
  const examples = Object.entries(recordOf(media.examples)).map(
    ([name, each]) => [textIn(recordOf(each).summary) || name, recordOf(each).value] as const,
  );
  if (media.example !== undefined) examples.unshift(['example', media.example]);
  const names = Object.keys(recordOf(schema.properties));
  const isForm = mediaType === 'multipart/form-data' || mediaType === 'application/x-www-form-urlencoded';
  const isFlat =
    names.length > 0 && names.every((name) => !isNested(plainSchema(contract, recordOf(schema.properties)[name])));
  return isForm || (isFlat && mediaType === 'application/json')
    ? fieldBody(contract, mediaType, schema, recordOf(examples[0]?.[1]))
    : textBody(mediaType, examples);
}

/** A body of nested values is written as JSON, from one of its examples. */
function textBody(mediaType: string, examples: readonly (readonly [string, Value | undefined])[]): BodyForm {
  const area = make('textarea', { id: `try-field-${++controls}`, rows: '10', spellcheck: 'false' });
  const show = (value: Value | undefined): void => {
    area.value = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);
  };
  show(examples[0]?.[1]);
  const view = make('fieldset', {}, make('legend', {}, 'Body'));
  if (examples.length > 1) {
    const choice = make(
      'select',
      { id: `try-field-${++controls}` },
      ...examples.map(([name]) => make('option', {}, name)),
    );
    choice.addEventListener('change', () => show(examples[choice.selectedIndex]?.[1]));
    view.append(labelled('Example', choice));
  }
  view.append(labelled('Body', area, mediaType));
  return {
    view,
    headers: [['Content-Type', mediaType]],
    read: () => {
      if (mediaType.endsWith('json'))
        try {
          JSON.parse(area.value);
        } catch (error) {
          area.focus();
          throw new Error(`The body is not JSON: ${error instanceof Error ? error.message : error}`);
        }
      return area.value;
    },
  };
}

function fieldBody(contract: Values, mediaType: string, schema: Values, example: Values): BodyForm {
  const required = new Set(listOf(schema.required));
  const fields = Object.entries(recordOf(schema.properties)).map(([name, written]): FormField => {
    const own = plainSchema(contract, written);
    const start = example[name] ?? (required.has(name) ? exampleOf({}, own) : undefined);
    return {
      name,
      caption: captionOf(textIn(own.description)),
      place: 'body',
      schema: own,
      isRequired: required.has(name),
      control: controlOf(contract, own, start),
    };
  });
  const view = group('Body', fields);
  const file = fields.find(({ schema: own }) => own.format === 'binary');
  const text = file === undefined ? undefined : example[file.name];
  if (typeof text === 'string')
    view.append(
      make('small', {}, `If you choose no file, the example is sent:`),
      make('pre', { tabindex: '0' }, text.slice(0, 600)),
    );
  return {
    view,
    headers: mediaType === 'multipart/form-data' ? [] : [['Content-Type', mediaType]],
    read: () => {
      if (mediaType === 'multipart/form-data') return multipart(fields, text);
      const pairs = fields.flatMap((field) =>
        field.control.value === '' ? [] : [[field.name, typed(field)] as const],
      );
      return mediaType === 'application/json'
        ? JSON.stringify(Object.fromEntries(pairs))
        : new URLSearchParams(pairs.map(([name, each]) => [name, String(each)]));
    },
  };
}

function multipart(fields: readonly FormField[], text: Value | undefined): FormData {
  const data = new FormData();
  // The file last: a server that reads a stream knows the other fields by then.
  for (const { name, control } of fields.filter(({ schema }) => schema.format !== 'binary'))
    if (control.value !== '') data.set(name, control.value);
  for (const { name, control } of fields.filter(({ schema }) => schema.format === 'binary')) {
    const [chosen] = control instanceof HTMLInputElement ? (control.files ?? []) : [];
    if (chosen !== undefined) data.set(name, chosen, chosen.name);
    else if (typeof text === 'string')
      data.set(name, new Blob([text]), /^\w+: /m.test(text) ? 'lab.yaml' : 'example.csv');
  }
  return data;
}

function typed(field: FormField): Value {
  const text = field.control.value;
  const [type] = typesOf(field.schema);
  if (type === 'boolean') return text === 'true';
  if (type !== 'integer' && type !== 'number') return text;
  const value = Number(text);
  if (Number.isNaN(value)) throw refused(field, 'is not a number');
  return value;
}

function refused({ name, control }: Pick<FormField, 'name' | 'control'>, why: string): Error {
  control.focus();
  return new Error(`${name} ${why}.`);
}
