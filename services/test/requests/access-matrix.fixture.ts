// Who may do what: for each group of operations and what their requests name, the outcome for each kind of caller.
import type { Granted } from '../fixtures/users.ts';

/** As the examples of the contract name it, so that its own bodies are those of this dealer. */
export const own = 'fjordbil-oslo';
export const other = 'other-dealer';

export const callers: Readonly<
  Record<string, { readonly roles?: readonly string[]; readonly grants: readonly Granted[] }>
> = {
  none: { grants: [] },
  reader: { grants: [{ dealer: own, roles: ['reader'] }] },
  uploader: { grants: [{ dealer: own, roles: ['uploader'] }] },
  both: { grants: [{ dealer: own }] },
  'some brands': { grants: [{ dealer: own, brands: ['toyota'] }] },
  'some regions': { grants: [{ dealer: own, regions: ['oslo'] }] },
  admin: { roles: ['admin'], grants: [] },
};

const dealer = 'read-own-dealer:dealer_id';
const roles = 'read-granted-dealers:roles';
const brands = 'read-granted-brands:brand_id';
const regions = 'read-granted-regions:region_id';
const uploads = 'upload-own-dealer:dealer_id';
const allBrands = 'upload-whole-dealer:brand_ids';
const allRegions = 'upload-whole-dealer:region_ids';
const role = '403 forbidden-role';

/**
 * By group and by what its requests name: for each kind of caller, the outcome of each. A caller who may not read a job
 * does not learn that it exists.
 */
export const matrix: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'anyone own': {
    ...Object.fromEntries(Object.keys(callers).map((name) => [name, ['+']])),
  },
  'administer own': {
    ...Object.fromEntries(Object.keys(callers).map((name) => [name, [name === 'admin' ? '+' : role]])),
  },
  'read own': {
    none: ['+'],
    reader: ['+'],
    uploader: [roles],
    both: ['+'],
    'some brands': ['+'],
    'some regions': ['+'],
    admin: ['+'],
  },
  // Its dealer is one of those that the caller reads, so the roles come first.
  getCurrentSubscription: {
    none: [dealer, dealer],
    reader: ['+', dealer],
    uploader: [roles, roles],
    both: ['+', dealer],
    'some brands': ['+', dealer],
    'some regions': ['+', dealer],
    admin: [dealer, dealer],
  },
  'read own dealer_id': {
    none: [dealer, dealer],
    reader: ['+', dealer],
    uploader: [roles, dealer],
    both: ['+', dealer],
    'some brands': ['+', dealer],
    'some regions': ['+', dealer],
    admin: [dealer, dealer],
  },
  'read own brand_id': {
    none: [brands, brands],
    reader: ['+', '+'],
    uploader: [roles, roles],
    both: ['+', '+'],
    'some brands': ['+', brands],
    'some regions': ['+', '+'],
    admin: [brands, brands],
  },
  'read own dealer_id brand_id region_id': {
    none: [dealer, dealer, dealer, dealer],
    reader: ['+', dealer, '+', '+'],
    uploader: [roles, dealer, roles, roles],
    both: ['+', dealer, '+', '+'],
    'some brands': ['+', dealer, brands, '+'],
    'some regions': ['+', dealer, '+', regions],
    admin: [dealer, dealer, dealer, dealer],
  },
  'follow own dealer_id': {
    none: [dealer, dealer],
    reader: ['+', dealer],
    uploader: ['+', dealer],
    both: ['+', dealer],
    'some brands': ['+', dealer],
    'some regions': ['+', dealer],
    admin: [dealer, dealer],
  },
  'follow own job': {
    none: ['404', '404'],
    reader: ['+', '404'],
    // It follows the jobs that it has uploaded.
    uploader: ['404', '404'],
    both: ['+', '404'],
    'some brands': ['+', '404'],
    'some regions': ['+', '404'],
    admin: ['404', '404'],
  },
  // The settings of a dealer are those of its path. Without a grant for it, it does not exist.
  'follow own dealer': {
    none: ['404', '404'],
    reader: ['+', '404'],
    uploader: ['+', '404'],
    both: ['+', '404'],
    'some brands': ['+', '404'],
    'some regions': ['+', '404'],
    admin: ['404', '404'],
  },
  'upload own dealer': {
    none: ['404', '404'],
    reader: [uploads, '404'],
    uploader: ['+', '404'],
    both: ['+', '404'],
    'some brands': [allBrands, '404'],
    'some regions': [allRegions, '404'],
    admin: ['404', '404'],
  },
  'upload own dealer_id': {
    none: [uploads, uploads],
    reader: [uploads, uploads],
    uploader: ['+', uploads],
    both: ['+', uploads],
    'some brands': [allBrands, uploads],
    'some regions': [allRegions, uploads],
    admin: [uploads, uploads],
  },
  'upload own job': {
    none: ['404', '404'],
    reader: [uploads, '404'],
    uploader: ['404', '404'],
    both: ['+', '404'],
    'some brands': [allBrands, '404'],
    'some regions': [allRegions, '404'],
    admin: ['404', '404'],
  },
  // The file of an upload is shown only to those who may read all that it can have.
  getRejectedRows: {
    none: ['404', '404'],
    reader: ['+', '404'],
    uploader: ['404', '404'],
    both: ['+', '404'],
    'some brands': ['404', '404'],
    'some regions': ['404', '404'],
    admin: ['404', '404'],
  },
};
