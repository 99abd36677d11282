// The form of an uploaded file of rows: its columns, as a contract's schema of a row gives them.

/** How the text of a field is judged. */
export type FieldKind =
  | { readonly kind: 'period' | 'date' | 'vin' | 'currency' | 'note' }
  | { readonly kind: 'name'; readonly maxLength: number; readonly otherwise?: string }
  /** `words`: what else stands for a choice. `otherwise`: what a blank stands for. */
  | {
      readonly kind: 'choice';
      readonly choices: readonly string[];
      readonly words?: Readonly<Record<string, string>>;
      readonly otherwise?: string;
    }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly decimals: number };

export type FileColumn<Name extends string = string> = {
  readonly name: Name;
  /** Other headings in English. */
  readonly also: readonly string[];
  /** Headings in other languages. */
  readonly translations: readonly string[];
  readonly required: boolean;
  /** The type of the database in which it is staged. */
  readonly stored: 'text' | 'integer' | 'bigint' | 'numeric';
} & FieldKind;

export type FileForm<Name extends string = string> = {
  readonly name: string;
  readonly columns: readonly FileColumn<Name>[];
  /** What two rows may not have in common; where the form has a period, together with that. */
  readonly key: readonly Name[];
  /** Headings that may mean more than one column, with these. */
  readonly ambiguous: Readonly<Record<string, readonly Name[]>>;
  /** Columns of which neither comes without the other. */
  readonly together: readonly (readonly [Name, Name])[];
  /** One row, by column. */
  readonly sample: Readonly<Partial<Record<Name, string | number>>>;
};
