// Which of the two forms a file has, from the headings of its first line or the names of its first object. Decision
// 300.
import { type Form, type FormName, forms } from '../columns.ts';
import { headingKey } from '../sniff.ts';

type Recognised = { readonly form: Form; readonly hasVin: boolean };
type Unclear = { readonly form: null; readonly rule: 'ambiguous_form'; readonly message: string };

/** `asked`: what the upload says the form is, or null. */
export function recognise(headings: readonly string[], asked: FormName | null): Recognised | Unclear {
  const keys = headings.map(headingKey);
  const hasVin = keys.some((key) => forms.vehicles.byHeading.get(key)?.name === 'vin');
  if (asked !== null) return { form: forms[asked], hasVin };
  const hasUnits = keys.some((key) => forms.sales.byHeading.get(key)?.name === 'units_sold');
  if (hasVin && hasUnits) return unclear(both);
  if (hasVin) return { form: forms.vehicles, hasVin };
  const isDated = keys.some((key) => ['sale_date', 'status'].includes(onlyVehicles(key) ?? ''));
  return !hasUnits && isDated ? unclear(neither) : { form: forms.sales, hasVin };
}

/** The column of vehicles that a heading means, if no column of the sales form has it. */
const onlyVehicles = (key: string): string | undefined =>
  forms.sales.byHeading.has(key) ? undefined : forms.vehicles.byHeading.get(key)?.name;

const unclear = (message: string): Unclear => ({ form: null, rule: 'ambiguous_form', message });

const both =
  'the file has a column of VINs and one of units, so a row may be one vehicle or a period; upload it with form=vehicles or form=sales, or remove one of the columns';
const neither =
  'the file has neither a column of VINs nor one of units; upload it with form=vehicles if each row is one vehicle, or add units_sold';
