// Policies as the generator compiles them from Cedar: what they compare, and what each refuses.

/** One grant of a caller. Without `all_brands`, the listed ones alone; so it is with regions. */
export type PolicyGrant = {
  readonly dealer: string;
  readonly roles: readonly string[];
  readonly all_brands: boolean;
  readonly brands: readonly string[];
  readonly all_regions: boolean;
  readonly regions: readonly string[];
};

/** The roles of an access token. */
export type PolicyCaller = { readonly roles: readonly string[] };

/** The filters of a request. */
export type PolicyFilters = {
  readonly dealer_id?: string | undefined;
  readonly brand_id?: string | undefined;
  readonly region_id?: string | undefined;
};

/** One condition of a policy, with the attribute that a refusal names. */
export type Condition<Principal, Operation extends string> = {
  readonly policy: string;
  readonly attribute: string;
  readonly operations: readonly Operation[];
  /** What `permits` reads. */
  readonly filters: readonly (keyof PolicyFilters)[];
  readonly permits: (principal: Principal, filters: PolicyFilters) => boolean;
};

export type PolicyText = { readonly policy: string; readonly meaning: string; readonly text: string };
