// What an instance of a lab is stands once, in spec/lab/instance.yaml. Four contracts take it from there; what one of
// them writes by itself has a reason.
import path from 'node:path';
import test from 'ava';
import { readSource } from '../document/source.ts';

const root = path.join(import.meta.dirname, '../../..');

type Schema = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly 'x-fields'?: {
    readonly of: Schema;
    readonly without?: readonly string[];
    readonly optional?: readonly string[];
  };
};
type Document = { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } };

const schemas = (file: string) => (readSource(root, file).value as unknown as Document).components.schemas;
const shared = schemas('spec/lab/instance.yaml');
const fields = Object.keys(shared.Instance?.properties ?? {});
const isOfInstance = ($ref: string | undefined) => /(^|\/)instance\.yaml#\/components\/schemas\/\w+$/.test($ref ?? '');

/** Where each contract has an instance, and the fields that it states differently. */
const contracts: readonly (readonly [file: string, schema: string, own: readonly string[]])[] = [
  ['spec/infra/openapi.yaml', 'Instance', []],
  // A message is about a run, where an instance may not have had one.
  ['spec/lab/asyncapi.yaml', 'LabStatus', ['run_id']],
  // The infrastructure knows no names.
  ['spec/platform/openapi.yaml', 'LabInstance', ['username', 'display_name']],
  ['spec/platform/asyncapi.yaml', 'LiveInstance', ['username', 'display_name']],
];

for (const [file, name, own] of contracts)
  test(`${file} takes the fields of ${name} from instance.yaml`, (t) => {
    const { [name]: schema, ...others } = schemas(file);
    const { of, without = [], optional = [] } = schema?.['x-fields'] ?? {};
    t.true(isOfInstance(of?.$ref));
    t.deepEqual(
      [...without, ...optional].filter((field) => !fields.includes(field)),
      [],
    );
    t.deepEqual(Object.keys(schema?.properties ?? {}), own);
    const written = Object.entries(others).filter(([each, { $ref }]) => each in shared && !isOfInstance($ref));
    t.deepEqual(written, []);
  });
