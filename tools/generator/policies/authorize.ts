// What Cedar itself answers for one grant: the judge of what was compiled.
import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import type { PolicyFilters, PolicyGrant } from '../../runtime/request/policy.ts';
import { type Policies, setOf } from './cedar.ts';

const entity = (type: string, id: string) => ({ type, id });
const referTo = (type: string, id: string) => ({ __entity: entity(type, id) });

/** Whether Cedar permits the operation for this grant. */
export function authorize(
  { schema, policies }: Policies,
  operation: string,
  grant: PolicyGrant,
  { dealer_id, brand_id, region_id }: PolicyFilters,
): boolean {
  const { dealer, roles, all_brands, brands, all_regions, regions } = grant;
  const attrs = {
    dealer: referTo('Dealer', dealer),
    roles: [...roles],
    all_brands,
    brands: brands.map((id) => referTo('Brand', id)),
    all_regions,
    regions: regions.map((id) => referTo('Region', id)),
  };
  const answer = cedar.isAuthorized({
    principal: entity('Grant', 'g'),
    action: entity('Action', operation),
    resource: entity('Dealer', dealer_id ?? dealer),
    context: {
      ...(brand_id === undefined ? {} : { brand_id: referTo('Brand', brand_id) }),
      ...(region_id === undefined ? {} : { region_id: referTo('Region', region_id) }),
    },
    schema,
    validateRequest: false,
    policies: { staticPolicies: setOf(policies) },
    entities: [{ uid: entity('Grant', 'g'), attrs, parents: [] }],
  });
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
  if (answer.response.diagnostics.errors.length > 0)
    throw new Error(JSON.stringify(answer.response.diagnostics.errors));
  return answer.response.decision === 'allow';
}
