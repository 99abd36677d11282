// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.
import type { Brand as BrandedId } from '../runtime/brand.ts';

export interface paths {
    readonly "/auth/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Log in with e-mail and password
         * @description Gives an access token and a refresh token. For the first-party applications of this installation only; services use `POST /auth/token`. An unknown account is answered exactly like a wrong password. After five failures within 15 minutes an account is slowed down with 429.
         */
        readonly post: operations["loginUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/refresh": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Get a new access token for a refresh token
         * @description The refresh token is rotated: the answer carries its successor. The same old token sent again within 10 seconds, while the successor has not been used, gets the same successor, so a lost answer costs nothing. Any later use of an old token ends the whole login, because the token may have been copied.
         */
        readonly post: operations["refreshToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Get an access token as a service
         * @description The entry point between services, as OAuth 2.0 has it (RFC 6749, section 4.4). There is no refresh token; ask again when the token has expired.
         *
         *     The fields come as JSON, or as the form that OAuth libraries send. With the form, the client may show its id and secret in the body
         *     (`client_secret_post`) or by HTTP Basic (`client_secret_basic`), never in both. Refusals are problem documents which also have the members
         *     `error` and `error_description` that such libraries read; to a form they come as `application/json`, which is the media type of RFC 6749.
         */
        readonly post: operations["issueToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ingest/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Upload a sales file for one dealer and period
         * @description Takes a file, answers at once with a job, and loads the file in the background. What succeeds replaces the dealer's data of the period (the *slice*);
         *     the revision before it is kept and can be read with `as_of`. A file with any bad row is refused whole, and the job lists the rows, unless
         *     `on_error=skip`. It takes a grant with the role `uploader`, for all brands and regions of the dealer. The same file again for the same slice gives the job of its current revision.
         *     A period that has not begun is refused; the one that is running may be uploaded, and uploaded again as it goes on.
         *
         *     A dry run, and each job, says in `replacement` what goes and what comes. A file that would take away more than a fifth of the units or of the periods that the slice has, or that with
         *     `on_error=skip` would leave a brand without any row in a period where it has some, changes nothing: the job ends with the problem `confirmation-required`, which names the
         *     number to send as `confirm`. A first upload of a slice never needs it.
         *
         *     The file is text in UTF-8 (a byte order mark is fine), plain or gzip; comma, semicolon, tab or pipe between the fields; a decimal comma where the comma is
         *     not the delimiter. The first line names the columns, in any order and case:
         *
         *     | column | also accepted | value | |
         *     |---|---|---|---|
         *     | `period_start` | `date`, `period` | first day of the row's period (`2026-11-01`, also with midnight: `2026-11-01 00:00:00`, `2026-11-01T00:00:00.000Z`), or the period (`2026-W47`, `2026-11`, `2026-Q4`) | required, unless `period` is one period of the rows' type |
         *     | `year`, `month` | | 1900 to 2199, 1 to 12 | together, in place of `period_start` for rows by month |
         *     | `brand` | `make` | name, up to 200 characters | required |
         *     | `region` | | name, up to 200 characters | optional: the dealer's region |
         *     | `model_family` | `model` | name, up to 200 characters | optional: one family `all` |
         *     | `units_sold` | `units`, `quantity`, `qty`, `sold` | whole number, returns may make it negative | required |
         *     | `stock_units` | `stock`, `inventory` | whole number, not negative | optional: not reported |
         *     | `receipts` | `received` | whole number, not negative | optional |
         *     | `orders` | | whole number, not negative | optional |
         *     | `selling_days` | | 0 to 92, up to two decimals | optional: the region's calendar |
         *     | `revenue`, `currency` | | number with up to two decimals, ISO 4217 code | optional, always together |
         *     | `channel` | | `retail`, `fleet` | optional: `retail` |
         *     | `condition` | | `new`, `used` | optional: `new` |
         *
         *     One row for each period, brand, region, model family, channel and condition; a second one is an error that names both rows. A column with another name is
         *     refused. Lines end with a line feed, with or without a carriage return before it; blank ones, such with delimiters alone and a `sep=;` before the header
         *     are passed over. A field may be in quotes, doubled inside, with no blank before them and no line break between them: a row with line breaks is one error,
         *     of its first line. Whole numbers may have one or two decimals, or more than three, that are all zero (`41.0`); three could be thousands. Nothing, `NA`,
         *     `N/A`, `#N/A`, `NULL` and `null` mean that a field is empty; but `NA` in `region` and `model_family` is a name, as some are called so.
         *     Names become ids as decision 7 says.
         *
         *     A file that would leave the dealer with more current rows than its plan includes (`rows_stored`) fails with `plan-limit`.
         *
         *     At most 10,000,000 rows, 1,000 columns, 1 MiB in a line, 32 KiB in a field, 99,999,999 units in a row; unpacked at most 4 GiB, and 200 times the file. A file of
         *     which each of the first 10,000 rows has errors is not read further.
         */
        readonly post: operations["uploadFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ingest/deletions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete the sales of one dealer and period
         * @description Removes all sales of the period, as a job and a revision like an upload; `as_of` still reads them. It needs `confirm`, the revision that is current there: a request without it is 422 and names it, and a dry run says what would go. The right to upload is the right to delete. 409 when nothing is stored there, when something else is current by now, or while a job for these dates has not finished. A period that cuts stored periods is 422.
         */
        readonly post: operations["deletePeriod"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ingest/reversals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revert a revision
         * @description Brings back what was stored for the dates of a revision before it, as a job and a new revision; `as_of` still reads the one that was reverted. Uploads, deletions and reversals can be reverted, the newest on their dates alone: 409 when a later revision has replaced some of them, or while a job for these dates has not finished. The `revision` is that of the job that made it.
         */
        readonly post: operations["revertRevision"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ingest/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the caller's upload jobs
         * @description The jobs of all dealers in the caller's scope, the newest first. Of a dealer for which the caller has the role `uploader` alone, the jobs of its own uploads.
         */
        readonly get: operations["listJobs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ingest/jobs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an upload job
         * @description Status and progress of a job. With `wait` the answer comes as soon as the job's status differs from what it was when the request arrived, at the latest after that many seconds; a finished job is answered at once. A failed job carries the problem that ended it and its first 1,000 errors. A job of a dealer outside the caller's scope is 404; with the role `uploader` alone, so is a job of somebody else's upload.
         */
        readonly get: operations["getJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ingest/jobs/{id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel an upload job
         * @description Ends a job that has not begun to merge; nothing of its file is kept. A job that is cancelled already is answered the same way; one that merges or has finished is 409.
         */
        readonly post: operations["cancelJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ingest/jobs/{id}/errors.csv": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download all errors of an upload job
         * @description The errors of a job that has ended, not only the first 1,000, as CSV with the columns row, column, value, rule, message, related_row; an apostrophe stands before what a spreadsheet would run as a formula. At most 100,000 errors, and 16 MiB; how many more there are is told in the last line, with the rule `list_limit`. Kept for 30 days.
         */
        readonly get: operations["getJobErrors"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/indices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the time series of the indices
         * @description One item for each period, the oldest first, over everything that the filters select and the caller may see. `GET /definitions` says how each number is made.
         *     Periods without a row of what is asked for are absent, and so are not in the windows of later ones. In a longer period, the stored ones that were uploaded without such a row
         *     count as selling days on which nothing was sold. The rate of a period that is not `complete` is over the days up to its upload, and it has neither growth nor score. Data that were uploaded by week are never split into days: `meta.finest_period_type` says what there is.
         *
         *     Without a filter the answer covers the caller's whole scope, which `meta.scope` names, and adds up new and used vehicles, retail and fleet, as far as `meta.conditions` and
         *     `meta.channels` say that there are; a filter outside the scope is 403. An item has the same values
         *     whatever `date_from`, `date_to`, `limit` and `cursor` are. Pages read with the same `as_of` belong together; without it an upload may come between two pages,
         *     which `meta.revision` shows.
         *
         *     Reads over very many rows run only a few at once; one that finds no room, or takes too long, is 503 with Retry-After.
         */
        readonly get: operations["listIndices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/definitions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what each index means
         * @description Formula, unit, window, decimals and the reasons for a null of each index, as the running version computes it.
         */
        readonly get: operations["listDefinitions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/forecasts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read forecasts of the units sold
         * @description One item for each coming period of the finest type that is stored for everything selected, the next first. The interval holds the true value in 95 of 100 cases; `meta.backtest` says how often it did on the caller's own data.
         */
        readonly get: operations["listForecasts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the dashboard
         * @description The key figures of the newest month that is `complete` in `GET /indices` with the month before, and what needs attention, over everything that the filters select and the caller may see.
         */
        readonly get: operations["getDashboardSummary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/subscription/current": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the current subscription
         * @description Plan, status and limits of the dealer's subscription, with what is used of each limit. A caller with several dealers names one; without `dealer_id` it is the dealer of the caller's oldest grant with the role `reader`. A caller without any grant gets 404.
         */
        readonly get: operations["getCurrentSubscription"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/catalog/brands": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the brands in the caller's data
         * @description The ids that filters take, with the name and the other spellings that uploads used. Sorted by id.
         */
        readonly get: operations["listBrands"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/catalog/regions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the regions in the caller's data
         * @description The ids that filters take, with the name and the other spellings that uploads used. Sorted by id.
         */
        readonly get: operations["listRegions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/catalog/model-families": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the model families in the caller's data
         * @description The ids that filters take, with the name and the other spellings that uploads used. Sorted by brand and id.
         */
        readonly get: operations["listModelFamilies"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/scope": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what the caller may see
         * @description The dealers that the caller may read, with the brands and regions of each, and the dealers that it may upload for.
         */
        readonly get: operations["getScope"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/policies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the policies that decide
         * @description The text of each policy by the id that a refusal names.
         */
        readonly get: operations["listPolicies"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the caller's webhooks
         * @description Never with their secrets.
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Register a webhook
         * @description Events are sent to the address, signed as Standard Webhooks 1.0 says with the secret that the caller chooses.
         */
        readonly post: operations["createWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhook_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a webhook
         * @description Nothing is sent to it any more. What was accepted for sending may still arrive.
         */
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/calendars": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List selling calendars
         * @description The newest version of each calendar, sorted by id: the built-in ones (`none`, and one for each country whose public holidays are known), `default`, and those that administrators made.
         */
        readonly get: operations["listCalendars"];
        readonly put?: never;
        /**
         * Create a selling calendar, or a new version of one
         * @description A calendar that there is already gets a new version; so do `default`, which counts where nothing else is said, and the built-in ones. It counts at once for every dealer and region that has this calendar: their indices are restated, past ones too, and the revision rises. `as_of` still reads with the calendars of its time.
         */
        readonly post: operations["createCalendar"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/calendars/{calendar_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a selling calendar
         * @description The newest version of a calendar.
         */
        readonly get: operations["getCalendar"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/dealers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List dealers
         * @description All dealers of the installation, sorted by id.
         */
        readonly get: operations["listDealers"];
        readonly put?: never;
        /**
         * Create a dealer
         * @description A dealer begins with a trial subscription and without grants. Its selling days are those of `calendar_id`, else of its country, else of the calendar `default`.
         */
        readonly post: operations["createDealer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/dealers/{dealer_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a dealer
         * @description Name, home region and calendars of a dealer.
         */
        readonly get: operations["getDealer"];
        /**
         * Change a dealer
         * @description Replaces name, home region, country and calendars; what is left out is null or empty. Another id in the body than in the path is 422, and so is a calendar that there is not. Other selling days restate the indices of the dealer and raise their revision. A new home region counts for uploads from now on.
         */
        readonly put: operations["replaceDealer"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/dealers/{dealer_id}/grants": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the grants of a dealer
         * @description Who may read or upload for the dealer, sorted by principal.
         */
        readonly get: operations["listGrants"];
        readonly put?: never;
        /**
         * Grant access to a dealer
         * @description The grant counts from the next request of the principal on; no new token is needed. A second grant for the same principal is 409. A grant with the role `uploader` that is narrowed to some brands or regions is 422.
         */
        readonly post: operations["createGrant"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/dealers/{dealer_id}/grants/{principal}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a grant
         * @description What one principal may do for the dealer.
         */
        readonly get: operations["getGrant"];
        /**
         * Change a grant
         * @description Replaces roles, brands and regions of the grant. Another principal in the body than in the path is 422, and so is a grant with the role `uploader` that is narrowed to some brands or regions.
         */
        readonly put: operations["replaceGrant"];
        readonly post?: never;
        /**
         * Withdraw a grant
         * @description The principal loses the access with its next request.
         */
        readonly delete: operations["deleteGrant"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/dealers/{dealer_id}/aliases": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the aliases of a dealer
         * @description Which ids of brands, regions and model families stand for another one, sorted by kind and alias.
         */
        readonly get: operations["listAliases"];
        readonly put?: never;
        /**
         * Join two spellings of one name
         * @description From now on the dealer's sales of `alias` count as those of `stands_for`, past ones too: indices, dashboard and catalogue show one name, and the revision rises. A filter or a grant that names either of them means both. `as_of` still reads what counted at its time. Files that are uploaded from now on are stored under `stands_for`. An alias that there is already is 409. 422 are a `stands_for` that the catalogue of the dealer has never had or that is an alias itself, and an `alias` that others stand for.
         */
        readonly post: operations["createAlias"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/dealers/{dealer_id}/aliases/{kind}/{alias}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an alias
         * @description What one id stands for.
         */
        readonly get: operations["getAlias"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove an alias
         * @description Files that are uploaded from now on are stored under the id again. So are read the rows that were stored under it before the alias was created; rows of files that were uploaded while it counted stay under the other name. The revision rises; `as_of` still reads what counted at its time.
         */
        readonly delete: operations["deleteAlias"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/dealers/{dealer_id}/subscription": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the subscription of a dealer
         * @description As the dealer reads it at `GET /subscription/current`.
         */
        readonly get: operations["getSubscription"];
        /**
         * Change the subscription of a dealer
         * @description Sets plan, status and end. Only moves of the state table are allowed; any other is 422.
         */
        readonly put: operations["changeSubscription"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: uuid
         * @description An upload job. Version 7, so ids sort by time.
         * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly JobId: BrandedId<'JobId'>;
        /**
         * @description A dealer, named by an administrator.
         * @example fjordbil-oslo
         */
        readonly DealerId: BrandedId<'DealerId'>;
        /**
         * @description A brand: its name trimmed, NFKC, case-folded, with one hyphen for each run of anything but letters, marks and digits. In requests it is read case-folded: `Toyota` is `toyota`.
         * @example toyota
         * @example mercedes-benz
         * @example citroën
         */
        readonly BrandId: BrandedId<'BrandId'>;
        /**
         * @description A region, made from its name and read as a brand is.
         * @example oslo
         */
        readonly RegionId: BrandedId<'RegionId'>;
        /**
         * @description A model family, made from its name and read as a brand is.
         * @example corolla
         */
        readonly ModelFamilyId: BrandedId<'ModelFamilyId'>;
        /**
         * @description An id of a brand, a region or a model family, made from its name and read as a brand is.
         * @example volkswagen
         */
        readonly CatalogId: BrandedId<'CatalogId'>;
        readonly LoginRequest: {
            /**
             * Format: email
             * @description The e-mail address of the account.
             */
            readonly email: string;
            /**
             * Format: password
             * @description The password of the account.
             */
            readonly password: string;
        };
        readonly RefreshRequest: {
            /** @description The newest refresh token of the login. */
            readonly refresh_token: string;
        };
        readonly ClientCredentialsRequest: {
            /**
             * @description Always client_credentials.
             * @constant
             */
            readonly grant_type: "client_credentials";
            /** @description The id of the client. */
            readonly client_id: string;
            /**
             * Format: password
             * @description The secret of the client.
             */
            readonly client_secret: string;
        };
        /** @description The form of RFC 6749. A field without a value counts as left out. */
        readonly ClientCredentialsForm: {
            /**
             * @description Always client_credentials.
             * @constant
             */
            readonly grant_type: "client_credentials";
            /** @description The id of the client. With HTTP Basic it may be left out, or is the same. */
            readonly client_id?: string;
            /**
             * Format: password
             * @description The secret of the client. Left out with HTTP Basic.
             */
            readonly client_secret?: string;
            /** @description There are no scopes: what a client may do is its grant. */
            readonly scope?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description A problem, with the members that RFC 6749, section 5.2, gives to an error of the token endpoint. */
        readonly TokenProblem: components["schemas"]["Problem"] & {
            /**
             * @description The code that programs decide by.
             * @example invalid_request
             * @example invalid_client
             * @example unsupported_grant_type
             * @example invalid_scope
             * @example temporarily_unavailable
             * @example server_error
             */
            readonly error: string;
            /** @description What was wrong, in ASCII: the first of `errors`, or `detail`. */
            readonly error_description: string;
        };
        readonly TokenPair: {
            /** @description Send it as `Authorization: Bearer <ACCESS_TOKEN>`. */
            readonly access_token: string;
            /** @description Opaque. For one use: each refresh gives the next. Ends after 30 days without use, and 90 days after the login. */
            readonly refresh_token: string;
            /**
             * Format: int32
             * @description Seconds until the access token expires, 300 by default.
             */
            readonly expires_in: number;
            /**
             * @description Always Bearer.
             * @constant
             */
            readonly token_type: "Bearer";
        };
        readonly ClientToken: {
            /** @description Send it as `Authorization: Bearer <ACCESS_TOKEN>`. */
            readonly access_token: string;
            /**
             * Format: int32
             * @description Seconds until the access token expires, 300 by default.
             */
            readonly expires_in: number;
            /**
             * @description Always Bearer.
             * @constant
             */
            readonly token_type: "Bearer";
        };
        /**
         * @description A day, an ISO week, a month or a quarter, or an inclusive interval of two of one kind.
         * @example 2026-11-21
         * @example 2026-W47
         * @example 2026-11
         * @example 2026-Q4
         * @example 2007-01/2017-01
         */
        readonly Period: string;
        /**
         * @description The length of a period. Weeks are ISO weeks, Monday to Sunday.
         * @enum {string}
         */
        readonly PeriodType: "day" | "week" | "month" | "quarter";
        readonly UploadForm: {
            /**
             * Format: binary
             * @description The file, at most 1 GiB. What it is is told from its content, not from its name or media type.
             */
            readonly file: Blob;
            readonly dealer_id: components["schemas"]["DealerId"];
            readonly period: components["schemas"]["Period"];
            /**
             * @description The length of the period of each row. Left out, it is the kind of `period`.
             * @enum {string}
             */
            readonly period_type?: "day" | "week" | "month" | "quarter";
            /**
             * @description What a bad row does. `refuse` refuses the whole file, `skip` leaves the row out and lists it.
             * @default refuse
             * @enum {string}
             */
            readonly on_error?: "refuse" | "skip";
            /**
             * @description Check the file and say what it would replace, and change nothing.
             * @default false
             */
            readonly dry_run?: boolean;
            /**
             * Format: int64
             * @description Only for a file that takes much away: the `replaces_revision` that a dry run or a refused job named. It confirms that what is current as of that revision may go, so it no longer counts once something else was uploaded.
             */
            readonly confirm?: number;
        };
        readonly DeletionRequest: {
            readonly dealer_id: components["schemas"]["DealerId"];
            readonly period: components["schemas"]["Period"];
            /**
             * Format: int64
             * @description The revision that is current there. Left out only for a dry run.
             */
            readonly confirm?: number;
            /**
             * @description Say what would go, and change nothing.
             * @default false
             */
            readonly dry_run?: boolean;
        };
        readonly ReversalRequest: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /**
             * Format: int64
             * @description The revision to revert.
             */
            readonly revision: number;
            /**
             * @description Say what would change, and change nothing.
             * @default false
             */
            readonly dry_run?: boolean;
        };
        /**
         * @description Closed. Drawn by the table beside it.
         * @enum {string}
         */
        readonly JobStatus: "queued" | "validating" | "loading" | "merging" | "succeeded" | "failed" | "cancelled";
        readonly JobAccepted: {
            readonly job_id: components["schemas"]["JobId"];
            readonly status: components["schemas"]["JobStatus"];
        };
        readonly JobList: {
            readonly items: readonly components["schemas"]["JobAccepted"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Job: {
            readonly job_id: components["schemas"]["JobId"];
            /**
             * @description What the job does: load a file, delete a period, or revert a revision.
             * @example upload
             * @example deletion
             * @example reversal
             */
            readonly kind: string;
            /**
             * Format: int64
             * @description Of a reversal the revision that it reverts.
             */
            readonly reverts_revision: number | null;
            readonly status: components["schemas"]["JobStatus"];
            /**
             * Format: int32
             * @description Per cent of the whole work, from bytes and rows done. Never falls; 100 when the job has finished, however it ended.
             */
            readonly progress: number;
            /**
             * @description The step that the job has reached. Of a failed or cancelled job, the step it ended in.
             * @enum {string}
             */
            readonly phase: "queued" | "validating" | "loading" | "merging" | "done";
            readonly rows: components["schemas"]["JobRows"];
            readonly bytes: components["schemas"]["JobBytes"];
            /** @description The first 1,000 errors in the order of the file. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /**
             * Format: int64
             * @description How many errors there are in all, also those that no list holds. Of a file that was not read to its end, those of what was read.
             */
            readonly error_count: number;
            /** @description Where all errors can be downloaded: an address relative to the host, as `Location`; resolve it against the address of the request. Null without errors and before the job has ended. */
            readonly errors_csv: string | null;
            /** @description What ended a failed job; null for any other. */
            readonly problem: components["schemas"]["Problem"] | null;
            readonly dealer_id: components["schemas"]["DealerId"];
            readonly period: components["schemas"]["Period"];
            readonly period_type: components["schemas"]["PeriodType"];
            /**
             * @description As uploaded.
             * @enum {string}
             */
            readonly on_error: "refuse" | "skip";
            /** @description As uploaded. */
            readonly dry_run: boolean;
            /** @description The dates that the file replaces, known once it has been checked. */
            readonly slice: components["schemas"]["Slice"] | null;
            /** @description What the job takes away and brings, known once the file has been read without an error that refuses it. Null before, and for a caller who may not read all brands and regions of the dealer. */
            readonly replacement: components["schemas"]["Replacement"] | null;
            /**
             * Format: int64
             * @description The revision of the slice that the job made. Null until it has succeeded and for a dry run.
             */
            readonly revision: number | null;
            /**
             * Format: date-time
             * @description When the upload was accepted.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the job ended. From this time on, the indices hold what it loaded.
             */
            readonly finished_at: string | null;
        };
        /** @description Rows without the header line. While the job runs they never fall, also when another worker begins the file anew. */
        readonly JobRows: {
            /**
             * Format: int64
             * @description Rows read so far.
             */
            readonly read: number;
            /**
             * Format: int64
             * @description Rows without an error. They are what is stored when the job has succeeded and is no dry run; a job that failed has stored none of them.
             */
            readonly accepted: number;
            /**
             * Format: int64
             * @description Rows with at least one error.
             */
            readonly rejected: number;
        };
        /** @description Bytes of the file as it was uploaded, so compressed bytes of a compressed file. While the job runs they never fall. */
        readonly JobBytes: {
            /**
             * Format: int64
             * @description Bytes read so far.
             */
            readonly read: number;
            /**
             * Format: int64
             * @description The size of the file.
             */
            readonly total: number;
        };
        readonly JobError: {
            /**
             * Format: int64
             * @description The line of the file, its first being 1. Null for an error of the whole file.
             */
            readonly row: number | null;
            /** @description The column as the file names it. Null for an error of the whole row. */
            readonly column: string | null;
            /** @description The value as it was read, shortened to 200 characters. Null also for a caller who may not read all brands and regions of the dealer, unless it is their own upload. */
            readonly value: string | null;
            /**
             * @description The rule that was broken, stable for programs.
             * @example required
             * @example type
             * @example range
             * @example length
             * @example pattern
             * @example enum
             * @example encoding
             * @example period
             * @example outside_period
             * @example future
             * @example repeated_key
             * @example spellings
             * @example quoting
             * @example column_count
             * @example missing_column
             * @example unknown_column
             * @example repeated_column
             * @example misplaced_column
             * @example missing_header
             * @example missing_rows
             * @example row_limit
             * @example line_length
             * @example line_ends
             * @example content
             * @example compression
             * @example compression_ratio
             * @example unpacked_size
             */
            readonly rule: string;
            /** @description The rule in a sentence. */
            readonly message: string;
            /**
             * Format: int64
             * @description The other row of a repeated key.
             */
            readonly related_row: number | null;
        };
        /** @description What is stored for the slice before and after the job. A dry run says what it would be, a refused job what it would have been. */
        readonly Replacement: {
            readonly before: components["schemas"]["SliceContent"];
            readonly after: components["schemas"]["SliceContent"];
            /** @description The first days of periods that had sales and have none afterwards, the earliest 100. Where the file is of another period type, they are counted by the coarser one. */
            readonly removed_periods: readonly string[];
            /**
             * Format: int64
             * @description How many such periods there are in all.
             */
            readonly removed_period_count: number;
            /** @description Brands that had sales in the slice and have none there afterwards, the first 100 by id. */
            readonly removed_brand_ids: readonly components["schemas"]["BrandId"][];
            /**
             * Format: int64
             * @description How many such brands there are in all.
             */
            readonly removed_brand_count: number;
            /** @description The share of the units, or of the periods with sales, that goes, whichever is larger. At most 4 decimals. */
            readonly lost_share: number;
            /** @description Whether the upload needs `confirm`: `lost_share` is above 0.2, or rows were skipped and a brand would have nothing left in a period. */
            readonly needs_confirm: boolean;
        };
        readonly SliceContent: {
            /**
             * Format: int64
             * @description Rows.
             */
            readonly rows: number;
            /**
             * Format: int64
             * @description Units sold, returns taken off.
             */
            readonly units: number;
            /**
             * Format: int64
             * @description Periods with at least one row.
             */
            readonly periods: number;
            /**
             * Format: int64
             * @description Brands with at least one row.
             */
            readonly brands: number;
        };
        readonly Slice: {
            /**
             * Format: date
             * @description First day.
             */
            readonly date_from: string;
            /**
             * Format: date
             * @description Last day.
             */
            readonly date_to: string;
            /**
             * Format: int64
             * @description The revision that was current there before. Null when there was none.
             */
            readonly replaces_revision: number | null;
        };
        /** @description What the answer covers of what the filters select. `dealers` is exact; the lists beside it sum it up and never name more than is granted. */
        readonly Scope: {
            /** @description The dealers that the caller may read. */
            readonly dealer_ids: readonly components["schemas"]["DealerId"][];
            /** @description The brands that the caller may read of each of these dealers. Null means all; an empty list means that no brand is granted at every dealer. */
            readonly brand_ids: readonly components["schemas"]["BrandId"][] | null;
            /** @description The regions that the caller may read of each of these dealers. Null means all; an empty list means that no region is granted at every dealer. */
            readonly region_ids: readonly components["schemas"]["RegionId"][] | null;
            /** @description What the caller may read of each dealer, in the order of `dealer_ids`. */
            readonly dealers: readonly components["schemas"]["DealerScope"][];
        };
        readonly DealerScope: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /** @description The brands that the caller may read of this dealer. Null means all, an empty list none. */
            readonly brand_ids: readonly components["schemas"]["BrandId"][] | null;
            /** @description The regions that the caller may read of this dealer. Null means all, an empty list none. */
            readonly region_ids: readonly components["schemas"]["RegionId"][] | null;
        };
        /**
         * @description Why a value is null: `closed` no selling day in the period so far, `no_base` nothing sold a year before by dealers that reported both then and now, `short_history` fewer than 6 earlier periods, `no_spread` the earlier periods are all alike, `not_reported` not all rows report it, `no_sales` nothing sold in the window, `first_period` nothing before it, `no_supply` there was nothing to sell, `incomplete` the period, its base or the period before is not complete, `mixed_currencies` the rows are in several currencies.
         * @example closed
         * @example no_base
         * @example short_history
         * @example no_spread
         * @example not_reported
         * @example no_sales
         * @example first_period
         * @example no_supply
         * @example incomplete
         * @example mixed_currencies
         */
        readonly NullReason: string;
        /** @description For each value of the item that is null, why. Empty when none is. */
        readonly NullReasons: {
            readonly demand_growth?: components["schemas"]["NullReason"];
            readonly dsr?: components["schemas"]["NullReason"];
            readonly z_t?: components["schemas"]["NullReason"];
            readonly inventory?: components["schemas"]["NullReason"];
            readonly days_supply?: components["schemas"]["NullReason"];
            readonly demand_supply_ratio?: components["schemas"]["NullReason"];
            readonly orders?: components["schemas"]["NullReason"];
            readonly revenue?: components["schemas"]["NullReason"];
        };
        readonly IndexItem: {
            /**
             * Format: date
             * @description The first day of the period.
             */
            readonly date: string;
            readonly period_type: components["schemas"]["PeriodType"];
            /** @description Whether the period has ended and the uploads of all dealers in it cover its selling days to the end. If not, the values are of the days up to the upload. */
            readonly complete: boolean;
            /**
             * Format: int64
             * @description Units sold in the period, returns taken off.
             */
            readonly units: number;
            /** @description Selling days that `dsr` was measured over. Over dealers and regions: their mean, weighted by units. At most 4 decimals. */
            readonly selling_days: number;
            /** @description Daily selling rate: units for each selling day. At most 4 decimals. */
            readonly dsr: number | null;
            /** @description Change of dsr against the same period a year before, as a ratio: 0.125 is 12.5 % more. Over the dealers that reported both. At most 4 decimals. */
            readonly demand_growth: number | null;
            /** @description Share of the units that demand_growth was measured on, since only dealers that reported both periods count. Null when demand_growth is. At most 4 decimals. */
            readonly coverage: number | null;
            /** @description How unusual the seasonally adjusted dsr is against the periods before, in standard deviations. At most 4 decimals. */
            readonly z_t: number | null;
            /**
             * Format: int64
             * @description Units in stock at the end of the period; null when one of the rows that it is made of does not report them.
             */
            readonly inventory: number | null;
            /** @description Selling days that the stock lasts at the recent rate. At most 4 decimals. */
            readonly days_supply: number | null;
            /** @description Units sold for each unit that could have been sold. At most 4 decimals. */
            readonly demand_supply_ratio: number | null;
            /**
             * Format: int64
             * @description Orders taken in the period; null when one of the rows does not report them.
             */
            readonly orders: number | null;
            /** @description Revenue of the period in `currency`; null when one of the rows does not report it, or when they are in several currencies: those are never added up. At most 2 decimals. */
            readonly revenue: number | null;
            /** @description The currency of `revenue` by its ISO 4217 code. Null when revenue is. */
            readonly currency: string | null;
            readonly null_reasons: components["schemas"]["NullReasons"];
        };
        readonly IndexMeta: {
            readonly scope: components["schemas"]["Scope"];
            readonly period_type: components["schemas"]["PeriodType"];
            /**
             * @description The finest period type in which everything selected can be given. Null without data.
             * @enum {string|null}
             */
            readonly finest_period_type: "day" | "week" | "month" | "quarter" | null;
            /**
             * Format: int64
             * @description Rises with each change of the data in the scope. 0 without data.
             */
            readonly revision: number;
            /**
             * Format: date-time
             * @description When the newest upload in the answer finished. Null without data.
             */
            readonly data_as_of: string | null;
            /** @description The calendars that the selling days were counted by, sorted by id. */
            readonly calendars: readonly components["schemas"]["CalendarVersion"][];
            /** @description The conditions of the vehicles that are added up. */
            readonly conditions: readonly string[];
            /** @description The channels of the sales that are added up. */
            readonly channels: readonly string[];
            /**
             * Format: date
             * @description The version of `GET /definitions` that the values follow.
             */
            readonly definitions_version: string;
        };
        readonly IndexList: {
            readonly items: readonly components["schemas"]["IndexItem"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
            readonly meta: components["schemas"]["IndexMeta"];
        };
        readonly Definition: {
            /** @description The field of an index item. */
            readonly name: string;
            /** @description Its name in words. */
            readonly title: string;
            /** @description The unit of the value. */
            readonly unit: string;
            /**
             * Format: int32
             * @description The most decimals that a value has.
             */
            readonly decimals: number;
            /** @description How the value is made. */
            readonly formula: string;
            /** @description The periods that go into it. */
            readonly window: string;
            /** @description The reasons for which it can be null. */
            readonly null_reasons: readonly components["schemas"]["NullReason"][];
        };
        readonly DefinitionList: {
            /**
             * Format: date
             * @description The date of the newest change of any definition.
             */
            readonly version: string;
            readonly items: readonly components["schemas"]["Definition"][];
        };
        readonly ForecastItem: {
            /**
             * Format: date
             * @description The first day of the period.
             */
            readonly date: string;
            readonly period_type: components["schemas"]["PeriodType"];
            /** @description Units expected to be sold in the period. At most 4 decimals. */
            readonly value: number;
            /** @description The lower bound of the 95 % interval. At most 4 decimals. */
            readonly confidence_low: number;
            /** @description The upper bound of the 95 % interval. At most 4 decimals. */
            readonly confidence_high: number;
        };
        /** @description How the method did on the caller's own last season, which it had not seen. */
        readonly ForecastBacktest: {
            /** @description Overall weighted average error; below 1 is better than the seasonal naive method. Null when there is too little history. At most 4 decimals. */
            readonly owa: number | null;
            /** @description Share of true values inside the interval. Null when there is too little history. At most 4 decimals. */
            readonly coverage: number | null;
        };
        readonly ForecastMeta: {
            readonly scope: components["schemas"]["Scope"];
            /**
             * Format: int32
             * @description As asked.
             */
            readonly horizon_days: number;
            /**
             * Format: int32
             * @description How many periods that makes.
             */
            readonly steps: number;
            /**
             * @description The method that was used.
             * @example damped-theta-mean
             * @example median-of-five
             * @example croston
             * @example naive
             */
            readonly method: string;
            /** @description What the interval promises. At most 4 decimals. */
            readonly level: number;
            /**
             * Format: date
             * @description The first day of the newest period that was used.
             */
            readonly trained_until: string | null;
            readonly backtest: components["schemas"]["ForecastBacktest"];
            /**
             * Format: int64
             * @description As in the indices.
             */
            readonly revision: number;
            /**
             * Format: date-time
             * @description As in the indices.
             */
            readonly data_as_of: string | null;
        };
        readonly ForecastList: {
            readonly items: readonly components["schemas"]["ForecastItem"][];
            readonly meta: components["schemas"]["ForecastMeta"];
        };
        readonly Kpi: {
            /**
             * @description The field of an index item.
             * @example units
             * @example dsr
             * @example demand_growth
             * @example z_t
             * @example inventory
             * @example days_supply
             * @example demand_supply_ratio
             */
            readonly name: string;
            /** @description The unit of the value. */
            readonly unit: string;
            /**
             * Format: date
             * @description The first day of the period.
             */
            readonly date: string;
            readonly period_type: components["schemas"]["PeriodType"];
            /** @description The value as `GET /indices` gives it. At most 4 decimals. */
            readonly value: number | null;
            /** @description The value of the period before. Null also when there is none. At most 4 decimals. */
            readonly previous: number | null;
            /** @description Why `value` is null; null when it is not. */
            readonly null_reason: components["schemas"]["NullReason"] | null;
        };
        readonly Alert: {
            /**
             * @description What is up.
             * @example demand_unusual
             * @example subscription_past_due
             */
            readonly kind: string;
            /**
             * @description Closed. Unusual demand is a warning from 2 standard deviations on, critical from 3.
             * @enum {string}
             */
            readonly severity: "warning" | "critical";
            /** @description The same in a sentence. */
            readonly message: string;
            /**
             * Format: date
             * @description The first day of the period that it is about.
             */
            readonly date: string | null;
            /** @description The brand that it is about; null for the whole scope. */
            readonly brand_id: components["schemas"]["BrandId"] | null;
            /** @description The value that is out of line. At most 4 decimals. */
            readonly value: number | null;
            /** @description The bound that it crossed. At most 4 decimals. */
            readonly threshold: number | null;
        };
        readonly DashboardMeta: {
            readonly scope: components["schemas"]["Scope"];
            /**
             * Format: int64
             * @description As in the indices.
             */
            readonly revision: number;
            /** @description The calendars that the selling days were counted by, sorted by id. */
            readonly calendars: readonly components["schemas"]["CalendarVersion"][];
            /** @description The conditions of the vehicles that are added up. */
            readonly conditions: readonly string[];
            /** @description The channels of the sales that are added up. */
            readonly channels: readonly string[];
        };
        readonly DashboardSummary: {
            /** @description The key figures; empty without data. */
            readonly kpi: readonly components["schemas"]["Kpi"][];
            /** @description What needs attention, the worst first. */
            readonly alerts: readonly components["schemas"]["Alert"][];
            /**
             * Format: date-time
             * @description When the newest upload in the answer finished. Null without data.
             */
            readonly updated_at: string | null;
            readonly meta: components["schemas"]["DashboardMeta"];
        };
        /**
         * @description Closed. `past_due` warns; `expired` and `cancelled` refuse uploads and forecasts, and allow reading for 30 days more.
         * @enum {string}
         */
        readonly SubscriptionStatus: "trialing" | "active" | "past_due" | "expired" | "cancelled";
        readonly SubscriptionLimit: {
            /**
             * @description What is limited: `uploads_per_month` uploads that were no dry runs, whatever became of them; `rows_stored` rows that are current, without earlier revisions; `horizon_days` days of a forecast.
             * @example uploads_per_month
             * @example rows_stored
             * @example horizon_days
             */
            readonly name: string;
            /** @description The unit of `limit` and `used`. */
            readonly unit: string;
            /**
             * Format: int64
             * @description How much the plan includes. Null means no limit.
             */
            readonly limit: number | null;
            /**
             * Format: int64
             * @description How much is used. Null for a limit that applies to each request on its own.
             */
            readonly used: number | null;
            /**
             * Format: date-time
             * @description When `used` starts again from 0. Null when it does not.
             */
            readonly resets_at: string | null;
        };
        readonly Subscription: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /**
             * @description The name of the plan.
             * @example trial
             * @example standard
             * @example unlimited
             */
            readonly plan: string;
            readonly status: components["schemas"]["SubscriptionStatus"];
            /** @description Each limit of the plan with what is used of it. */
            readonly limits: readonly components["schemas"]["SubscriptionLimit"][];
            /**
             * Format: date-time
             * @description When the subscription ends unless it is renewed. Null means never.
             */
            readonly expires_at: string | null;
        };
        readonly Brand: {
            readonly brand_id: components["schemas"]["BrandId"];
            /** @description The name as a file wrote it first. */
            readonly name: string;
            /** @description Other spellings that files used for it, at most 100 of a dealer, and the ids that stand for it. */
            readonly aliases: readonly string[];
        };
        readonly BrandList: {
            readonly items: readonly components["schemas"]["Brand"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Region: {
            readonly region_id: components["schemas"]["RegionId"];
            /** @description The name as a file wrote it first. */
            readonly name: string;
            /** @description Other spellings that files used for it, at most 100 of a dealer, and the ids that stand for it. */
            readonly aliases: readonly string[];
        };
        readonly RegionList: {
            readonly items: readonly components["schemas"]["Region"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly ModelFamily: {
            readonly model_family_id: components["schemas"]["ModelFamilyId"];
            readonly brand_id: components["schemas"]["BrandId"];
            /** @description The name as a file wrote it first. */
            readonly name: string;
            /** @description Other spellings that files used for it, at most 100 of a dealer, and the ids that stand for it. */
            readonly aliases: readonly string[];
        };
        readonly ModelFamilyList: {
            readonly items: readonly components["schemas"]["ModelFamily"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly CallerScope: {
            readonly scope: components["schemas"]["Scope"];
            /** @description The dealers that the caller may upload for. */
            readonly upload_dealer_ids: readonly components["schemas"]["DealerId"][];
        };
        readonly Policy: {
            /** @description The id that a refusal names. */
            readonly policy: string;
            /** @description The policy in a sentence. */
            readonly meaning: string;
            /** @description The policy in Cedar. */
            readonly text: string;
        };
        readonly PolicyList: {
            readonly items: readonly components["schemas"]["Policy"][];
        };
        /**
         * Format: uuid
         * @description A webhook.
         * @example 01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly WebhookId: BrandedId<'WebhookId'>;
        /**
         * @description An event that is pushed.
         * @enum {string}
         */
        readonly WebhookEvent: "ingest.job.finished" | "subscription.changed";
        readonly WebhookRequest: {
            /**
             * Format: uri
             * @description Where to send; HTTPS and no private address.
             */
            readonly url: string;
            /** @description Which events to send. */
            readonly events: readonly components["schemas"]["WebhookEvent"][];
            /** @description Chosen by the caller, so that no answer holds it: `whsec_` and 24 to 64 bytes in base64. */
            readonly secret: string;
        };
        readonly Webhook: {
            readonly webhook_id: components["schemas"]["WebhookId"];
            /**
             * Format: uri
             * @description Where to send.
             */
            readonly url: string;
            /** @description Which events are sent. */
            readonly events: readonly string[];
            /**
             * Format: date-time
             * @description When it was registered.
             */
            readonly created_at: string;
        };
        readonly WebhookList: {
            readonly items: readonly components["schemas"]["Webhook"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A selling calendar.
         * @example no
         * @example none
         * @example default
         * @example bergen-shops
         */
        readonly CalendarId: BrandedId<'CalendarId'>;
        readonly CalendarRequest: {
            readonly calendar_id: components["schemas"]["CalendarId"];
            /**
             * @description The country whose public holidays are closed. Null means none.
             * @enum {string|null}
             */
            readonly country: "NO" | "DE" | "AT" | "FR" | "NL" | null;
            /** @description The weekdays that sell: 1 is Monday, 7 Sunday. */
            readonly weekdays: readonly number[];
            /** @description Single days that are closed beside the public holidays. */
            readonly closed_on: readonly string[];
        };
        readonly Calendar: {
            readonly calendar_id: components["schemas"]["CalendarId"];
            /**
             * Format: int32
             * @description Rises with each change.
             */
            readonly version: number;
            /** @description The country whose public holidays are closed. Null means none. */
            readonly country: string | null;
            /** @description The weekdays that sell: 1 is Monday, 7 Sunday. */
            readonly weekdays: readonly number[];
            /** @description Single days that are closed beside the public holidays. */
            readonly closed_on: readonly string[];
            /**
             * Format: date-time
             * @description When this version began to count. Null for a built-in one.
             */
            readonly published_at: string | null;
        };
        readonly CalendarList: {
            readonly items: readonly components["schemas"]["Calendar"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly CalendarVersion: {
            readonly calendar_id: components["schemas"]["CalendarId"];
            /**
             * Format: int32
             * @description The version that counted.
             */
            readonly version: number;
        };
        readonly RegionCalendar: {
            readonly region_id: components["schemas"]["RegionId"];
            readonly calendar_id: components["schemas"]["CalendarId"];
        };
        readonly DealerRequest: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /** @description The name of the dealer. */
            readonly name: string;
            readonly region_id: components["schemas"]["RegionId"];
            /** @description The country of the dealer, by its ISO 3166 code. */
            readonly country?: string | null;
            /** @description The calendar of its selling days. Null means that of the country, or `default` where there is none. */
            readonly calendar_id?: components["schemas"]["CalendarId"] | null;
            /** @description Other calendars for some of its regions. Of several for one region the last counts. */
            readonly region_calendars?: readonly components["schemas"]["RegionCalendar"][];
        };
        readonly Dealer: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /** @description The name of the dealer. */
            readonly name: string;
            readonly region_id: components["schemas"]["RegionId"];
            /** @description The country of the dealer, by its ISO 3166 code. */
            readonly country: string | null;
            /** @description The calendar of its selling days. Null means that of the country, or `default` where there is none. */
            readonly calendar_id: components["schemas"]["CalendarId"] | null;
            /** @description Other calendars for some of its regions. */
            readonly region_calendars: readonly components["schemas"]["RegionCalendar"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            readonly created_at: string;
        };
        readonly DealerList: {
            readonly items: readonly components["schemas"]["Dealer"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description Who: the subject of its access tokens.
         * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
         */
        readonly Principal: string;
        /**
         * @description What a grant permits.
         * @enum {string}
         */
        readonly GrantRole: "reader" | "uploader";
        readonly GrantRequest: {
            readonly principal: components["schemas"]["Principal"];
            /** @description What the principal may do for the dealer. `reader` reads: indices, forecasts, dashboard, catalogue, subscription, and every upload job of the dealer. `uploader` uploads, and follows the jobs of its own uploads; alone it reads nothing else. An upload replaces all brands and regions of a period, so a grant with `uploader` has to have null for both. */
            readonly roles: readonly components["schemas"]["GrantRole"][];
            /** @description The brands that it may read. Null means all, an empty list none. */
            readonly brand_ids: readonly components["schemas"]["BrandId"][] | null;
            /** @description The regions that it may read. Null means all, an empty list none. */
            readonly region_ids: readonly components["schemas"]["RegionId"][] | null;
        };
        readonly Grant: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /** @description Who: the subject of its access tokens. */
            readonly principal: string;
            /** @description What the principal may do for the dealer, as GrantRequest says it. */
            readonly roles: readonly string[];
            /** @description The brands that it may read. Null means all, an empty list none. */
            readonly brand_ids: readonly components["schemas"]["BrandId"][] | null;
            /** @description The regions that it may read. Null means all, an empty list none. */
            readonly region_ids: readonly components["schemas"]["RegionId"][] | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            readonly created_at: string;
        };
        readonly GrantList: {
            readonly items: readonly components["schemas"]["Grant"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description The kind of name that an alias is of.
         * @enum {string}
         */
        readonly AliasKind: "brand" | "region" | "model_family";
        readonly AliasRequest: {
            readonly kind: components["schemas"]["AliasKind"];
            /** @description The id that is to stand for another one. The catalogue need not have it. */
            readonly alias: components["schemas"]["CatalogId"];
            /** @description The id that it stands for. */
            readonly stands_for: components["schemas"]["CatalogId"];
        };
        readonly Alias: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /**
             * @description The kind of name that it is of.
             * @example brand
             * @example region
             * @example model_family
             */
            readonly kind: string;
            readonly alias: components["schemas"]["CatalogId"];
            readonly stands_for: components["schemas"]["CatalogId"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            readonly created_at: string;
        };
        readonly AliasList: {
            readonly items: readonly components["schemas"]["Alias"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly SubscriptionRequest: {
            /** @description The name of the plan. */
            readonly plan: string;
            readonly status: components["schemas"]["SubscriptionStatus"];
            /**
             * Format: date-time
             * @description When the subscription ends. Null means never.
             */
            readonly expires_at: string | null;
        };
        /**
         * @description The id of one request, given by the server. Quote it when you report a fault.
         * @example 01JD9Q2V6E8W3K5T7Y9B1N3M5P
         */
        readonly RequestId: string;
        /**
         * @description Every answer with status 400 or above (RFC 9457). `type` is stable and decides what a program does; `title` and `detail` are for people and may change. Some types carry further fields; the registry names them.
         * @example {
         *       "type": "https://covenant.example/problems/not-found",
         *       "title": "Not found",
         *       "status": 404,
         *       "detail": "There is no job with this id, or it is not yours.",
         *       "instance": "urn:request:01JD9Q2V6E8W3K5T7Y9B1N3M5P"
         *     }
         */
        readonly Problem: {
            /**
             * Format: uri
             * @description The address of the problem in the registry: https://covenant.example/problems/<slug>.
             */
            readonly type: string;
            /** @description The problem in a few words, the same for each occurrence. */
            readonly title: string;
            /** Format: int32 */
            readonly status: number;
            /** @description What was wrong this time and what to do about it. */
            readonly detail: string;
            /** @description The request that met the problem, as `urn:request:<X-Request-Id>`. */
            readonly instance: string;
            /** @description Each place that was wrong. */
            readonly errors?: readonly components["schemas"]["ProblemError"][];
        };
        /** @description One place that was wrong. A body is pointed at with `pointer`, a query, path or header value with `parameter`, a line of a file with `row` and `column`. */
        readonly ProblemError: {
            /** @description JSON Pointer (RFC 6901) into the request body; of a form, `/` and the field. */
            readonly pointer?: string;
            /** @description The name of a query, path or header parameter. */
            readonly parameter?: string;
            /**
             * Format: int64
             * @description The line of the file, its first being 1.
             */
            readonly row?: number;
            /** @description The column by its heading. */
            readonly column?: string;
            /** @description The value as it was read, shortened to 200 characters. */
            readonly value?: string;
            /**
             * @description The rule that was broken, stable for programs.
             * @example required
             * @example type
             * @example format
             * @example maximum
             * @example additionalProperties
             */
            readonly rule: string;
            /** @description The rule in a sentence. */
            readonly message: string;
        };
        /**
         * @description Where the next page begins. Opaque; valid for the query that gave it and for no other.
         * @example eyJkIjoiMjAyNi0xMC0wMSJ9
         */
        readonly Cursor: string;
        /**
         * @description Send it as `cursor` to read the next page. Null on the last page.
         * @example eyJkIjoiMjAyNi0xMC0wMSJ9
         * @example null
         */
        readonly NextCursor: string | null;
    };
    responses: {
        /** @description The account or client and its secret are not known together. */
        readonly credentialsRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is neither JSON nor a form, is not UTF-8, or does not have the form that the contract gives it; or the client showed its credentials twice. */
        readonly tokenRequestRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TokenProblem"];
                readonly "application/json": components["schemas"]["TokenProblem"];
            };
        };
        /** @description The client is not known with this secret, or showed none. */
        readonly clientRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticateBasic"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TokenProblem"];
                readonly "application/json": components["schemas"]["TokenProblem"];
            };
        };
        /** @description The body did not arrive in time. */
        readonly tokenTimeout: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TokenProblem"];
                readonly "application/json": components["schemas"]["TokenProblem"];
            };
        };
        /** @description The body is larger than the operation allows. */
        readonly tokenTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TokenProblem"];
                readonly "application/json": components["schemas"]["TokenProblem"];
            };
        };
        /** @description The body is neither JSON nor a form. */
        readonly tokenMediaRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TokenProblem"];
                readonly "application/json": components["schemas"]["TokenProblem"];
            };
        };
        /** @description A rate limit is used up. */
        readonly tokenLimited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TokenProblem"];
                readonly "application/json": components["schemas"]["TokenProblem"];
            };
        };
        /** @description The service failed. */
        readonly tokenFault: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TokenProblem"];
                readonly "application/json": components["schemas"]["TokenProblem"];
            };
        };
        /** @description Something that the service depends on does not answer at the moment. */
        readonly tokenUnavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TokenProblem"];
                readonly "application/json": components["schemas"]["TokenProblem"];
            };
        };
        /** @description The refresh token can not be used, or not any more. */
        readonly refreshTokenRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller may not upload for this dealer, the plan has no room for the file, or the subscription has ended. */
        readonly uploadForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The period does not fit the period type or what is stored, or the Idempotency-Key was used for another upload. */
        readonly uploadRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The deletion needs to be confirmed, the period cuts stored ones, or the Idempotency-Key was used for another request. */
        readonly deletionRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A filter lies outside the caller's scope, the caller's grants do not include the role `reader`, or the subscription ended more than 30 days ago. */
        readonly readForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A filter lies outside the caller's scope, the horizon is beyond the plan, or the subscription has ended. */
        readonly forecastForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, is not UTF-8, or does not have the form that the contract gives it; or a parameter does not. */
        readonly invalidBody: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body did not arrive in time. */
        readonly requestTimeout: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body, or one file in it, is larger than the operation allows. */
        readonly bodyTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not of a media type that the operation reads. */
        readonly unsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A rate limit is used up. */
        readonly rateLimited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service failed. */
        readonly internal: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something that the service depends on does not answer at the moment. */
        readonly unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A form field does not have the form that the contract gives it, the form is broken, or its text is not UTF-8. */
        readonly invalidForm: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is missing, expired or not trusted here. It counts on the operation's limit for the client's address; beyond that, 429. */
        readonly unauthorized: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running. */
        readonly idempotencyInFlight: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The thing is in a state that does not allow this, or the first request with this Idempotency-Key is still running. */
        readonly conflictOrInFlight: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing at this address for this caller. */
        readonly notFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used for another request. */
        readonly idempotencyKeyReused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter does not have the form that the contract gives it. */
        readonly invalidParameters: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request names something that a policy does not give to the caller. */
        readonly outOfScope: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The thing is in a state that does not allow this. */
        readonly conflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Planned, not offered by this version. */
        readonly notImplemented: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The answer that If-None-Match names still holds; there is no body. */
        readonly notModified: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly ETag: components["headers"]["ETag"];
                readonly "Cache-Control": components["headers"]["CacheControl"];
                readonly Vary: components["headers"]["Vary"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The values contradict each other or what is stored. */
        readonly businessRule: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The values contradict each other or what is stored, or the Idempotency-Key was used for another request. */
        readonly ruleOrKeyReused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller has none of the roles that the operation asks for. */
        readonly forbiddenRole: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description If-Match does not name the current state. */
        readonly preconditionFailed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description If-Match is missing. */
        readonly preconditionRequired: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The `job_id` that the upload gave.
         * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly JobIdPath: components["schemas"]["JobId"];
        /**
         * @description Only this brand.
         * @example toyota
         */
        readonly BrandFilter: components["schemas"]["BrandId"];
        /**
         * @description Only this region.
         * @example oslo
         */
        readonly RegionFilter: components["schemas"]["RegionId"];
        /**
         * @description Only new or only used vehicles. Left out, both are added up; `meta.conditions` says which there are.
         * @example new
         */
        readonly ConditionFilter: "new" | "used";
        /**
         * @description Only retail or only fleet sales. Left out, both are added up; `meta.channels` says which there are.
         * @example retail
         */
        readonly ChannelFilter: "retail" | "fleet";
        /**
         * @description The webhook.
         * @example 01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly WebhookIdPath: components["schemas"]["WebhookId"];
        /**
         * @description The dealer.
         * @example fjordbil-oslo
         */
        readonly DealerIdPath: components["schemas"]["DealerId"];
        /**
         * @description The subject of the access tokens of whoever has the grant.
         * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
         */
        readonly PrincipalPath: components["schemas"]["Principal"];
        /**
         * @description The kind of name: `brand`, `region` or `model_family`.
         * @example brand
         */
        readonly AliasKindPath: string;
        /**
         * @description The id that stands for another one.
         * @example vw
         */
        readonly AliasPath: components["schemas"]["CatalogId"];
        /**
         * @description Chosen by the caller, once for each thing to create, and kept over retries. The same key with the same request gives the first answer again, with another request 422 `idempotency-key-reused`, while the first is running 409 `idempotency-in-flight`. Keys are kept for 24 hours and count for one caller and one operation.
         * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
         */
        readonly IdempotencyKey: string;
        /**
         * @description How many items to return at most.
         * @example 100
         */
        readonly Limit: number;
        /**
         * @description The `next_cursor` of the page before. Leave it out for the first page.
         * @example eyJkIjoiMjAyNi0xMC0wMSJ9
         */
        readonly Cursor: components["schemas"]["Cursor"];
        /**
         * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly IfNoneMatch: string;
        /**
         * @description The `ETag` of the state that the caller means to change. Missing gives 428, no longer current 412.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request; the same as in logs and in `instance` of a problem.
         * @example 01JD9Q2V6E8W3K5T7Y9B1N3M5P
         */
        readonly RequestId: components["schemas"]["RequestId"];
        /**
         * @description What is left of the limit in force, and in how many seconds it is whole again (draft-ietf-httpapi-ratelimit-headers-10).
         * @example "read";r=5999;t=1
         */
        readonly RateLimit: string;
        /**
         * @description The limits that this operation counts against, with quota and window in seconds (draft-ietf-httpapi-ratelimit-headers-10). An installation may grant a larger quota than this contract, never a smaller one.
         * @example "read";q=6000;w=60
         */
        readonly RateLimitPolicy: string;
        /**
         * @description The body holds a secret; nobody may keep it.
         * @example no-store
         */
        readonly NoStore: "no-store";
        /**
         * @description Seconds to wait before the next try.
         * @example 2
         */
        readonly RetryAfter: number;
        /**
         * @description The same as no-store for what knows HTTP 1.0 only, as RFC 6749 asks for it.
         * @example no-cache
         */
        readonly NoCache: "no-cache";
        /**
         * @description Where to follow the work or to read what was created, relative to the host; resolve it against the address of the request.
         * @example /api/v1/ingest/jobs/0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly Location: string;
        /**
         * @description The scheme that is asked for (RFC 6750).
         * @example Bearer realm="covenant", error="invalid_token"
         */
        readonly WwwAuthenticate: string;
        /**
         * @description Strong. Changes with the data, with the caller's scope, with the query and with the version of the definitions. Another form of the same state has its form after a dot, `.gzip` for a compressed one; If-Match takes any of them.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly ETag: string;
        /**
         * @description Answers are for one caller; only that caller's own cache may keep them.
         * @example private, no-cache
         */
        readonly CacheControl: string;
        /**
         * @description What of the request the answer depends on beside its address.
         * @example Authorization, Accept, Accept-Encoding
         */
        readonly Vary: string;
        /**
         * @description The scheme in which a client may show its credentials (RFC 7617).
         * @example Basic realm="covenant", charset="UTF-8"
         */
        readonly WwwAuthenticateBasic: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly loginUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LoginRequest"];
            };
        };
        readonly responses: {
            /** @description The pair of tokens. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenPair"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["credentialsRefused"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly refreshToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        readonly responses: {
            /** @description A new access token and the successor of the refresh token. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenPair"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["refreshTokenRefused"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly issueToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClientCredentialsRequest"];
                readonly "application/x-www-form-urlencoded": components["schemas"]["ClientCredentialsForm"];
            };
        };
        readonly responses: {
            /** @description An access token. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly Pragma: components["headers"]["NoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ClientToken"];
                };
            };
            readonly 400: components["responses"]["tokenRequestRefused"];
            readonly 401: components["responses"]["clientRefused"];
            readonly 408: components["responses"]["tokenTimeout"];
            readonly 413: components["responses"]["tokenTooLarge"];
            readonly 415: components["responses"]["tokenMediaRefused"];
            readonly 429: components["responses"]["tokenLimited"];
            readonly 500: components["responses"]["tokenFault"];
            readonly 503: components["responses"]["tokenUnavailable"];
        };
    };
    readonly uploadFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Chosen by the caller, once for each thing to create, and kept over retries. The same key with the same request gives the first answer again, with another request 422 `idempotency-key-reused`, while the first is running 409 `idempotency-in-flight`. Keys are kept for 24 hours and count for one caller and one operation.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        readonly responses: {
            /** @description The file has arrived; a job loads it. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobAccepted"];
                };
            };
            readonly 400: components["responses"]["invalidForm"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["uploadForbidden"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["uploadRefused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly deletePeriod: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Chosen by the caller, once for each thing to create, and kept over retries. The same key with the same request gives the first answer again, with another request 422 `idempotency-key-reused`, while the first is running 409 `idempotency-in-flight`. Keys are kept for 24 hours and count for one caller and one operation.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeletionRequest"];
            };
        };
        readonly responses: {
            /** @description A job does it. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobAccepted"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["uploadForbidden"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["conflictOrInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["deletionRefused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly revertRevision: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Chosen by the caller, once for each thing to create, and kept over retries. The same key with the same request gives the first answer again, with another request 422 `idempotency-key-reused`, while the first is running 409 `idempotency-in-flight`. Keys are kept for 24 hours and count for one caller and one operation.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReversalRequest"];
            };
        };
        readonly responses: {
            /** @description A job does it. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobAccepted"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["uploadForbidden"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["conflictOrInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["idempotencyKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listJobs: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only jobs of this dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id?: components["schemas"]["DealerId"];
                /**
                 * @description Only jobs in this state.
                 * @example failed
                 */
                readonly status?: components["schemas"]["JobStatus"];
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of jobs. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["outOfScope"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getJob: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Seconds to wait at most for the next status (long poll). When very many wait already, the answer comes at once.
                 * @example 30
                 */
                readonly wait?: number;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `job_id` that the upload gave.
                 * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly id: components["parameters"]["JobIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job as it is now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly cancelJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `job_id` that the upload gave.
                 * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly id: components["parameters"]["JobIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job is cancelled. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobAccepted"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["conflict"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getJobErrors: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `job_id` that the upload gave.
                 * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly id: components["parameters"]["JobIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The errors, one a line. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listIndices: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only this brand.
                 * @example toyota
                 */
                readonly brand_id?: components["parameters"]["BrandFilter"];
                /**
                 * @description Only this region.
                 * @example oslo
                 */
                readonly region_id?: components["parameters"]["RegionFilter"];
                /**
                 * @description Only new or only used vehicles. Left out, both are added up; `meta.conditions` says which there are.
                 * @example new
                 */
                readonly condition?: components["parameters"]["ConditionFilter"];
                /**
                 * @description Only retail or only fleet sales. Left out, both are added up; `meta.channels` says which there are.
                 * @example retail
                 */
                readonly channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only this model family.
                 * @example corolla
                 */
                readonly model_family_id?: components["schemas"]["ModelFamilyId"];
                /**
                 * @description Only periods whose first day is this day or later.
                 * @example 2026-01-01
                 */
                readonly date_from?: string;
                /**
                 * @description Only periods whose first day is this day or earlier.
                 * @example 2026-12-31
                 */
                readonly date_to?: string;
                /**
                 * @description The length of a period in the answer.
                 * @example month
                 */
                readonly period_type?: "day" | "week" | "month" | "quarter";
                /**
                 * @description The data as they were known at this time; uploads that finished later are left out. Default is now.
                 * @example 2026-11-20T12:00:00Z
                 */
                readonly as_of?: string;
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the series. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IndexList"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 422: components["responses"]["businessRule"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listDefinitions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The definitions in force. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DefinitionList"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listForecasts: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only this brand.
                 * @example toyota
                 */
                readonly brand_id?: components["parameters"]["BrandFilter"];
                /**
                 * @description Only this region.
                 * @example oslo
                 */
                readonly region_id?: components["parameters"]["RegionFilter"];
                /**
                 * @description How many days ahead, rounded up to whole periods. The plan may allow fewer than 365.
                 * @example 90
                 */
                readonly horizon_days?: number;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The forecast. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ForecastList"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forecastForbidden"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getDashboardSummary: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only this brand.
                 * @example toyota
                 */
                readonly brand_id?: components["parameters"]["BrandFilter"];
                /**
                 * @description Only this region.
                 * @example oslo
                 */
                readonly region_id?: components["parameters"]["RegionFilter"];
                /**
                 * @description Only new or only used vehicles. Left out, both are added up; `meta.conditions` says which there are.
                 * @example new
                 */
                readonly condition?: components["parameters"]["ConditionFilter"];
                /**
                 * @description Only retail or only fleet sales. Left out, both are added up; `meta.channels` says which there are.
                 * @example retail
                 */
                readonly channel?: components["parameters"]["ChannelFilter"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dashboard. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DashboardSummary"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getCurrentSubscription: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Whose subscription.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id?: components["schemas"]["DealerId"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The subscription. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Subscription"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["outOfScope"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listBrands: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of brands. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BrandList"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listRegions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of regions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegionList"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listModelFamilies: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only this brand.
                 * @example toyota
                 */
                readonly brand_id?: components["parameters"]["BrandFilter"];
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of model families. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelFamilyList"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getScope: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scope. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CallerScope"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listPolicies: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The policies. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PolicyList"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of webhooks. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Chosen by the caller, once for each thing to create, and kept over retries. The same key with the same request gives the first answer again, with another request 422 `idempotency-key-reused`, while the first is running 409 `idempotency-in-flight`. Keys are kept for 24 hours and count for one caller and one operation.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        readonly responses: {
            /** @description The webhook without its secret. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["ruleOrKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The webhook.
                 * @example 01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly webhook_id: components["parameters"]["WebhookIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook is gone. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listCalendars: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of calendars. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CalendarList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createCalendar: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Chosen by the caller, once for each thing to create, and kept over retries. The same key with the same request gives the first answer again, with another request 422 `idempotency-key-reused`, while the first is running 409 `idempotency-in-flight`. Keys are kept for 24 hours and count for one caller and one operation.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CalendarRequest"];
            };
        };
        readonly responses: {
            /** @description The new version. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Calendar"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["idempotencyKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getCalendar: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The calendar.
                 * @example no
                 */
                readonly calendar_id: components["schemas"]["CalendarId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The calendar. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Calendar"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listDealers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of dealers. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DealerList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createDealer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Chosen by the caller, once for each thing to create, and kept over retries. The same key with the same request gives the first answer again, with another request 422 `idempotency-key-reused`, while the first is running 409 `idempotency-in-flight`. Keys are kept for 24 hours and count for one caller and one operation.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DealerRequest"];
            };
        };
        readonly responses: {
            /** @description The dealer. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dealer"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["conflictOrInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["ruleOrKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getDealer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dealer. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dealer"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly replaceDealer: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the state that the caller means to change. Missing gives 428, no longer current 412.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-Match": components["parameters"]["IfMatch"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DealerRequest"];
            };
        };
        readonly responses: {
            /** @description The dealer as changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dealer"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["businessRule"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listGrants: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of grants. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GrantList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createGrant: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Chosen by the caller, once for each thing to create, and kept over retries. The same key with the same request gives the first answer again, with another request 422 `idempotency-key-reused`, while the first is running 409 `idempotency-in-flight`. Keys are kept for 24 hours and count for one caller and one operation.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GrantRequest"];
            };
        };
        readonly responses: {
            /** @description The grant. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Grant"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["conflictOrInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["ruleOrKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getGrant: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
                /**
                 * @description The subject of the access tokens of whoever has the grant.
                 * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
                 */
                readonly principal: components["parameters"]["PrincipalPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The grant. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Grant"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly replaceGrant: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the state that the caller means to change. Missing gives 428, no longer current 412.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-Match": components["parameters"]["IfMatch"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
                /**
                 * @description The subject of the access tokens of whoever has the grant.
                 * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
                 */
                readonly principal: components["parameters"]["PrincipalPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GrantRequest"];
            };
        };
        readonly responses: {
            /** @description The grant as changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Grant"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["businessRule"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly deleteGrant: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the state that the caller means to change. Missing gives 428, no longer current 412.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-Match": components["parameters"]["IfMatch"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
                /**
                 * @description The subject of the access tokens of whoever has the grant.
                 * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
                 */
                readonly principal: components["parameters"]["PrincipalPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The grant is gone. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listAliases: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many items to return at most.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before. Leave it out for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of aliases. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AliasList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Chosen by the caller, once for each thing to create, and kept over retries. The same key with the same request gives the first answer again, with another request 422 `idempotency-key-reused`, while the first is running 409 `idempotency-in-flight`. Keys are kept for 24 hours and count for one caller and one operation.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AliasRequest"];
            };
        };
        readonly responses: {
            /** @description The alias. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Alias"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["conflictOrInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["ruleOrKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
                /**
                 * @description The kind of name: `brand`, `region` or `model_family`.
                 * @example brand
                 */
                readonly kind: components["parameters"]["AliasKindPath"];
                /**
                 * @description The id that stands for another one.
                 * @example vw
                 */
                readonly alias: components["parameters"]["AliasPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The alias. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Alias"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly deleteAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the state that the caller means to change. Missing gives 428, no longer current 412.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-Match": components["parameters"]["IfMatch"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
                /**
                 * @description The kind of name: `brand`, `region` or `model_family`.
                 * @example brand
                 */
                readonly kind: components["parameters"]["AliasKindPath"];
                /**
                 * @description The id that stands for another one.
                 * @example vw
                 */
                readonly alias: components["parameters"]["AliasPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The alias is gone. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. While it still holds, the answer is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The subscription. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Subscription"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly changeSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the state that the caller means to change. Missing gives 428, no longer current 412.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-Match": components["parameters"]["IfMatch"];
            };
            readonly path: {
                /**
                 * @description The dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id: components["parameters"]["DealerIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SubscriptionRequest"];
            };
        };
        readonly responses: {
            /** @description The subscription as changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Subscription"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["businessRule"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
}

export type JobId = components['schemas']['JobId'];
export type DealerId = components['schemas']['DealerId'];
export type BrandId = components['schemas']['BrandId'];
export type RegionId = components['schemas']['RegionId'];
export type ModelFamilyId = components['schemas']['ModelFamilyId'];
export type CatalogId = components['schemas']['CatalogId'];
export type LoginRequest = components['schemas']['LoginRequest'];
export type RefreshRequest = components['schemas']['RefreshRequest'];
export type ClientCredentialsRequest = components['schemas']['ClientCredentialsRequest'];
export type ClientCredentialsForm = components['schemas']['ClientCredentialsForm'];
export type TokenProblem = components['schemas']['TokenProblem'];
export type TokenPair = components['schemas']['TokenPair'];
export type ClientToken = components['schemas']['ClientToken'];
export type Period = components['schemas']['Period'];
export type PeriodType = components['schemas']['PeriodType'];
export type UploadForm = components['schemas']['UploadForm'];
export type DeletionRequest = components['schemas']['DeletionRequest'];
export type ReversalRequest = components['schemas']['ReversalRequest'];
export type JobStatus = components['schemas']['JobStatus'];
export type JobAccepted = components['schemas']['JobAccepted'];
export type JobList = components['schemas']['JobList'];
export type Job = components['schemas']['Job'];
export type JobRows = components['schemas']['JobRows'];
export type JobBytes = components['schemas']['JobBytes'];
export type JobError = components['schemas']['JobError'];
export type Replacement = components['schemas']['Replacement'];
export type SliceContent = components['schemas']['SliceContent'];
export type Slice = components['schemas']['Slice'];
export type Scope = components['schemas']['Scope'];
export type DealerScope = components['schemas']['DealerScope'];
export type NullReason = components['schemas']['NullReason'];
export type NullReasons = components['schemas']['NullReasons'];
export type IndexItem = components['schemas']['IndexItem'];
export type IndexMeta = components['schemas']['IndexMeta'];
export type IndexList = components['schemas']['IndexList'];
export type Definition = components['schemas']['Definition'];
export type DefinitionList = components['schemas']['DefinitionList'];
export type ForecastItem = components['schemas']['ForecastItem'];
export type ForecastBacktest = components['schemas']['ForecastBacktest'];
export type ForecastMeta = components['schemas']['ForecastMeta'];
export type ForecastList = components['schemas']['ForecastList'];
export type Kpi = components['schemas']['Kpi'];
export type Alert = components['schemas']['Alert'];
export type DashboardMeta = components['schemas']['DashboardMeta'];
export type DashboardSummary = components['schemas']['DashboardSummary'];
export type SubscriptionStatus = components['schemas']['SubscriptionStatus'];
export type SubscriptionLimit = components['schemas']['SubscriptionLimit'];
export type Subscription = components['schemas']['Subscription'];
export type Brand = components['schemas']['Brand'];
export type BrandList = components['schemas']['BrandList'];
export type Region = components['schemas']['Region'];
export type RegionList = components['schemas']['RegionList'];
export type ModelFamily = components['schemas']['ModelFamily'];
export type ModelFamilyList = components['schemas']['ModelFamilyList'];
export type CallerScope = components['schemas']['CallerScope'];
export type Policy = components['schemas']['Policy'];
export type PolicyList = components['schemas']['PolicyList'];
export type WebhookId = components['schemas']['WebhookId'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookRequest = components['schemas']['WebhookRequest'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookList = components['schemas']['WebhookList'];
export type CalendarId = components['schemas']['CalendarId'];
export type CalendarRequest = components['schemas']['CalendarRequest'];
export type Calendar = components['schemas']['Calendar'];
export type CalendarList = components['schemas']['CalendarList'];
export type CalendarVersion = components['schemas']['CalendarVersion'];
export type RegionCalendar = components['schemas']['RegionCalendar'];
export type DealerRequest = components['schemas']['DealerRequest'];
export type Dealer = components['schemas']['Dealer'];
export type DealerList = components['schemas']['DealerList'];
export type Principal = components['schemas']['Principal'];
export type GrantRole = components['schemas']['GrantRole'];
export type GrantRequest = components['schemas']['GrantRequest'];
export type Grant = components['schemas']['Grant'];
export type GrantList = components['schemas']['GrantList'];
export type AliasKind = components['schemas']['AliasKind'];
export type AliasRequest = components['schemas']['AliasRequest'];
export type Alias = components['schemas']['Alias'];
export type AliasList = components['schemas']['AliasList'];
export type SubscriptionRequest = components['schemas']['SubscriptionRequest'];
export type RequestId = components['schemas']['RequestId'];
export type Problem = components['schemas']['Problem'];
export type ProblemError = components['schemas']['ProblemError'];
export type Cursor = components['schemas']['Cursor'];
export type NextCursor = components['schemas']['NextCursor'];
