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
         * @description Returns an access token and a refresh token. Only for the first-party applications of this installation; services use `POST /auth/token`. The response for an unknown account is the same as for a wrong password. After five failed logins within 15 minutes, further attempts for the account are rate limited with 429.
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
         * Refresh an access token
         * @description Returns a new access token and a new refresh token, because each refresh token can be used only once. If a response is lost, send the same refresh token again: within two minutes, and as long as the new refresh token is unused, you get the same new token. Any later reuse of an old refresh token ends the whole login, because the token may have been stolen.
         */
        readonly post: operations["refreshToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End a login
         * @description Revokes every refresh token of the login that the given token belongs to. Access tokens that were already issued stay valid until they expire, at most five minutes later. The response is the same for an unknown token and for a login that has already ended, so logging out twice is not an error.
         */
        readonly post: operations["logoutUser"];
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
         * Get an access token for a service
         * @description Issues an access token to a service with the OAuth 2.0 client credentials grant (RFC 6749, section 4.4). There is no refresh token; request a new access
         *     token when it expires.
         *
         *     Send the fields as JSON or as the form that OAuth libraries send. With the form, send the client id and secret either in the body (`client_secret_post`)
         *     or with HTTP Basic (`client_secret_basic`), but not both. Errors are problem documents with the additional members `error` and `error_description` that
         *     OAuth libraries read. Responses to a form use the media type `application/json`, as RFC 6749 requires.
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
         * @description Accepts a file, returns a job at once and loads the file in the background. When the job succeeds, the file replaces the dealer's data of the period (the
         *     *slice*). The previous revision is kept; read it with `as_of`. A file with any invalid row is rejected as a whole and the job lists the invalid rows,
         *     unless you set `on_error=skip`. You need a grant with the role `uploader` for all brands and regions of the dealer. Uploading the same file again for the
         *     same slice returns the job of its current revision. A period that has not started is rejected; you can upload the current period, and upload it again as
         *     it progresses.
         *
         *     A dry run, and each job, reports in `replacement` what is removed and what is added, and in `slice.confirm` whether a confirmation is needed. If a file would remove more than a fifth of the units or of the
         *     periods in the slice, or if with `on_error=skip` it would leave a brand without rows in a period that has some, nothing changes: the job fails with the
         *     problem `confirmation-required`, which contains the number to send as `confirm`. The first upload of a slice never needs confirmation.
         *
         *     If the units of a row are the sum of other rows, such as a total of all brands, of a region or of a period, nothing changes either: the job fails with the problem
         *     `totals-in-file`, which contains the units of the file with and without these rows, and its `errors` list the rows. This is found by the numbers, wherever the row stands and whatever
         *     it is called. If the row is a brand after all, send the file again with the number of its units as `confirm_units`. A dry run fails in the same way.
         *
         *     After a dry run, `listJobChanges` returns the index values that the file would change, before and after.
         *
         *     The file is an XLSX workbook, or CSV or NDJSON in UTF-8 (a byte order mark is allowed), plain or compressed with gzip. UTF-16 with a byte order mark and
         *     Windows-1252 are read, too, the latter if each of its letters and signs is one of the languages below. Files in Windows-1250 or 1251 can look the same: save those as UTF-8. All this is detected from the content; name and media type do not matter, and `read_as` of the job states how the file was read.
         *     The columns, whose names may have any order and case, and may be German, Norwegian, French, Spanish or Dutch:
         *
         *     | column | also accepted | value | |
         *     |---|---|---|---|
         *     | `period_start` | `date`, `period`, `datum`, `periode`, `zeitraum`, `dato`, `periode`, `date`, `période`, `periode`, `fecha`, `período`, `periodo`, `datum`, `periode` | first day of the period (`2026-11-01`, also with midnight: `2026-11-01 00:00:00`, `2026-11-01T00:00:00.000Z`, or as `01.11.2026`), or the period (`2026-W47`, `2026-11`, `2026-Q4`), also with the name of a month (`Nov 2026`) and in other forms that can mean one period only | The period of the row, such as `2026-11`, or its first day, such as `2026-11-01` or `01.11.2026`. Required, unless `period` is one period of the rows' type. |
         *     | `year` | `jahr`, `år`, `année`, `annee`, `año`, `jaar` | whole number, 1900 to 2199 | With `month`, instead of `period_start` for monthly rows. |
         *     | `month` | `monat`, `måned`, `mois`, `mes`, `maand` | whole number, 1 to 12 | With `year`, instead of `period_start` for monthly rows. |
         *     | `brand` | `make`, `maker`, `manufacturer`, `company`, `oem`, `marke`, `hersteller`, `fabrikat`, `merke`, `bilmerke`, `marque`, `marca`, `merk` | name, up to 200 characters | Required. |
         *     | `region` | `gebiet`, `fylke`, `région`, `región`, `provincia`, `regio`, `provincie` | name, up to 200 characters | Optional; defaults to the dealer's region. |
         *     | `model_family` | `model`, `modell`, `modellreihe`, `baureihe`, `modell`, `modellserie`, `modèle`, `modele`, `gamme`, `modelo`, `gama`, `modelserie` | name, up to 200 characters | Optional; defaults to one family `all`. |
         *     | `units_sold` | `units`, `quantity`, `qty`, `sold`, `registrations`, `new_registrations`, `vehicles_sold`, `cars_sold`, `stück`, `stückzahl`, `anzahl`, `menge`, `einheiten`, `verkaufte_einheiten`, `absatz`, `antall`, `enheter`, `solgt`, `antall_solgt`, `solgte_enheter`, `quantité`, `quantite`, `unités`, `unites`, `unités_vendues`, `vendus`, `unidades`, `cantidad`, `unidades_vendidas`, `vendidos`, `aantal`, `stuks`, `eenheden`, `verkocht`, `aantal_verkocht` | whole number, -99,999,999 to 99,999,999 | Required. Negative if returns exceed sales. |
         *     | `stock_units` | `stock`, `inventory`, `bestand`, `lagerbestand`, `lager`, `lagerbeholdning`, `beholdning`, `en_stock`, `stocks`, `existencias`, `inventario`, `voorraad` | whole number, 0 to 99,999,999 | Optional; defaults to not reported. |
         *     | `receipts` | `received`, `zugänge`, `wareneingang`, `mottatt`, `varemottak`, `réceptions`, `reçus`, `recibidos`, `ontvangen` | whole number, 0 to 99,999,999 | Optional. |
         *     | `orders` | `bestellungen`, `aufträge`, `auftragseingang`, `bestillinger`, `ordrer`, `commandes`, `pedidos`, `bestellingen` | whole number, 0 to 99,999,999 | Optional. |
         *     | `selling_days` | `verkaufstage`, `salgsdager`, `jours_de_vente`, `días_de_venta`, `dias_de_venta`, `verkoopdagen` | number with up to 2 decimals, 0 to 92 | Optional; defaults to the region's calendar. |
         *     | `revenue` | `turnover`, `umsatz`, `erlös`, `omsetning`, `chiffre_d'affaires`, `ingresos`, `facturación`, `omzet` | number with up to 2 decimals, -99,999,999,999 to 99,999,999,999 | Optional, always with `currency`. |
         *     | `currency` | `währung`, `valuta`, `devise`, `monnaie`, `moneda`, `divisa`, `valuta`, `munt` | ISO 4217 code | Optional, always with `revenue`. |
         *     | `channel` | `kanal`, `vertriebskanal`, `salgskanal`, `canal`, `canal`, `kanaal`, `verkoopkanaal` | `retail`, `fleet` | Optional; defaults to `retail`. |
         *     | `condition` | `zustand`, `tilstand`, `état`, `etat`, `estado`, `staat` | `new`, `used` | Optional; defaults to `new`. |
         *     | `reasons` |  | text | In a file of rejected rows, why the row was rejected. Only for a dry run, which ignores it. |
         *     | `source_row` |  | text | In a file of rejected rows, the number of the row in the uploaded file. Only for a dry run, which ignores it. |
         *
         *     Each period, brand, region, model family, channel and condition may have one row; a second one is an error that names both rows. Columns with other names
         *     are rejected, unless `unknown_columns` is `ignore`, and so are names that may mean two columns, such as `sales`. Lines end with a line feed, optionally preceded by a carriage return.
         *
         *     A file with one row for each vehicle is accepted, too, and counted into the same periods and series. It is recognized by its column `vin`, and has these columns instead:
         *
         *     | column | also accepted | value | |
         *     |---|---|---|---|
         *     | `vin` | `vin_number`, `vin_no`, `vin_no.`, `vehicle_identification_number`, `chassis`, `chassis_no`, `chassis_no.`, `chassis_number`, `frame_number`, `fin`, `fahrgestellnummer`, `fahrgestellnr`, `fahrgestellnr.`, `fahrgestell_nr`, `fahrgestell_nr.`, `fahrzeug_identifizierungsnummer`, `fahrzeugidentifizierungsnummer`, `fahrzeug_identifikationsnummer`, `understellsnummer`, `understellsnr`, `chassisnummer`, `chassisnr`, `rammenummer`, `châssis`, `numéro_de_châssis`, `numero_de_chassis`, `n°_de_châssis`, `numéro_de_série`, `niv`, `bastidor`, `número_de_bastidor`, `numero_de_bastidor`, `nº_de_bastidor`, `chasis`, `número_de_chasis`, `chassisnummer`, `chassisnr`, `voertuigidentificatienummer` | VIN or chassis number, up to 17 letters and digits | Required in each row, unless the header line, or the first object, has no such column. Two rows with the same one and the same day are an error. Capitals, blanks and hyphens do not matter. It is not stored. |
         *     | `sale_date` | `date`, `sales_date`, `date_sold`, `sold_date`, `date_of_sale`, `invoice_date`, `delivery_date`, `handover_date`, `datum`, `verkaufsdatum`, `rechnungsdatum`, `lieferdatum`, `auslieferungsdatum`, `übergabedatum`, `dato`, `salgsdato`, `fakturadato`, `leveringsdato`, `utleveringsdato`, `date_de_vente`, `date_vente`, `date_de_facture`, `date_facture`, `date_de_facturation`, `date_de_livraison`, `date_livraison`, `fecha`, `fecha_de_venta`, `fecha_venta`, `fecha_de_factura`, `fecha_factura`, `fecha_de_entrega`, `fecha_entrega`, `datum`, `verkoopdatum`, `factuurdatum`, `leverdatum`, `leveringsdatum`, `afleverdatum` | day (`2026-11-21`, `21.11.2026`, `21 Nov 2026`, and with slashes if one day of the column is above 12), also with a time, which is ignored | The day of the sale, invoice or delivery. The column is required; a vehicle without a date is in stock. A day in the future is an error. |
         *     | `brand` | `make`, `maker`, `manufacturer`, `company`, `oem`, `marke`, `hersteller`, `fabrikat`, `merke`, `bilmerke`, `marque`, `marca`, `merk` | name, up to 200 characters | Required. |
         *     | `region` | `branch`, `location`, `outlet`, `site`, `gebiet`, `filiale`, `niederlassung`, `standort`, `fylke`, `avdeling`, `filial`, `région`, `agence`, `succursale`, `concession`, `región`, `provincia`, `sucursal`, `sede`, `regio`, `provincie`, `vestiging`, `filiaal`, `locatie` | name, up to 200 characters | Optional; defaults to the dealer's region. |
         *     | `model_family` | `model`, `modell`, `modellreihe`, `baureihe`, `modell`, `modellserie`, `modèle`, `modele`, `gamme`, `modelo`, `gama`, `modelserie` | name, up to 200 characters | Optional; defaults to one family `all`. |
         *     | `status` | `stock_status`, `vehicle_status`, `bestandsstatus`, `fahrzeugstatus`, `lagerstatus`, `statut`, `situación`, `voorraadstatus` | `sold` (`invoiced`, `delivered`, `verkauft`, `ausgeliefert`, `fakturiert`, `solgt`, `levert`, `fakturert`, `vendu`, `livré`, `facturé`, `vendido`, `entregado`, `facturado`, `verkocht`, `geleverd`, `gefactureerd`), `in_stock` (`stock`, `available`, `lager`, `auf_lager`, `bestand`, `verfügbar`, `på_lager`, `en_stock`, `stocké`, `disponible`, `en_existencias`, `in_voorraad`, `op_voorraad`, `voorraad`, `beschikbaar`) | Optional; by default, a vehicle with a date is sold and one without is in stock. |
         *     | `condition` | `zustand`, `tilstand`, `état`, `etat`, `estado`, `staat` | `new` (`neu`, `neuwagen`, `neufahrzeug`, `ny`, `nybil`, `neuf`, `nuevo`, `nieuw`), `used` (`gebraucht`, `gebrauchtwagen`, `brukt`, `bruktbil`, `occasion`, `d'occasion`, `usado`, `ocasión`, `gebruikt`, `tweedehands`) | Optional; defaults to `new`. |
         *     | `channel` | `kanal`, `vertriebskanal`, `salgskanal`, `canal`, `canal`, `kanaal`, `verkoopkanaal` | `retail` (`private`, `privat`, `privatkunde`, `privatkunden`, `particulier`, `particuliers`, `particular`, `particulares`), `fleet` (`flotte`, `flotten`, `flåte`, `flotta`, `flota`, `flottes`, `vloot`, `wagenpark`) | Optional; defaults to `retail`. |
         *     | `revenue` | `price`, `sale_price`, `sales_price`, `selling_price`, `net_price`, `invoice_amount`, `turnover`, `preis`, `verkaufspreis`, `nettopreis`, `rechnungsbetrag`, `umsatz`, `erlös`, `pris`, `salgspris`, `nettopris`, `fakturabeløp`, `omsetning`, `prix`, `prix_de_vente`, `montant_facturé`, `chiffre_d'affaires`, `precio`, `precio_de_venta`, `importe`, `ingresos`, `prijs`, `verkoopprijs`, `factuurbedrag`, `omzet` | number with up to 2 decimals, -9,999,999,999 to 9,999,999,999 | The price of the vehicle. Optional, always with `currency`. Revenue is reported for a period and series in which each sold vehicle has one. |
         *     | `currency` | `währung`, `valuta`, `devise`, `monnaie`, `moneda`, `divisa`, `valuta`, `munt` | ISO 4217 code | Optional, always with `revenue`. The same for all sold vehicles of a period and series. |
         *     | `units_sold` | `units`, `quantity`, `qty`, `stück`, `anzahl`, `menge`, `antall`, `quantité`, `quantite`, `unités`, `unidades`, `cantidad`, `aantal`, `stuks` | whole number, 1 to 1 | Optional, because each row is one vehicle. A file with this column and `vin` needs `form=vehicles`. |
         *     | `reasons` |  | text | In a file of rejected rows, why the row was rejected. Only for a dry run, which ignores it. |
         *     | `source_row` |  | text | In a file of rejected rows, the number of the row in the uploaded file. Only for a dry run, which ignores it. |
         *
         *     Only sold vehicles count as sales; `vehicles` of the job has the number of both. The stock of a period is not derived from them. A file with a column `vin` and one of
         *     units, and one with `sale_date` or `status` and neither of the two, are rejected unless `form` says what their rows are.
         *
         *     In CSV, the first of the first 20 lines with two known column names is the header, or else the first line; what stands above it is ignored. Fields are separated by commas, semicolons, tabs or pipes; a decimal comma is allowed if the comma is not the delimiter.
         *     Blank lines, lines of delimiters only, and a `sep=;` line before the header are ignored. A column without a name is ignored
         *     as well, here and in a workbook; a value in it is an error of its row, unless `unknown_columns` is `ignore`. A field may be in double quotes, with quotes inside it doubled, and without spaces between quotes and delimiters. Line breaks inside
         *     quotes are not allowed, except in ignored columns; such a row is reported as one error at its first line. Whole numbers may have one or two decimals, or more than three, if all of
         *     them are zero (`41.0`); exactly three could be thousands. Empty text, `NA`, `N/A`, `#N/A` and `NULL`, in capital or small letters, mark an empty field, except that `NA` is a
         *     name in `region` and `model_family`.
         *
         *     In NDJSON, each line is a JSON object with the columns as names; blank lines are ignored. Values are text, numbers, or null, and are checked as the
         *     fields of a CSV file are, so that `"41"` is a number and `208` is a name. Names that are missing are empty fields. A name that stands for no column is reported once and the
         *     file is rejected, unless `unknown_columns` is `ignore`; a repeated name, or a line that is not an object, is an error of its row.
         *
         *     From an XLSX workbook, the sheet that `sheet` names is read, or the first one that is not hidden. The first of its first 20 rows with two known column names is
         *     the header; what stands above it is ignored. Empty rows are ignored; hidden rows and columns are read, and `read_as` of the job lists them. Periods may be dates or text. The value of a formula is the one that was last
         *     calculated. A cell with an error value, a date where a name or number is expected, and a formula without a value are errors that name the cell. Merged cells below
         *     the header reject the sheet, because all but the first are empty. Macros (.xlsm) are not read or run. Workbooks with a password, and .xls, .xlsb and .ods files, are rejected.
         *
         *     Ids are derived from names as decision 7 describes.
         *
         *     A file that would leave the dealer with more current rows than its plan includes (`rows_stored`) fails with `plan-limit`.
         *
         *     Send `dealer_id` before `file`. A caller can have 4 uploads in progress at the same time.
         *
         *     Limits: 10,000,000 rows, 5,000,000 vehicles, 1,000 columns, 1 MiB per line, 32 KiB per field, 500,000 different values in a column of names, periods or dates (a date with another time is another value),
         *     99,999,999 units per row. A workbook may have 2,000 parts, and 2,000,000 different texts of 64 MiB in all. An unpacked file may have at most 4 GiB and at most
         *     200 times the size of the uploaded file. If each of the first 10,000 rows has errors, the rest of the file is not read.
         */
        readonly post: operations["uploadFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ingest/template": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download a template of a sales file
         * @description Returns a file with the columns that `uploadFile` accepts and one sample row, which can be uploaded for the period 2026-10. Replace the row with your own, and leave out optional columns that you do not need. It does not contain `year` and `month`, which are an alternative to `period_start`. `Accept` selects CSV (the default), NDJSON or an XLSX workbook.
         */
        readonly get: operations["getTemplate"];
        readonly put?: never;
        readonly post?: never;
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
         * @description Removes all sales of the period. Like an upload, a deletion is a job and creates a revision; read the deleted data with `as_of`. You need the same grant as for an upload. `confirm` must be the current revision of the period: without it the request fails with 422 and the error contains that revision. A dry run reports what would be deleted, and `listJobChanges` which index values would change. Returns 409 if nothing is stored for the period, if its revision has changed, or while another job for these dates is in progress. Returns 422 if the period splits stored periods.
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
         * @description Restores the data that was stored before a revision. A reversal is a job and creates a new revision; read the reverted data with `as_of`. You can revert uploads, deletions and reversals, but only the latest revision of their dates: the request fails with 409 if a later revision has replaced some of them, or while another job for these dates is in progress. `revision` is the revision that the job created.
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
         * List upload jobs
         * @description Returns the jobs of all dealers in the caller's scope, newest first. For dealers where the caller has only the role `uploader`, it returns only the jobs of the caller's own uploads.
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
         * Get an upload job
         * @description Returns the status and progress of a job. With `wait`, the response is sent as soon as the status changes, or after that many seconds; a finished job is returned at once. A failed job contains the problem that caused it to fail and its first 1,000 errors. Returns 404 for a job of a dealer outside the caller's scope and, if the caller has only the role `uploader`, for uploads of other users.
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
    readonly "/ingest/jobs/{id}/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the index values that a dry run would change
         * @description Returns the index items that would be different if the upload, deletion or reversal were sent without `dry_run`, each as it is now and as it would be. Without
         *     `group_by`, the items are those of one series over all that the filters select, as `listIndices` returns them with the same parameters; other items stay as
         *     they are. Growth, score and supply of later periods depend on earlier ones, so items after the period of the job can be among them. The list is empty if
         *     nothing would change.
         *
         *     Both values cover what the caller can read of all dealers in `meta.scope`: without `dealer_id`, of all dealers in the caller's scope. With `dealer_id`, they
         *     cover those dealers only, which must include the dealer of the job. The list is for callers with the role `reader` for the dealer of the job; an `uploader`
         *     without it gets 403. The calculation uses the data that is stored at the time of this request. If another job has replaced dates of the slice since the dry run,
         *     the request fails with 409: repeat the dry run.
         *
         *     The sums of the rows are kept for the last 200 dry runs of a dealer, with 1,000,000 sums in all. A sum is a combination of period, brand, region, channel,
         *     condition, currency and reported selling days. Returns 404 for jobs that are not a dry run or did not succeed, for earlier dry runs, for those that
         *     ran in a release without this operation, and for those with more than 250,000 sums; `index_changes` of the job is null for them.
         *
         *     One request compares at most 250,000 sums, those of now and of then together: a sum for each period, region and number of reported selling days, and for each
         *     brand with `group_by=brand`. A request that needs more fails with 422, whose `errors` list the filters that narrow it, and one that takes too long with
         *     503.
         */
        readonly get: operations["listJobChanges"];
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
         * @description Cancels a job that has not ended. None of its data become visible, and the job still counts as an upload in the limits of the plan. What the service does for it ends within two seconds, so that the dealer's next job can begin. Cancelling a job again returns the same response. Returns 409 if the job has succeeded or failed. You need the same grant as for the upload.
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
         * @description Returns all errors of a job that has ended as CSV with the columns row, column, value, rule, message, related_row and cell. Values that a spreadsheet would run as a formula start with an apostrophe. The file contains at most 100,000 errors and 16 MiB; if there are more, the last line has the rule `list_limit` and their number. Error files are kept for 30 days.
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
    readonly "/ingest/jobs/{id}/rejected.csv": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download the rejected rows of an upload job
         * @description Returns the rejected rows of a job that has ended, from CSV, NDJSON and XLSX files alike, with the columns of the uploaded file and, before them, the columns `reasons` and `source_row`: why the row was rejected, and its number in the uploaded file. `Accept` selects CSV (the default) or an XLSX workbook. An upload replaces the whole period, so put the corrected rows into the full file, without the two columns, and upload that. A dry run of the corrected rows alone checks them; without `dry_run`, a file with one of the two columns is rejected. In CSV, values that a spreadsheet would run as a formula start with an apostrophe, which an upload ignores; in a workbook they are text, and days are dates. It contains the rows of the errors that `getJobErrors` lists, and is available for 7 days after the upload. Returns 404 for a job without rejected rows, and for callers who cannot read all brands and regions of the dealer, except for their own uploads.
         */
        readonly get: operations["getRejectedRows"];
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
         * List index values
         * @description Returns one item per period, oldest first, computed from all data that the filters select and the caller can read. `GET /definitions` describes how each
         *     value is computed. A period that the uploads report without a matching row has 0 units, from the first matching row on and for a year after the last one: a
         *     brand that is no longer sold stays visible. A file of vehicles reports its whole period, any other file up to the month of its last row. Periods
         *     that no upload reports are omitted, and are not part of the windows of later periods. The rate of a period that is not `complete` covers the days up to its upload,
         *     and the period has neither growth nor score. Weekly data is never split into days; `meta.finest_period_type` is the finest type that is available.
         *
         *     With `group_by`, there is one series for each group: an item carries the id of its group, and the values that the filter by this id returns. Items are
         *     sorted by that id, then by date, and pages continue in this order. Groups without a matching row are omitted.
         *
         *     `Accept: text/csv` and `Accept: application/x-ndjson` return the same items with the same numbers, a line for each, without `meta`. They have no pages: all
         *     items follow, or the first `limit` of them if that is given. CSV is UTF-8 with a byte order mark, its header has the names of the fields, fields are
         *     separated by commas and decimals by points in every language, and null is an empty cell. Where spreadsheets use another list separator, as in German or
         *     Norwegian, import the file with these settings instead of opening it. Text that a spreadsheet would run as a formula has an apostrophe in front.
         *
         *     Without filters, the response covers the caller's whole scope, which `meta.scope` describes, and includes new and used vehicles and retail and fleet
         *     sales, as listed in `meta.conditions` and `meta.channels`. A filter outside the scope fails with 403. With `dealer_id`, the scope is
         *     those dealers, and the other filters are judged within it. The values of an item do not depend on `date_from`,
         *     `date_to`, `limit` or `cursor`. To read consistent pages, send the same `as_of` with each request; without it, an upload may change the data between two
         *     pages, which `meta.revision` shows.
         *
         *     Only a few reads over a very large number of rows run at the same time. If too many are in progress, or a read takes too long, it fails with 503 and
         *     Retry-After. A read that adds up to more than 250,000 sums fails with 422, whose `errors` list the filters that narrow it.
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
    readonly "/indices/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List changes since a revision
         * @description Returns what has changed in your scope after the revision `since`, the oldest change first, so that a copy of the indices can follow. For each change, read the items of its brands and regions again, from the period that contains `date_from` on, because growth, score and supply of later
         *     periods depend on earlier ones: for a copy of months and a change from 10 February, send `date_from=2026-02-01` to `GET /indices`. Remove the items that are no longer in the answer, and store `meta.revision` as the next `since`. A change that ended at nearly the same time as `since` may be listed again.
         *
         *     Time changes values as well, and is not listed: an item that is not `complete` may become so once the last day (UTC) of its period is over, with its growth, its score and
         *     the ratio of the period after it. When that day is over, read the items again from that period on, whether or not there are changes.
         *
         *     Revisions count within a scope: a copy that `dealer_id` selects asks for its changes with the same `dealer_id`. If `meta.scope` differs from the scope of your copy, read everything again. A revision that is more than 1,000 changes old, or
         *     later than the current one, fails with 422.
         */
        readonly get: operations["listIndexChanges"];
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
         * List index definitions
         * @description Returns the formula, unit, window, decimals and null reasons of each index.
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
         * List forecasts of units sold
         * @description Returns one item per future period, the next one first, for all data that the filters select and the caller can read. The first item is the period after
         *     `meta.trained_until`, the last period that has ended and that the uploads of all dealers cover. A period that is still running is forecast as a whole.
         *
         *     `meta.method` names the method, which depends on the history: how long it is, whether it is intermittent, and whether a season is found. Months, weeks and
         *     quarters are compared by their selling days, as in `GET /indices`, and a period for which an upload has no matching row counts as 0. `meta.backtest` shows how well the same procedure would have forecast your own past. If there is no forecast, `items` is empty and `meta.null_reasons.method` states why: no value is guessed.
         *
         *     A value that stands alone, such as one order of a fleet or a typing error in the last month, does not move the forecast; one that is repeated is a new level. A trend fades, the sooner the shorter
         *     the history is, so that a launch is not expected to grow for ever.
         *
         *     Each selection and each period type is forecast separately: the forecasts of brands or regions do not add up to that of their total, from which their sum differs by about 2 %, and days or weeks
         *     do not add up to months, from which their sum can differ by 7 %. Read the level that you decide on. The value and the bounds of a period do not depend on `horizon_days`.
         *
         *     Bounds are computed from the errors on the combined series, not by adding up the bounds of its parts. 95 of 100 actual values are expected within
         *     `confidence_low` and `confidence_high`, and 80 of 100 within the bounds ending in `_80`. These are averages over many series and periods. With less than two
         *     years of weeks, the season is uncertain, and about 90 of 100 are within the wider bounds.
         *
         *     `Accept: text/csv` and `Accept: application/x-ndjson` return the items as lines, in the form described for `GET /indices`, without `meta` and `history`.
         *
         *     After a change of the data, the forecasts for 90 days of all sales of a dealer, of its brands and regions and of brands in a region are computed in advance, at most
         *     200 of them; the message `forecast.published` announces them. Any other is computed on the first request, and kept until the next change. If too many forecasts are being computed, or one takes too
         *     long, the request fails with 503 and Retry-After.
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
         * Get the dashboard
         * @description Returns the key figures of the latest month that is `complete` in `GET /indices`, compared with the previous month, and alerts. They cover all data that the filters select and the caller can read.
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
         * Get the current subscription
         * @description Returns the plan, status and limits of a dealer's subscription, with the usage of each limit. If the caller has several dealers, `dealer_id` selects one; the default is the dealer of the caller's oldest grant with the role `reader`. Returns 404 if the caller has no grant.
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
         * List brands
         * @description Returns the brands in the caller's data, with the ids to use in filters, their names and other spellings in uploaded files. Sorted by id. `Accept: text/csv` and `Accept: application/x-ndjson` return the whole list, a line for each item, in the form described for `GET /indices`; other spellings are a JSON array.
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
         * List regions
         * @description Returns the regions in the caller's data, with the ids to use in filters, their names and other spellings in uploaded files. Sorted by id. `Accept: text/csv` and `Accept: application/x-ndjson` return the whole list, a line for each item, in the form described for `GET /indices`; other spellings are a JSON array.
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
         * List model families
         * @description Returns the model families in the caller's data, with the ids to use in filters, their names and other spellings in uploaded files. Sorted by brand and id. `Accept: text/csv` and `Accept: application/x-ndjson` return the whole list, a line for each item, in the form described for `GET /indices`; other spellings are a JSON array.
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
    readonly "/dealers/{dealer_id}/calendar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the calendar of a dealer
         * @description Returns the calendar that defines the dealer's selling days: its own one, or else the one that an administrator has chosen, that of its country, or `default`. You need a grant for the dealer.
         */
        readonly get: operations["getDealerCalendar"];
        /**
         * Set the calendar of a dealer
         * @description Sets the dealer's own calendar: the weekdays on which it sells, the country or subdivision whose public holidays are closed days, and other closed days. It applies to all sales of the dealer, except in regions for which an administrator has set a calendar, and to no other dealer. Indices are restated, including past ones, and the dealer's revision increases. If the dealer's own calendar has this content already, nothing changes. Reads with `as_of` use the calendar of that time. You need a grant with the role `uploader` for all brands and regions of the dealer. Returns 422 if the public holidays of the country or subdivision are not known.
         */
        readonly put: operations["replaceDealerCalendar"];
        readonly post?: never;
        /**
         * Delete a dealer's calendar
         * @description The calendar that an administrator has chosen, that of the dealer's country, or `default` applies again. Indices are restated and the dealer's revision increases. You need the same grant as to set the calendar. Returns 404 if no user of the dealer has set one.
         */
        readonly delete: operations["deleteDealerCalendar"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dealers/{dealer_id}/aliases": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the aliases of your dealer
         * @description Returns the ids of brands, regions and model families that are aliases of another id, sorted by kind and alias. You need a grant with the role `uploader` for all brands and regions of the dealer.
         */
        readonly get: operations["listDealerAliases"];
        readonly put?: never;
        /**
         * Create an alias for your dealer
         * @description Treats the dealer's sales of `alias` as sales of `stands_for`, including past sales: indices, dashboard and catalogue show one name, and the revision increases. Filters and grants with either id include both. Future uploads are stored under `stands_for`, and reads with `as_of` use the aliases of that time. You need a grant with the role `uploader` for all brands and regions of the dealer. Returns 409 if the alias already exists. Returns 422 if `stands_for` has never been in the dealer's catalogue or is itself an alias, or if other aliases refer to `alias`.
         */
        readonly post: operations["createDealerAlias"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dealers/{dealer_id}/aliases/{kind}/{alias}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get an alias of your dealer
         * @description Returns the id that an alias refers to. You need a grant with the role `uploader` for all brands and regions of the dealer.
         */
        readonly get: operations["getDealerAlias"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an alias of your dealer
         * @description Future uploads are stored under the id itself again, and rows that were stored under it before the alias was created use it again. Rows of files that were uploaded while the alias existed keep the other id. The revision increases; reads with `as_of` use the aliases of that time. You need a grant with the role `uploader` for all brands and regions of the dealer.
         */
        readonly delete: operations["deleteDealerAlias"];
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
         * Get the caller's scope
         * @description Returns the dealers that the caller can read, with the brands and regions of each, and the dealers that the caller can upload for. With `explain`, it also shows for which dealers the caller can call an operation, or which policy refuses it.
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
         * List access policies
         * @description Returns each policy with its id, which `out-of-scope` problems contain, in the order in which they are evaluated. The same policies decide every request.
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
         * List webhooks
         * @description Returns your webhooks, without their secrets.
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Create a webhook
         * @description Sends events to the URL, signed with the secret that you choose as Standard Webhooks 1.0 specifies. You receive the events of dealers that your grants let you read, and those about your own logins and webhooks; the grants are checked again before each attempt. Without any grant, only test events are sent. Returns 422 for a URL without TLS, with credentials, with a private address, or with another port than 443 or 8443, unless the installation allows that address or port, and when you already have 250 webhooks.
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
        /**
         * Get a webhook
         * @description Returns one of your webhooks. `disabled_reason` states why it no longer receives events.
         */
        readonly get: operations["getWebhook"];
        /**
         * Update a webhook
         * @description Replaces the URL, the events and the description, and enables or disables the webhook. Enabling it sends events from then on; replay those that were missed. Returns 422 for the same URLs as `createWebhook`.
         */
        readonly put: operations["replaceWebhook"];
        readonly post?: never;
        /**
         * Delete a webhook
         * @description Stops sending events to the webhook and deletes its deliveries. A request that is already in progress may still arrive.
         */
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhook_id}/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Replace the secret of a webhook
         * @description Signs with the new secret from now on. For `keep_previous_s` seconds, requests also carry a signature with the previous secret, so that receivers can change over; an older one stops at once. A repeated request with the same secret keeps the previous one as it is, or for a shorter time. Use 0 if the previous secret was disclosed.
         */
        readonly put: operations["rotateWebhookSecret"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhook_id}/tests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test event
         * @description Sends an event of the type `webhook.test` to the webhook, whichever events it subscribes to. Follow the delivery in `Location`. It counts 10 towards the rate limit `deliveries`.
         */
        readonly post: operations["sendTestEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhook_id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Returns deliveries, the newest first. They are kept for 14 days after they have first ended, whenever they are sent again.
         */
        readonly get: operations["listWebhookDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns a delivery with the body that is sent and the last 20 attempts with the answers of the receiver.
         */
        readonly get: operations["getWebhookDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhook_id}/deliveries/{delivery_id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a delivery again
         * @description Starts the attempts of a delivery again, with the same `webhook-id`, whatever its status. Returns 409 if the webhook is disabled, and for a delivery that was sent again 10 times. It counts towards the rate limit `deliveries`.
         */
        readonly post: operations["replayWebhookDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhook_id}/replays": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send deliveries again
         * @description Starts the attempts of all failed deliveries of events since a time again, in the order of the events, including those of the time in which the webhook was disabled. With the status `all`, deliveries that succeeded or were withheld are sent again, too; withheld ones only if your grants include the dealer now. Each such call sends again what has ended by then, also what an earlier call has sent, but no delivery more than 10 times. Each delivery counts towards the rate limit `deliveries`: `next_since` is where it ended the call, and 429 means that nothing was sent again. Returns 409 if the webhook is disabled.
         */
        readonly post: operations["replayWebhookDeliveries"];
        readonly delete?: never;
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
         * @description Returns the latest version of each calendar, sorted by id: the built-in calendars (`none`, and one for each country and subdivision with known public holidays, such as `de` and `de-by`), `default`, and those that administrators created. Public holidays are the days on which a law closes the whole country or subdivision, with the days that a law moves them to; half days are selling days.
         */
        readonly get: operations["listCalendars"];
        readonly put?: never;
        /**
         * Create or update a selling calendar
         * @description Creates a calendar, or a new version of an existing one. This includes the built-in calendars and `default`, which applies where no other calendar is set. The new version applies at once to all dealers and regions that use the calendar: their indices are restated, including past ones, and their revision increases. The revision of other dealers stays the same. If the calendar has this content already, nothing changes and the response is its current version. Reads with `as_of` use the calendars of that time. Returns 422 if the public holidays of the country or subdivision are not known.
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
         * Get a selling calendar
         * @description Returns the latest version of a calendar.
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
         * @description Returns all dealers of the installation, sorted by id.
         */
        readonly get: operations["listDealers"];
        readonly put?: never;
        /**
         * Create a dealer
         * @description A new dealer has a trial subscription and no grants. Its selling days follow `calendar_id`; without it, the calendar of its country; without a country, the calendar `default`.
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
         * Get a dealer
         * @description Returns the name, home region and calendars of a dealer.
         */
        readonly get: operations["getDealer"];
        /**
         * Update a dealer
         * @description Replaces the name, home region, country and calendars. Omitted fields become null or empty. Returns 422 if the id in the body differs from the id in the path, or if a calendar does not exist. A change of the selling days restates the dealer's indices and increases their revision. A new home region applies to future uploads.
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
         * @description Returns who can read or upload for the dealer, sorted by principal.
         */
        readonly get: operations["listGrants"];
        readonly put?: never;
        /**
         * Create a grant
         * @description Grants a principal access to a dealer, from its next request; no new token is needed. Returns 409 if the principal already has a grant for the dealer, and 422 if a grant with the role `uploader` is limited to some brands or regions.
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
         * Get a grant
         * @description Returns what a principal can do for the dealer.
         */
        readonly get: operations["getGrant"];
        /**
         * Update a grant
         * @description Replaces the roles, brands and regions of a grant. Returns 422 if the principal in the body differs from the one in the path, or if a grant with the role `uploader` is limited to some brands or regions.
         */
        readonly put: operations["replaceGrant"];
        readonly post?: never;
        /**
         * Delete a grant
         * @description The principal loses its access to the dealer from its next request.
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
         * @description Returns the ids of brands, regions and model families that are aliases of another id, sorted by kind and alias.
         */
        readonly get: operations["listAliases"];
        readonly put?: never;
        /**
         * Create an alias
         * @description Treats the dealer's sales of `alias` as sales of `stands_for`, including past sales: indices, dashboard and catalogue show one name, and the revision increases. Filters and grants with either id include both. Future uploads are stored under `stands_for`, and reads with `as_of` use the aliases of that time. Returns 409 if the alias already exists. Returns 422 if `stands_for` has never been in the dealer's catalogue or is itself an alias, or if other aliases refer to `alias`.
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
         * Get an alias
         * @description Returns the id that an alias refers to.
         */
        readonly get: operations["getAlias"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an alias
         * @description Future uploads are stored under the id itself again, and rows that were stored under it before the alias was created use it again. Rows of files that were uploaded while the alias existed keep the other id. The revision increases; reads with `as_of` use the aliases of that time.
         */
        readonly delete: operations["deleteAlias"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the webhooks of all users
         * @description Returns the webhooks of all users and clients of the installation, or of one of them, sorted by id, without their secrets.
         */
        readonly get: operations["listInstallationWebhooks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/webhooks/{webhook_id}": {
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
         * Delete a webhook of any user
         * @description Stops sending events to the webhook of any user or client, and deletes its deliveries. A request that is already in progress may still arrive. Its owner can create another one; without a grant, that receives test events only.
         */
        readonly delete: operations["deleteInstallationWebhook"];
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
         * Get the subscription of a dealer
         * @description Returns the same as `GET /subscription/current` does for the dealer.
         */
        readonly get: operations["getSubscription"];
        /**
         * Update the subscription of a dealer
         * @description Sets the plan, status and end of a subscription. Returns 422 for a status change that the state table does not allow, for a plan that does not exist, and for an end that contradicts the status: `expired` ends in the past, and `trialing`, `active` and `past_due` do not. A subscription whose end has passed is `expired`. A cancelled subscription comes back with the status `active`; the status `trialing` starts a new one. A request that changes nothing sends no event.
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
         * @description A field of an index.
         * @enum {string}
         */
        readonly IndexField: "brand_id" | "region_id" | "model_family_id" | "dealer_id" | "date" | "period_type" | "complete" | "units" | "selling_days" | "dsr" | "demand_growth" | "coverage" | "z_t" | "inventory" | "days_supply" | "demand_supply_ratio" | "orders" | "revenue" | "currency" | "null_reasons";
        /**
         * @description A field of a forecast.
         * @enum {string}
         */
        readonly ForecastField: "date" | "period_type" | "selling_days" | "value" | "confidence_low" | "confidence_high" | "confidence_low_80" | "confidence_high_80";
        /**
         * Format: uuid
         * @description The id of an upload job. A UUID version 7, so ids sort by time.
         * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly JobId: BrandedId<'JobId'>;
        /**
         * @description The id of a dealer, chosen by an administrator.
         * @example fjordbil-oslo
         */
        readonly DealerId: BrandedId<'DealerId'>;
        /**
         * @description The id of a brand: its name trimmed, normalised (NFKC) and case-folded, with every run of characters other than letters, marks and digits replaced by a hyphen. Not case-sensitive in requests: `Toyota` is `toyota`.
         * @example toyota
         * @example mercedes-benz
         * @example citroën
         */
        readonly BrandId: BrandedId<'BrandId'>;
        /**
         * @description The id of a region, derived from its name like that of a brand.
         * @example oslo
         */
        readonly RegionId: BrandedId<'RegionId'>;
        /**
         * @description The id of a model family, derived from its name like that of a brand.
         * @example corolla
         */
        readonly ModelFamilyId: BrandedId<'ModelFamilyId'>;
        /**
         * @description The id of a brand, a region or a model family, derived from its name.
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
            /** @description The most recent refresh token of the login. */
            readonly refresh_token: string;
        };
        readonly LogoutRequest: {
            /** @description A refresh token of the login. */
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
        /** @description The form that RFC 6749 defines. A field without a value is treated as omitted. */
        readonly ClientCredentialsForm: {
            /**
             * @description Always client_credentials.
             * @constant
             */
            readonly grant_type: "client_credentials";
            /** @description The id of the client. With HTTP Basic, omit it or send the same id. */
            readonly client_id?: string;
            /**
             * Format: password
             * @description The secret of the client. Omit it with HTTP Basic.
             */
            readonly client_secret?: string;
            /** @description Omit it. There are no scopes; grants decide what a client can access. */
            readonly scope?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description A problem with the members that RFC 6749, section 5.2, defines for errors of the token endpoint. */
        readonly TokenProblem: components["schemas"]["Problem"] & components["schemas"]["TokenError"];
        readonly TokenError: {
            /**
             * @description The error code, for programs.
             * @example invalid_request
             * @example invalid_client
             * @example unsupported_grant_type
             * @example invalid_scope
             * @example temporarily_unavailable
             * @example server_error
             */
            readonly error: string;
            /** @description The error in ASCII: the first of `errors`, or `detail`. */
            readonly error_description: string;
        };
        readonly TokenPair: {
            /** @description Send it as `Authorization: Bearer <ACCESS_TOKEN>`. */
            readonly access_token: string;
            /** @description An opaque token for a single use: each refresh returns the next one. Expires after 30 days without use, and 90 days after the login. */
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
         * @description A day, an ISO week, a month or a quarter, or an inclusive interval between two of the same type.
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
        /**
         * @description What happens to invalid rows. `refuse` rejects the whole file; `skip` skips these rows and lists them in the job.
         * @enum {string}
         */
        readonly OnError: "refuse" | "skip";
        /**
         * @description What happens to columns that are not known. `refuse` rejects the whole file; `ignore` reads the others.
         * @enum {string}
         */
        readonly UnknownColumns: "refuse" | "ignore";
        /**
         * @description What a row of a file is, a period with its units or one vehicle.
         * @enum {string}
         */
        readonly RowForm: "sales" | "vehicles";
        /**
         * @description Whether vehicles are new or used.
         * @enum {string}
         */
        readonly VehicleCondition: "new" | "used";
        /**
         * @description Whom vehicles are sold to.
         * @enum {string}
         */
        readonly SalesChannel: "retail" | "fleet";
        readonly UploadForm: {
            /** @description The dealer whose data the file replaces. Send it before `file`: a file for a dealer that you cannot upload for is then refused when it begins, not when all of it has been received. */
            readonly dealer_id: components["schemas"]["DealerId"];
            readonly period: components["schemas"]["Period"];
            /** @description The length of the period of each row. Defaults to the type of `period`. */
            readonly period_type?: components["schemas"]["PeriodType"];
            /** @default refuse */
            readonly on_error?: components["schemas"]["OnError"];
            /**
             * @description What happens to columns that are not known. `refuse` rejects the whole file; `ignore` reads the others, and `read_as` of the job lists what was ignored. A heading that may mean several columns is refused in either case.
             * @default refuse
             */
            readonly unknown_columns?: components["schemas"]["UnknownColumns"];
            /** @description What a row of the file is, a period with its units or one vehicle. Defaults to what the columns show; a file with `vin` is one of vehicles. */
            readonly form?: components["schemas"]["RowForm"];
            /** @description The sheet of an XLSX workbook to read. Defaults to the first sheet that is not hidden; other formats ignore it. */
            readonly sheet?: string;
            /**
             * @description Check the file and report what it would replace and which index values it would change, without changing anything.
             * @default false
             */
            readonly dry_run?: boolean;
            /**
             * Format: int64
             * @description Only for a file that removes a large share of the data: the `replaces_revision` that a dry run or a rejected job returned. It confirms that you want to replace the data of that revision, and becomes invalid once that data changes.
             */
            readonly confirm?: number;
            /**
             * Format: int64
             * @description Only for a file in which rows are the sum of other rows: the `units` of the problem `totals-in-file` with which its job failed. It confirms that these rows are sales. It is ignored if the file has no such rows.
             */
            readonly confirm_units?: number;
            /**
             * Format: binary
             * @description The file, at most 1 GiB. Its format is detected from its content, not from its name or media type.
             */
            readonly file: Blob;
        };
        readonly DeletionRequest: {
            readonly dealer_id: components["schemas"]["DealerId"];
            readonly period: components["schemas"]["Period"];
            /**
             * Format: int64
             * @description The current revision of the period. Required unless `dry_run` is true.
             */
            readonly confirm?: number;
            /**
             * @description Report what would be deleted and which index values would change, without deleting it.
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
             * @description Report what would change, in the stored data and in the index values, without changing it.
             * @default false
             */
            readonly dry_run?: boolean;
        };
        /**
         * @description The status of a job. No values will be added.
         *
         *     - `queued`: accepted, not started yet.
         *     - `validating`: every row of the file is being checked.
         *     - `loading`: the rows are being copied into the database.
         *     - `merging`: the rows replace those of the same dealer and period.
         *     - `succeeded`: all reads show the new revision; a dry run has its report.
         *     - `failed`: nothing was stored; `errors` and `problem` say why.
         *     - `cancelled`: ended by a caller; nothing was stored.
         * @enum {string}
         */
        readonly JobStatus: "queued" | "validating" | "loading" | "merging" | "succeeded" | "failed" | "cancelled";
        /**
         * @description The current step of the job. If a job is interrupted and starts again, `phase` goes back to `validating`, while `status` and `progress` stay the same until the job has come as far again. For a failed or cancelled job, the step in which it ended.
         * @enum {string}
         */
        readonly JobPhase: "queued" | "validating" | "loading" | "merging" | "done";
        readonly JobAccepted: {
            readonly job_id: components["schemas"]["JobId"];
            readonly status: components["schemas"]["JobStatus"];
        };
        readonly JobList: {
            readonly items: readonly components["schemas"]["ListedJob"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A job as lists show it. `getJob` returns it with its errors and what it replaces. */
        readonly ListedJob: {
            readonly job_id: components["schemas"]["JobId"];
            /**
             * @description What the job does: load a file, delete a period, or revert a revision.
             * @example upload
             * @example deletion
             * @example reversal
             */
            readonly kind?: string;
            /**
             * Format: int64
             * @description For a reversal, the revision that it reverts.
             */
            readonly reverts_revision?: number | null;
            readonly status: components["schemas"]["JobStatus"];
            /**
             * Format: int32
             * @description The percentage of the work that is done, measured in bytes and rows. Never decreases: if a job is interrupted and starts again, it stays the same until the job has come as far again. 100 when the job has ended, successfully or not.
             */
            readonly progress?: number;
            readonly phase?: components["schemas"]["JobPhase"];
            readonly rows?: components["schemas"]["JobRows"];
            /**
             * Format: int64
             * @description The total number of errors, including those that are not listed. If the file was not read to its end, the number of errors up to that point.
             */
            readonly error_count?: number;
            /** @description The problem that caused the job to fail. Null if the job has not failed. */
            readonly problem?: components["schemas"]["Problem"] | null;
            readonly dealer_id?: components["schemas"]["DealerId"];
            readonly period?: components["schemas"]["Period"];
            readonly period_type?: components["schemas"]["PeriodType"];
            /** @description As in the upload. */
            readonly dry_run?: boolean;
            /**
             * Format: int64
             * @description The revision of the dealer that the job created. Null until the job has succeeded, and for a dry run. `confirm` takes revisions of a dealer, such as this one, and never `meta.revision` of a read.
             */
            readonly revision?: number | null;
            /**
             * Format: date-time
             * @description When the upload was accepted.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description When the job ended. From then on, the indices include the loaded data.
             */
            readonly finished_at?: string | null;
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
             * @description For a reversal, the revision that it reverts.
             */
            readonly reverts_revision: number | null;
            readonly status: components["schemas"]["JobStatus"];
            /**
             * Format: int32
             * @description The percentage of the work that is done, measured in bytes and rows. Never decreases: if a job is interrupted and starts again, it stays the same until the job has come as far again. 100 when the job has ended, successfully or not.
             */
            readonly progress: number;
            readonly phase: components["schemas"]["JobPhase"];
            readonly rows: components["schemas"]["JobRows"];
            readonly bytes: components["schemas"]["JobBytes"];
            /** @description The first 1,000 errors, in file order. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /**
             * Format: int64
             * @description The total number of errors, including those that are not listed. If the file was not read to its end, the number of errors up to that point.
             */
            readonly error_count: number;
            /** @description The URL to download all errors from. Relative to the host, like `Location`; resolve it against the URL of the request. Null if there are no errors or the job has not ended. */
            readonly errors_csv: string | null;
            /** @description The URL to download the rejected rows from, as CSV or as a workbook, relative to the host like `errors_csv`. Null if there are none, the job has not ended, the caller may not read them, or the upload was more than 7 days ago. */
            readonly rejected_csv?: string | null;
            /** @description The problem that caused the job to fail. Null if the job has not failed. */
            readonly problem: components["schemas"]["Problem"] | null;
            readonly dealer_id: components["schemas"]["DealerId"];
            readonly period: components["schemas"]["Period"];
            readonly period_type: components["schemas"]["PeriodType"];
            readonly on_error: components["schemas"]["OnError"];
            /** @description As in the upload. */
            readonly dry_run: boolean;
            /** @description How the file was read. Null until it has been read, for deletions and reversals, and for callers who cannot read all brands and regions of the dealer, except for their own uploads. */
            readonly read_as?: components["schemas"]["ReadAs"] | null;
            /** @description How many vehicles the accepted rows have. Null for files of the other form, until the file has been read, and for callers who cannot read all brands and regions of the dealer, except for their own uploads. */
            readonly vehicles?: components["schemas"]["VehicleCounts"] | null;
            /** @description The dates that the file replaces. Null until the file has been checked. */
            readonly slice: components["schemas"]["Slice"] | null;
            /** @description What the job removes and adds. Null until the whole file has been read and accepted, and for callers who cannot read all brands and regions of the dealer. */
            readonly replacement: components["schemas"]["Replacement"] | null;
            /** @description The URL of the index values that a dry run would change, relative to the host like `errors_csv`. Null for other jobs, until the dry run has succeeded, for callers who cannot read the indices of the dealer, and once its sums are no longer kept. */
            readonly index_changes?: string | null;
            /**
             * Format: int64
             * @description The revision of the dealer that the job created. Null until the job has succeeded, and for a dry run. `confirm` takes revisions of a dealer, such as this one, and never `meta.revision` of a read.
             */
            readonly revision: number | null;
            /**
             * Format: date-time
             * @description When the upload was accepted.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the job ended. From then on, the indices include the loaded data.
             */
            readonly finished_at: string | null;
        };
        readonly ReadAs: {
            /**
             * @description The format of the file.
             * @example csv
             * @example ndjson
             * @example xlsx
             */
            readonly format: string;
            /**
             * @description What a row was read as. Absent in jobs of earlier releases.
             * @example sales
             * @example vehicles
             */
            readonly form?: string;
            /** @description Whether it was compressed. */
            readonly gzip: boolean;
            /**
             * @description The encoding of its text. Null for a workbook.
             * @example utf-8
             * @example utf-16
             * @example windows-1252
             */
            readonly encoding: string | null;
            /** @description What separates the fields of a CSV file. */
            readonly delimiter: string | null;
            /** @description The sheet of a workbook that was read. */
            readonly sheet: string | null;
            /** @description The columns of the file, with what their headings stand for. */
            readonly columns: readonly components["schemas"]["ReadColumn"][];
            /**
             * Format: int64
             * @description The line of the file, or the row of the sheet, that has the headings. Null for NDJSON. Absent in jobs of earlier releases.
             */
            readonly header_row?: number | null;
            /**
             * Format: int64
             * @description How many rows of the sheet are hidden, by a filter or by hand, and were read all the same. Only for a workbook. Absent in jobs of earlier releases.
             */
            readonly hidden_rows?: number;
            /** @description The headings of hidden columns, which were read all the same. Only for a workbook. Absent in jobs of earlier releases. */
            readonly hidden_columns?: readonly string[];
            /** @description The first headings that were ignored, with `unknown_columns=ignore`. Absent in jobs of earlier releases. */
            readonly ignored?: readonly string[];
        };
        readonly VehicleCounts: {
            /**
             * Format: int64
             * @description Sold vehicles, which are the units of the upload.
             */
            readonly sold: number;
            /**
             * Format: int64
             * @description Vehicles in stock, which are not stored.
             */
            readonly in_stock: number;
        };
        readonly ReadColumn: {
            /** @description The heading in the file. */
            readonly heading: string;
            /** @description The column that it stands for. */
            readonly column: string;
        };
        /** @description Row counts, without the header line. They never decrease while the job runs, even if another worker restarts it. */
        readonly JobRows: {
            /**
             * Format: int64
             * @description Rows read so far.
             */
            readonly read: number;
            /**
             * Format: int64
             * @description Rows without errors. They are stored when the job succeeds, unless it is a dry run. A failed job stores none of them.
             */
            readonly accepted: number;
            /**
             * Format: int64
             * @description Rows with at least one error.
             */
            readonly rejected: number;
        };
        /** @description Bytes of the uploaded file; for a compressed file, compressed bytes. They never decrease while the job runs. */
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
             * @description The line number in the file or the row number in the sheet, starting at 1. Null for an error that concerns the whole file.
             */
            readonly row: number | null;
            /** @description The name of the column in the file. Null for an error that concerns the whole row. */
            readonly column: string | null;
            /** @description The value that was read, truncated to 200 characters. Null for a VIN, and for callers who cannot read all brands and regions of the dealer, except in their own uploads. */
            readonly value: string | null;
            /**
             * @description The violated rule. Stable, so programs can rely on it.
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
             * @example total
             * @example wide_table
             * @example merged_cells
             * @example spellings
             * @example quoting
             * @example column_count
             * @example missing_column
             * @example unknown_column
             * @example repeated_column
             * @example ambiguous_column
             * @example misplaced_column
             * @example missing_header
             * @example missing_rows
             * @example row_limit
             * @example line_length
             * @example line_ends
             * @example content
             * @example workbook
             * @example sheet
             * @example shared_strings
             * @example cell_error
             * @example cell_type
             * @example cell_formula
             * @example compression
             * @example compression_ratio
             * @example unpacked_size
             */
            readonly rule: string;
            /** @description The rule in words. */
            readonly message: string;
            /**
             * Format: int64
             * @description For a repeated key, the other row.
             */
            readonly related_row: number | null;
            /** @description Only for a workbook: the sheet and cell, in the notation of formulas, such as `Sales!D7` or `'May 2026'!D7`. Null for an error that concerns the whole row. */
            readonly cell?: string | null;
        };
        /** @description The stored data of the slice before and after the job. For a dry run or a rejected file, what it would be. */
        readonly Replacement: {
            readonly before: components["schemas"]["SliceContent"];
            readonly after: components["schemas"]["SliceContent"];
            /** @description The first days of the periods that have sales before and none after, the earliest 100. If the file has a different period type, the coarser of the two types applies. */
            readonly removed_periods: readonly string[];
            /**
             * Format: int64
             * @description The total number of such periods.
             */
            readonly removed_period_count: number;
            /** @description Brands that have sales in the slice before and none after, the first 100 by id. */
            readonly removed_brand_ids: readonly components["schemas"]["BrandId"][];
            /**
             * Format: int64
             * @description The total number of such brands.
             */
            readonly removed_brand_count: number;
            /** @description Brands that the dealer has no sales of yet, in any period, the first 100 by id: a misspelled brand is one of them. The first upload of a dealer lists all of its brands. Absent in jobs of earlier releases. */
            readonly new_brand_ids?: readonly components["schemas"]["BrandId"][];
            /**
             * Format: int64
             * @description The total number of such brands. Absent in jobs of earlier releases.
             */
            readonly new_brand_count?: number;
            /** @description The share of the units or of the periods with sales that is removed, whichever is larger. At most 4 decimals. */
            readonly lost_share: number;
            /** @description Whether the upload needs `confirm`: true if `lost_share` is above 0.2, or if rows were skipped and a brand would have no rows left in a period. */
            readonly needs_confirm: boolean;
        };
        readonly SliceContent: {
            /**
             * Format: int64
             * @description The number of rows.
             */
            readonly rows: number;
            /**
             * Format: int64
             * @description Units sold, less returns.
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
             * @description The revision that was current before. Null if there was none.
             */
            readonly replaces_revision: number | null;
            /**
             * Format: int64
             * @description The number to send as `confirm`. Present only if the job stored nothing and the same file or deletion needs confirmation, for callers with any role.
             */
            readonly confirm?: number;
        };
        /** @description The part of the selected data that the response covers. `dealers` is exact; the other lists summarise it and never include more than is granted. */
        readonly Scope: {
            /** @description The dealers that the caller can read. */
            readonly dealer_ids: readonly components["schemas"]["DealerId"][];
            /** @description The brands that the caller can read at every one of these dealers. Null means all; an empty list means that no brand is granted at every dealer. */
            readonly brand_ids: readonly components["schemas"]["BrandId"][] | null;
            /** @description The regions that the caller can read at every one of these dealers. Null means all; an empty list means that no region is granted at every dealer. */
            readonly region_ids: readonly components["schemas"]["RegionId"][] | null;
            /** @description What the caller can read of each dealer, in the order of `dealer_ids`. */
            readonly dealers: readonly components["schemas"]["DealerScope"][];
        };
        readonly DealerScope: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /** @description The brands that the caller can read of this dealer. Null means all, an empty list none. */
            readonly brand_ids: readonly components["schemas"]["BrandId"][] | null;
            /** @description The regions that the caller can read of this dealer. Null means all, an empty list none. */
            readonly region_ids: readonly components["schemas"]["RegionId"][] | null;
        };
        /**
         * @description Why a value is null. `closed`: the period has no selling day so far. `no_base`: dealers that reported both years sold nothing a year before. `short_history`: there are fewer than 6 earlier periods. `no_spread`: all earlier periods are equal. `not_reported`: some rows do not report the value. `no_sales`: nothing was sold in the window. `first_period`: there is no earlier period. `no_supply`: there was nothing to sell. `incomplete`: the period, its base or the previous period is incomplete. `mixed_currencies`: the rows use several currencies.
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
        /** @description The reason for each null value of the item. Empty if no value is null. */
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
            /** @description The brand of the item. Only with `group_by=brand`. */
            readonly brand_id?: components["schemas"]["BrandId"];
            /** @description The region of the item. Only with `group_by=region`. */
            readonly region_id?: components["schemas"]["RegionId"];
            /** @description The model family of the item. Only with `group_by=model_family`. */
            readonly model_family_id?: components["schemas"]["ModelFamilyId"];
            /** @description The dealer of the item. Only with `group_by=dealer`. */
            readonly dealer_id?: components["schemas"]["DealerId"];
            /**
             * Format: date
             * @description The first day of the period.
             */
            readonly date: string;
            readonly period_type: components["schemas"]["PeriodType"];
            /** @description Whether the period has ended and the uploads of all its dealers cover it to the end. If false, the values cover the days up to the upload. */
            readonly complete: boolean;
            /**
             * Format: int64
             * @description Units sold in the period, less returns. 0 without a row in a period that the uploads report, for a year after the last row.
             */
            readonly units: number;
            /** @description The number of selling days behind `dsr`. Across dealers and regions, the mean weighted by units. At most 4 decimals. */
            readonly selling_days: number;
            /** @description Daily selling rate: units per selling day. At most 4 decimals. */
            readonly dsr: number | null;
            /** @description Change of dsr from the same period a year before, as a ratio: 0.125 means 12.5 % more. Based on dealers that reported both periods. At most 4 decimals. */
            readonly demand_growth: number | null;
            /** @description The share of the units, whatever their sign, that demand_growth is based on, because it includes only dealers that reported both periods. Null if demand_growth is null. At most 4 decimals. */
            readonly coverage: number | null;
            /** @description How much the seasonally adjusted dsr deviates from earlier periods, in standard deviations. At most 4 decimals. */
            readonly z_t: number | null;
            /**
             * Format: int64
             * @description Units in stock at the end of the period. Null if any row does not report them.
             */
            readonly inventory: number | null;
            /** @description The number of selling days that the stock lasts at the recent selling rate. At most 4 decimals. */
            readonly days_supply: number | null;
            /** @description Units sold per unit available for sale. At most 4 decimals. */
            readonly demand_supply_ratio: number | null;
            /**
             * Format: int64
             * @description Orders taken in the period. Null if any row does not report them.
             */
            readonly orders: number | null;
            /** @description Revenue of the period in `currency`. Null if any row does not report it, or if the rows use several currencies, which are never summed. At most 2 decimals. */
            readonly revenue: number | null;
            /** @description The ISO 4217 code of the currency of `revenue`. Null if `revenue` is null. */
            readonly currency: string | null;
            readonly null_reasons: components["schemas"]["NullReasons"];
        };
        readonly IndexMeta: {
            readonly scope: components["schemas"]["Scope"];
            readonly period_type: components["schemas"]["PeriodType"];
            /** @description The finest period type that is available for all selected data. Null if there is no data. */
            readonly finest_period_type: components["schemas"]["PeriodType"] | null;
            /**
             * Format: int64
             * @description Increases with each change of the data in the scope. 0 if there is no data. Counts changes of all dealers in the scope, of calendars and of aliases, so it differs from the `revision` of a job; never send it as `confirm`.
             */
            readonly revision: number;
            /**
             * Format: date-time
             * @description When the newest upload in the response finished. Null if there is no data.
             */
            readonly data_as_of: string | null;
            /** @description The calendars that define the selling days of the requested dates, sorted by id. */
            readonly calendars: readonly components["schemas"]["CalendarVersion"][];
            /** @description The vehicle conditions that the values of the requested dates include. */
            readonly conditions: readonly string[];
            /** @description The sales channels that the values of the requested dates include. */
            readonly channels: readonly string[];
            /**
             * Format: date
             * @description The version of the definitions (`GET /definitions`) behind the values.
             */
            readonly definitions_version: string;
            /**
             * @description Why there are no items. `no_data`: nothing that you can read is uploaded. `no_match`: no row matches the filters; an id may be misspelled (`GET /catalog/brands` lists the known ones). `finer_than_stored`: the data is stored by longer periods. `outside_dates`: no period starts within `date_from` and `date_to`. Absent if there are items.
             * @example no_data
             * @example no_match
             * @example finer_than_stored
             * @example outside_dates
             */
            readonly empty_reason?: string;
        };
        readonly IndexList: {
            readonly items: readonly components["schemas"]["IndexItem"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
            readonly meta: components["schemas"]["IndexMeta"];
        };
        /** @description An index item that would be different. */
        readonly JobChange: {
            /** @description The brand of the item. Only with `group_by=brand`. */
            readonly brand_id?: components["schemas"]["BrandId"];
            /** @description The region of the item. Only with `group_by=region`. */
            readonly region_id?: components["schemas"]["RegionId"];
            /** @description The dealer of the item. Only with `group_by=dealer`. */
            readonly dealer_id?: components["schemas"]["DealerId"];
            /**
             * Format: date
             * @description The first day of the period.
             */
            readonly date: string;
            /** @description The item as `listIndices` returns it now. Null if there is none. */
            readonly before: components["schemas"]["IndexItem"] | null;
            /** @description The item as `listIndices` would return it after the change. Null if there would be none. */
            readonly after: components["schemas"]["IndexItem"] | null;
        };
        readonly JobChangesMeta: {
            readonly scope: components["schemas"]["Scope"];
            readonly period_type: components["schemas"]["PeriodType"];
            /**
             * Format: int64
             * @description The `meta.revision` of the index values in `before`.
             */
            readonly revision: number;
        };
        readonly JobChangeList: {
            readonly items: readonly components["schemas"]["JobChange"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
            readonly meta: components["schemas"]["JobChangesMeta"];
        };
        readonly IndexChange: {
            /**
             * Format: int64
             * @description The `meta.revision` of the scope after this change.
             */
            readonly revision: number;
            /**
             * @description What happened. A calendar or an alias restates all values that it concerns.
             * @example upload
             * @example deletion
             * @example reversal
             * @example calendar
             * @example alias
             */
            readonly kind: string;
            /** @description The dealer of the change. A calendar that several dealers use is listed for each of them. Null for a calendar that was published before release 0.15 and counts for all dealers. */
            readonly dealer_id: BrandedId<'DealerId'> | null;
            /** @description The length of the stored periods. Null if all dates are concerned. */
            readonly period_type: components["schemas"]["PeriodType"] | null;
            /**
             * Format: date
             * @description The first day that was replaced. Null if all dates are concerned.
             */
            readonly date_from: string | null;
            /**
             * Format: date
             * @description The last day that was replaced. Null if all dates are concerned.
             */
            readonly date_to: string | null;
            /** @description The brands whose items may differ, sorted: those with rows on the dates of the change, before or after it, and those with rows near these dates, whose longer periods become complete or incomplete with it. Null if all are concerned. */
            readonly brand_ids: readonly components["schemas"]["BrandId"][] | null;
            /** @description The regions whose items may differ, sorted: those with rows on the dates of the change, before or after it, and those with rows near these dates, whose longer periods become complete or incomplete with it. Null if all are concerned. */
            readonly region_ids: readonly components["schemas"]["RegionId"][] | null;
            /**
             * Format: date-time
             * @description When the change became visible.
             */
            readonly changed_at: string;
        };
        readonly IndexChangesMeta: {
            readonly scope: components["schemas"]["Scope"];
            /**
             * Format: int64
             * @description The current revision: the `since` of the next request, once all pages are read.
             */
            readonly revision: number;
        };
        readonly IndexChangeList: {
            readonly items: readonly components["schemas"]["IndexChange"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
            readonly meta: components["schemas"]["IndexChangesMeta"];
        };
        readonly Definition: {
            /** @description The field of an index item. */
            readonly name: string;
            /** @description The name in words. */
            readonly title: string;
            /** @description The unit of the value. */
            readonly unit: string;
            /**
             * Format: int32
             * @description The maximum number of decimals of the value.
             */
            readonly decimals: number;
            /** @description How the value is computed. */
            readonly formula: string;
            /** @description The periods that the value is computed from. */
            readonly window: string;
            /** @description The possible reasons for a null value. */
            readonly null_reasons: readonly components["schemas"]["NullReason"][];
        };
        readonly DefinitionList: {
            /**
             * Format: date
             * @description The date of the latest change to any definition.
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
            /** @description The number of selling days that the period will have. Across dealers and regions, the mean weighted by units. At most 4 decimals. */
            readonly selling_days: number;
            /** @description Units expected to be sold in the period, less returns. At most 4 decimals. */
            readonly value: number;
            /** @description The lower bound of the 95 % interval. Null if the history is too short. At most 4 decimals. */
            readonly confidence_low: number | null;
            /** @description The upper bound of the 95 % interval. Null if the history is too short. At most 4 decimals. */
            readonly confidence_high: number | null;
            /** @description The lower bound of the 80 % interval. Null if the history is too short. At most 4 decimals. */
            readonly confidence_low_80: number | null;
            /** @description The upper bound of the 80 % interval. Null if the history is too short. At most 4 decimals. */
            readonly confidence_high_80: number | null;
        };
        /** @description A period before the forecast, with the values that `GET /indices` returns for it. */
        readonly ForecastHistoryItem: {
            /**
             * Format: date
             * @description The first day of the period.
             */
            readonly date: string;
            readonly period_type: components["schemas"]["PeriodType"];
            /** @description As in `GET /indices`. */
            readonly complete: boolean;
            /**
             * Format: int64
             * @description Units sold in the period, less returns. 0 without a row in a period that the uploads report, for a year after the last row.
             */
            readonly units: number;
            /** @description As in `GET /indices`. At most 4 decimals. */
            readonly selling_days: number;
        };
        /** @description How well the same procedure would have forecast your own past, from earlier points in time and without the data after them. */
        readonly ForecastBacktest: {
            /**
             * Format: int32
             * @description The number of earlier points in time that were forecast from.
             */
            readonly origins: number;
            /**
             * Format: int32
             * @description The number of periods forecast from each of them.
             */
            readonly steps: number;
            /** @description The symmetric mean absolute percentage error. At most 4 decimals. */
            readonly smape: number;
            /** @description The mean absolute error divided by that of repeating the values of the last season. Values below 1 are better. Null if the repeated values are exact. At most 4 decimals. */
            readonly relative_error: number | null;
            /** @description The share of actual values inside the 95 % interval. Null if the history was too short for an interval. At most 4 decimals. */
            readonly coverage: number | null;
            /** @description The share of actual values inside the 80 % interval. Null if the history was too short for an interval. At most 4 decimals. */
            readonly coverage_80: number | null;
        };
        /**
         * @description Why there is no forecast, no interval or no backtest. `no_data`: nothing that you can read is uploaded, or no period has ended and is uploaded to its end. `no_match`: no row matches the filters; an id may be misspelled. `short_history`: there are too few periods: 3 are needed for a value, 6 for an interval, 10 for a backtest. `too_many_gaps`: more than 40 % of the periods are not uploaded. `finer_than_stored`: some data is stored by a longer period type, which is never split.
         * @example no_data
         * @example no_match
         * @example short_history
         * @example too_many_gaps
         * @example finer_than_stored
         */
        readonly ForecastNullReason: string;
        /** @description The reason for each missing part. Empty if nothing is missing. */
        readonly ForecastNullReasons: {
            readonly method?: components["schemas"]["ForecastNullReason"];
            readonly confidence?: components["schemas"]["ForecastNullReason"];
            readonly backtest?: components["schemas"]["ForecastNullReason"];
        };
        readonly ForecastMeta: {
            readonly scope: components["schemas"]["Scope"];
            /** @description The period type of the items. Null if none was requested and there is no data. */
            readonly period_type: components["schemas"]["PeriodType"] | null;
            /** @description As in `GET /indices`. */
            readonly finest_period_type: components["schemas"]["PeriodType"] | null;
            /**
             * Format: int32
             * @description The requested horizon.
             */
            readonly horizon_days: number;
            /**
             * Format: int32
             * @description The number of forecast periods.
             */
            readonly steps: number;
            /**
             * @description The method that was used. `combination`: the trimmed mean of up to seven methods, with a trend that fades, and nearer to the last season where repeating that has been better. `simple_smoothing`: fewer than 8 periods. `tsb`: sales with many zeros, as a rate. `constant`: all uploaded values are equal. Null if there is no forecast.
             * @example combination
             * @example simple_smoothing
             * @example tsb
             * @example constant
             */
            readonly method: string | null;
            /** @description The confidence level of `confidence_low` and `confidence_high`. At most 4 decimals. */
            readonly level: number;
            /**
             * Format: date
             * @description The first day of the oldest period that was used. Null if there is no forecast.
             */
            readonly trained_from: string | null;
            /**
             * Format: date
             * @description The first day of the newest period that was used. Null if there is no forecast.
             */
            readonly trained_until: string | null;
            /**
             * Format: int32
             * @description The number of periods between them that are not uploaded to their end and were interpolated.
             */
            readonly gaps: number;
            /** @description How well the same procedure would have forecast the past. Null if the history is too short. */
            readonly backtest: components["schemas"]["ForecastBacktest"] | null;
            readonly null_reasons: components["schemas"]["ForecastNullReasons"];
            /**
             * Format: int64
             * @description As in `GET /indices`.
             */
            readonly revision: number;
            /**
             * Format: date-time
             * @description As in `GET /indices`.
             */
            readonly data_as_of: string | null;
            /** @description The calendars that define the selling days, sorted by id. */
            readonly calendars: readonly components["schemas"]["CalendarVersion"][];
            /** @description The vehicle conditions that the values include. */
            readonly conditions: readonly string[];
            /** @description The sales channels that the values include. */
            readonly channels: readonly string[];
            /**
             * Format: date
             * @description As in `GET /indices`.
             */
            readonly definitions_version: string;
        };
        readonly ForecastList: {
            readonly items: readonly components["schemas"]["ForecastItem"][];
            /** @description With `include=history`: the last three years of periods before the forecast, the oldest first; of days, the last year. Periods without a matching row are omitted. */
            readonly history?: readonly components["schemas"]["ForecastHistoryItem"][];
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
            /** @description The value, as `GET /indices` returns it. At most 4 decimals. */
            readonly value: number | null;
            /** @description The value of the previous period. Also null if there is no previous period. At most 4 decimals. */
            readonly previous: number | null;
            /** @description Why `value` is null. Null if `value` is not null. */
            readonly null_reason: components["schemas"]["NullReason"] | null;
        };
        readonly Alert: {
            /**
             * @description The kind of alert.
             *
             *     - `demand_unusual`: the units of a brand are so far from `expected_units` that chance explains them in fewer than 1 in 10,000 months. Of the months of
             *       brands in the public registrations of Norway, 1 in 300 has such an alert; nearly all of them have a reason, such as a new model. An alert does not state the reason.
             *     - `subscription_past_due`: a payment is late.
             * @example demand_unusual
             * @example subscription_past_due
             */
            readonly kind: string;
            /**
             * @description Unusual demand is a warning, and critical if chance explains it in fewer than 1 in 1,000,000 months. No values will be added.
             * @enum {string}
             */
            readonly severity: "warning" | "critical";
            /** @description The alert in words. */
            readonly message: string;
            /**
             * Format: date
             * @description The first day of the period of the alert.
             */
            readonly date: string | null;
            /** @description The brand of the alert. Null if it concerns the whole scope. */
            readonly brand_id: components["schemas"]["BrandId"] | null;
            /** @description Of unusual demand: `z_t` of the brand in the month of `date`. Null if `z_t` is null because the months before it do not differ. At most 4 decimals. */
            readonly value: number | null;
            /** @description The standard score, 2 or -2, that `value` reaches or exceeds. Null if `value` is null. At most 4 decimals. */
            readonly threshold: number | null;
            /** @description Of unusual demand: the number of months that the alert covers, from `date` on. More than one if the brand sold nothing in them. */
            readonly months?: number;
            /**
             * Format: int64
             * @description Of unusual demand: the units sold in these months, less returns.
             */
            readonly units?: number;
            /** @description Of unusual demand: the units that the 12 months before `date` let expect, with the season and the selling days. At most 4 decimals. */
            readonly expected_units?: number;
            /** @description Of unusual demand: 1 in so many months, or spans of months, is as far from the expected units if nothing but chance and small changes of the level is at work. The value 1,000,000 stands for all larger ones. */
            readonly one_in?: number;
        };
        readonly DashboardMeta: {
            readonly scope: components["schemas"]["Scope"];
            /**
             * Format: int64
             * @description As in `GET /indices`.
             */
            readonly revision: number;
            /** @description The calendars that define the selling days of the values, also of the previous ones, sorted by id. */
            readonly calendars: readonly components["schemas"]["CalendarVersion"][];
            /** @description The vehicle conditions that the values, also the previous ones, include. */
            readonly conditions: readonly string[];
            /** @description The sales channels that the values, also the previous ones, include. */
            readonly channels: readonly string[];
        };
        readonly DashboardSummary: {
            /** @description The key figures. Empty if there is no data. */
            readonly kpi: readonly components["schemas"]["Kpi"][];
            /** @description The alerts, most severe first. */
            readonly alerts: readonly components["schemas"]["Alert"][];
            /**
             * Format: date-time
             * @description When the newest upload in the response finished. Null if there is no data.
             */
            readonly updated_at: string | null;
            readonly meta: components["schemas"]["DashboardMeta"];
        };
        /**
         * @description The status of a subscription. No values will be added.
         *
         *     - `trialing`: a trial, with the limits of its plan.
         *     - `active`: paid; everything works.
         *     - `past_due`: a payment is late; everything still works.
         *     - `expired`: you cannot upload or forecast, but you can read your data for 30 more days.
         *     - `cancelled`: as `expired`, from the day on which it was cancelled.
         * @enum {string}
         */
        readonly SubscriptionStatus: "trialing" | "active" | "past_due" | "expired" | "cancelled";
        readonly SubscriptionLimit: {
            /**
             * @description What the limit applies to. `uploads_per_month`: uploads other than dry runs, whether they succeed or not. `rows_stored`: current rows, without earlier revisions. `horizon_days`: days of a forecast.
             * @example uploads_per_month
             * @example rows_stored
             * @example horizon_days
             */
            readonly name: string;
            /** @description The unit of `limit` and `used`. */
            readonly unit: string;
            /**
             * Format: int64
             * @description The amount that the plan includes. Null means unlimited.
             */
            readonly limit: number | null;
            /**
             * Format: int64
             * @description The amount that is used. Null for a limit that applies to each request separately.
             */
            readonly used: number | null;
            /**
             * Format: date-time
             * @description When `used` resets to 0. Null if it does not reset.
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
            /** @description The limits of the plan, with their usage. */
            readonly limits: readonly components["schemas"]["SubscriptionLimit"][];
            /**
             * Format: date-time
             * @description When the subscription ends unless it is renewed. Null means never.
             */
            readonly expires_at: string | null;
        };
        readonly Brand: {
            readonly brand_id: components["schemas"]["BrandId"];
            /** @description The name as the first file spelled it. */
            readonly name: string;
            /** @description Other spellings in uploaded files, at most 100 per dealer, and ids that are aliases of it. */
            readonly aliases: readonly string[];
        };
        readonly BrandList: {
            readonly items: readonly components["schemas"]["Brand"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Region: {
            readonly region_id: components["schemas"]["RegionId"];
            /** @description The name as the first file spelled it. */
            readonly name: string;
            /** @description Other spellings in uploaded files, at most 100 per dealer, and ids that are aliases of it. */
            readonly aliases: readonly string[];
        };
        readonly RegionList: {
            readonly items: readonly components["schemas"]["Region"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly ModelFamily: {
            readonly model_family_id: components["schemas"]["ModelFamilyId"];
            readonly brand_id: components["schemas"]["BrandId"];
            /** @description The name as the first file spelled it. */
            readonly name: string;
            /** @description Other spellings in uploaded files, at most 100 per dealer, and ids that are aliases of it. */
            readonly aliases: readonly string[];
        };
        readonly ModelFamilyList: {
            readonly items: readonly components["schemas"]["ModelFamily"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly CallerScope: {
            readonly scope: components["schemas"]["Scope"];
            /** @description The dealers that the caller can upload for. */
            readonly upload_dealer_ids: readonly components["schemas"]["DealerId"][];
            /** @description Why the caller can or cannot call the operation that `explain` names. Absent without it. */
            readonly explanation?: components["schemas"]["Explanation"];
        };
        readonly Explanation: {
            /** @description The operation, as in `explain`. */
            readonly operation: string;
            /** @description Whether the caller can call the operation. For an operation about dealers, whether the caller can call it for at least one dealer. */
            readonly allowed: boolean;
            /** @description The dealers for which the caller can call it. Empty if it is not about dealers. */
            readonly dealer_ids: readonly components["schemas"]["DealerId"][];
            /** @description The policy that refuses it, as in `GET /policies`. Null if it is allowed, or if the caller has no grant. */
            readonly policy: string | null;
            /** @description The attribute of the grant or the request that the policy does not find. */
            readonly attribute: string | null;
            /** @description The reason in words. */
            readonly meaning: string;
        };
        readonly Policy: {
            /** @description The id of the policy, as in the `policy` of an `out-of-scope` problem. */
            readonly policy: string;
            /** @description The policy in words. */
            readonly meaning: string;
            /** @description The policy in the Cedar language. */
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
         * Format: uuid
         * @description One event for one webhook.
         * @example 01934a12-0b6c-7a20-8c8e-1b1a7c9d0e52
         */
        readonly DeliveryId: BrandedId<'DeliveryId'>;
        /**
         * @description An event that can be sent to a webhook. Its `data` is the payload of the message with this name (asyncapi.yaml).
         * @enum {string}
         */
        readonly WebhookEvent: "ingest.job.finished" | "indices.revised" | "forecast.published" | "subscription.changed" | "session.revoked" | "auth.refresh_token.reused" | "webhook.disabled";
        /**
         * Format: uri
         * @description The URL that receives the events by POST. It must use HTTPS, without credentials, and its host must have public addresses only. The port must be 443 or 8443. Installations may allow other ports, and those for development other addresses. Redirects are not followed.
         */
        readonly WebhookUrl: string;
        /** @description The events to send. */
        readonly WebhookEvents: readonly components["schemas"]["WebhookEvent"][];
        /** @description The signing secret that you choose: `whsec_` followed by 24 to 64 bytes in base64. It is encrypted at rest and never returned. */
        readonly WebhookSecret: string;
        readonly WebhookRequest: {
            readonly url: components["schemas"]["WebhookUrl"];
            readonly events: components["schemas"]["WebhookEvents"];
            /**
             * @description A note for yourself.
             * @default
             */
            readonly description?: string;
            /**
             * @description Whether events are sent.
             * @default true
             */
            readonly enabled?: boolean;
            readonly secret: components["schemas"]["WebhookSecret"];
        };
        readonly WebhookTerms: {
            readonly url: components["schemas"]["WebhookUrl"];
            readonly events: components["schemas"]["WebhookEvents"];
            /** @description A note for yourself. */
            readonly description: string;
            /** @description Whether events are sent. */
            readonly enabled: boolean;
        };
        readonly WebhookSecretRequest: {
            readonly secret: components["schemas"]["WebhookSecret"];
            /**
             * Format: int32
             * @description How long requests also carry a signature with the previous secret.
             * @default 86400
             */
            readonly keep_previous_s?: number;
        };
        readonly WebhookReplayRequest: {
            /**
             * Format: date-time
             * @description Events that occurred at this time or later.
             */
            readonly since: string;
            /**
             * @description Which deliveries are sent again: those that `failed`, or `all` that have ended, for a receiver that lost what it had received. `webhook-id` stays the same, so a receiver that ignores repeated ids has to forget them first.
             * @default failed
             */
            readonly status?: components["schemas"]["ReplayedStatus"];
        };
        /** @enum {string} */
        readonly ReplayedStatus: "failed" | "all";
        readonly WebhookReplay: {
            /**
             * Format: int64
             * @description How many deliveries are sent again.
             */
            readonly replayed: number;
            /**
             * Format: date-time
             * @description When the first event occurred that the rate limit `deliveries` left over: call again later with this `since`. Null if none was.
             */
            readonly next_since?: string | null;
        };
        readonly Webhook: {
            readonly webhook_id: components["schemas"]["WebhookId"];
            /**
             * Format: uri
             * @description The URL that receives the events.
             */
            readonly url: string;
            /** @description The events that are sent. */
            readonly events: readonly string[];
            /** @description Your note. */
            readonly description: string;
            /** @description Whether events are sent. */
            readonly enabled: boolean;
            /**
             * @description Why the webhook is disabled: `owner`: you disabled it; `failing`: an event failed for a whole day, and no other one succeeded in that time; `gone`: the receiver answered 410. Null if it is enabled.
             * @example owner
             * @example failing
             * @example gone
             */
            readonly disabled_reason: string | null;
            /**
             * Format: date-time
             * @description When the webhook was disabled.
             */
            readonly disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when requests also carry a signature with the previous secret.
             */
            readonly previous_secret_until: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created.
             */
            readonly created_at: string;
        };
        readonly WebhookList: {
            readonly items: readonly components["schemas"]["Webhook"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly InstallationWebhook: {
            readonly webhook_id: components["schemas"]["WebhookId"];
            /** @description The user or client that owns the webhook. */
            readonly principal: string;
            /**
             * Format: uri
             * @description The URL that receives the events.
             */
            readonly url: string;
            /** @description The events that are sent. */
            readonly events: readonly string[];
            /** @description Your note. */
            readonly description: string;
            /** @description Whether events are sent. */
            readonly enabled: boolean;
            /**
             * @description Why the webhook is disabled: `owner`: you disabled it; `failing`: an event failed for a whole day, and no other one succeeded in that time; `gone`: the receiver answered 410. Null if it is enabled.
             * @example owner
             * @example failing
             * @example gone
             */
            readonly disabled_reason: string | null;
            /**
             * Format: date-time
             * @description When the webhook was disabled.
             */
            readonly disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when requests also carry a signature with the previous secret.
             */
            readonly previous_secret_until: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created.
             */
            readonly created_at: string;
        };
        readonly InstallationWebhookList: {
            readonly items: readonly components["schemas"]["InstallationWebhook"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description The status of a delivery. A replay makes it `waiting` again.
         *
         *     - `waiting`: for its first or next attempt.
         *     - `delivered`: the receiver answered 2xx.
         *     - `failed`: all attempts failed, or the webhook is disabled.
         *     - `withheld`: your grants no longer include the dealer, or you have no grant at all.
         * @enum {string}
         */
        readonly WebhookDeliveryStatus: "waiting" | "delivered" | "failed" | "withheld";
        readonly WebhookDelivery: {
            readonly delivery_id: components["schemas"]["DeliveryId"];
            readonly webhook_id: components["schemas"]["WebhookId"];
            /**
             * Format: uuid
             * @description The id of the event, which is sent as `webhook-id`: the same in each attempt and replay. Use it to detect duplicates.
             */
            readonly message_id: string;
            /**
             * @description The type of the event.
             * @example ingest.job.finished
             * @example webhook.test
             */
            readonly event: string;
            readonly status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * @description Why the last attempt failed or none was made. Null if there is no reason to state.
             * @example status
             * @example redirect
             * @example timed_out
             * @example connection_failed
             * @example tls_failed
             * @example name_not_found
             * @example address_refused
             * @example answer_too_large
             * @example invalid_answer
             * @example webhook_disabled
             * @example not_granted
             */
            readonly reason: string | null;
            /**
             * Format: int32
             * @description The HTTP status of the answer to the last attempt. Null if there was none.
             */
            readonly last_response_status?: number | null;
            /**
             * Format: int32
             * @description The number of attempts so far.
             */
            readonly attempt_count: number;
            /**
             * Format: date-time
             * @description When the next attempt is due. While an earlier event of the same dealer is still being retried, this is when the earlier one is due. Null if there is none.
             */
            readonly next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the delivery succeeded, failed or was withheld.
             */
            readonly finished_at: string | null;
        };
        readonly WebhookDeliveryList: {
            readonly items: readonly components["schemas"]["WebhookDelivery"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly WebhookDeliveryDetails: components["schemas"]["WebhookDelivery"] & components["schemas"]["WebhookDeliveryLog"];
        readonly WebhookDeliveryLog: {
            /** @description The exact body that is signed and sent. Null if your present grants do not let you see the event. */
            readonly request_body: string | null;
            /** @description The last attempts, oldest first. */
            readonly attempts: readonly components["schemas"]["WebhookAttempt"][];
        };
        readonly WebhookAttempt: {
            /**
             * Format: date-time
             * @description When the attempt was made; in seconds, the `webhook-timestamp` of its request.
             */
            readonly attempted_at: string;
            /**
             * Format: int32
             * @description How long it took.
             */
            readonly duration_ms: number;
            /**
             * @description Why it failed. Null if it succeeded.
             * @example status
             */
            readonly reason: string | null;
            /** @description The answer of the receiver. Null if there was none. */
            readonly response: components["schemas"]["WebhookAnswer"] | null;
        };
        readonly WebhookAnswer: {
            /**
             * Format: int32
             * @description The HTTP status.
             */
            readonly status: number;
            /** @description The Content-Type header. */
            readonly content_type: string | null;
            /** @description The beginning of the body, at most 4,096 bytes, read as UTF-8. */
            readonly body: string;
            /** @description Whether the body was longer. */
            readonly truncated: boolean;
        };
        /**
         * @description The id of a selling calendar.
         * @example no
         * @example none
         * @example default
         * @example bergen-shops
         */
        readonly CalendarId: BrandedId<'CalendarId'>;
        /**
         * @description A country whose public holidays are known, by its ISO 3166 code. `GET /admin/calendars` lists a calendar for each of them.
         * @example NO
         */
        readonly HolidayCountry: string;
        /**
         * @description A part of a country whose public holidays are known, by its ISO 3166-2 code.
         * @example DE-BY
         */
        readonly HolidaySubdivision: string;
        readonly CalendarRequest: {
            readonly calendar_id: components["schemas"]["CalendarId"];
            /** @description The country whose public holidays are closed days. Null means none. */
            readonly country: components["schemas"]["HolidayCountry"] | null;
            /** @description The part of the country whose public holidays are closed days, in addition to those of the whole country. Null or omitted means the holidays of the whole country. */
            readonly subdivision?: components["schemas"]["HolidaySubdivision"] | null;
            /** @description The selling weekdays: 1 is Monday, 7 is Sunday. */
            readonly weekdays: readonly number[];
            /** @description Closed days in addition to the public holidays. */
            readonly closed_on: readonly string[];
        };
        readonly Calendar: {
            readonly calendar_id: components["schemas"]["CalendarId"];
            /**
             * Format: int32
             * @description Increases with each change.
             */
            readonly version: number;
            /** @description The country whose public holidays are closed days. Null means none. */
            readonly country: string | null;
            /** @description The part of the country whose public holidays are closed days. Null means the holidays of the whole country. */
            readonly subdivision?: string | null;
            /** @description The selling weekdays: 1 is Monday, 7 is Sunday. */
            readonly weekdays: readonly number[];
            /** @description Closed days in addition to the public holidays. */
            readonly closed_on: readonly string[];
            /**
             * Format: date-time
             * @description When this version took effect. Null for a built-in calendar.
             */
            readonly published_at: string | null;
        };
        readonly CalendarList: {
            readonly items: readonly components["schemas"]["Calendar"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly CalendarVersion: {
            readonly calendar_id: components["schemas"]["CalendarId"];
            /** @description The dealer whose own calendar it is, with the calendar_id `own`. Absent for all other calendars. */
            readonly dealer_id?: components["schemas"]["DealerId"];
            /**
             * Format: int32
             * @description The version that was used.
             */
            readonly version: number;
        };
        readonly DealerCalendarRequest: {
            /** @description The country whose public holidays are closed days. Null means none. */
            readonly country: components["schemas"]["HolidayCountry"] | null;
            /** @description The part of the country whose public holidays are closed days, in addition to those of the whole country. Null or omitted means the holidays of the whole country. */
            readonly subdivision?: components["schemas"]["HolidaySubdivision"] | null;
            /** @description The selling weekdays: 1 is Monday, 7 is Sunday. */
            readonly weekdays: readonly number[];
            /** @description Closed days in addition to the public holidays. */
            readonly closed_on: readonly string[];
        };
        readonly DealerCalendar: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /** @description Whether a user of the dealer has set it. */
            readonly own: boolean;
            /** @description The id of the calendar. The dealer's own one has the id `own`. */
            readonly calendar_id: components["schemas"]["CalendarId"];
            /**
             * Format: int32
             * @description Increases with each change.
             */
            readonly version: number;
            /** @description The country whose public holidays are closed days. Null means none. */
            readonly country: string | null;
            /** @description The part of the country whose public holidays are closed days. Null means the holidays of the whole country. */
            readonly subdivision: string | null;
            /** @description The selling weekdays: 1 is Monday, 7 is Sunday. */
            readonly weekdays: readonly number[];
            /** @description Closed days in addition to the public holidays. */
            readonly closed_on: readonly string[];
            /**
             * Format: date-time
             * @description When this version took effect. Null for a built-in calendar.
             */
            readonly published_at: string | null;
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
            /** @description The ISO 3166 code of the dealer's country. */
            readonly country?: string | null;
            /** @description The calendar that defines the dealer's selling days. Null means the calendar of the country, or `default` if the country has none. */
            readonly calendar_id?: components["schemas"]["CalendarId"] | null;
            /** @description Calendars for individual regions. If a region is listed more than once, the last entry applies. */
            readonly region_calendars?: readonly components["schemas"]["RegionCalendar"][];
        };
        readonly Dealer: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /** @description The name of the dealer. */
            readonly name: string;
            readonly region_id: components["schemas"]["RegionId"];
            /** @description The ISO 3166 code of the dealer's country. */
            readonly country: string | null;
            /** @description The calendar that defines the dealer's selling days. Null means the calendar of the country, or `default` if the country has none. */
            readonly calendar_id: components["schemas"]["CalendarId"] | null;
            /** @description Calendars for individual regions. */
            readonly region_calendars: readonly components["schemas"]["RegionCalendar"][];
            /**
             * Format: date-time
             * @description When the dealer was created.
             */
            readonly created_at: string;
        };
        readonly DealerList: {
            readonly items: readonly components["schemas"]["Dealer"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A user or a client, identified by the subject (`sub`) of its access tokens.
         * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
         */
        readonly Principal: string;
        /**
         * @description A role that a grant gives.
         * @enum {string}
         */
        readonly GrantRole: "reader" | "uploader";
        readonly GrantRequest: {
            readonly principal: components["schemas"]["Principal"];
            /** @description What the principal can do for the dealer. A `reader` can read indices, forecasts, the dashboard, the catalogue, the subscription and all upload jobs of the dealer. An `uploader` can upload files and read its own jobs, but nothing else. An upload replaces all brands and regions of a period, so a grant with `uploader` must have null for both `brand_ids` and `region_ids`. */
            readonly roles: readonly components["schemas"]["GrantRole"][];
            /** @description The brands that the principal can read. Null means all, an empty list none. */
            readonly brand_ids: readonly components["schemas"]["BrandId"][] | null;
            /** @description The regions that the principal can read. Null means all, an empty list none. */
            readonly region_ids: readonly components["schemas"]["RegionId"][] | null;
        };
        readonly Grant: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /** @description A user or a client, identified by the subject (`sub`) of its access tokens. */
            readonly principal: string;
            /** @description What the principal can do for the dealer, as described in GrantRequest. */
            readonly roles: readonly string[];
            /** @description The brands that the principal can read. Null means all, an empty list none. */
            readonly brand_ids: readonly components["schemas"]["BrandId"][] | null;
            /** @description The regions that the principal can read. Null means all, an empty list none. */
            readonly region_ids: readonly components["schemas"]["RegionId"][] | null;
            /**
             * Format: date-time
             * @description When the grant was created.
             */
            readonly created_at: string;
        };
        readonly GrantList: {
            readonly items: readonly components["schemas"]["Grant"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description The type of name that the alias applies to.
         * @enum {string}
         */
        readonly AliasKind: "brand" | "region" | "model_family";
        readonly AliasRequest: {
            readonly kind: components["schemas"]["AliasKind"];
            /** @description The id to use as an alias. It does not have to exist in the catalogue. */
            readonly alias: components["schemas"]["CatalogId"];
            /** @description The id that the alias refers to. */
            readonly stands_for: components["schemas"]["CatalogId"];
        };
        readonly Alias: {
            readonly dealer_id: components["schemas"]["DealerId"];
            /**
             * @description The type of name that the alias applies to.
             * @example brand
             * @example region
             * @example model_family
             */
            readonly kind: string;
            readonly alias: components["schemas"]["CatalogId"];
            readonly stands_for: components["schemas"]["CatalogId"];
            /**
             * Format: date-time
             * @description When the alias was created.
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
         * @description The id that the server assigns to the request. Include it when you report a problem.
         * @example 01JD9Q2V6E8W3K5T7Y9B1N3M5P
         */
        readonly RequestId: string;
        /**
         * @description The body of every response with status 400 or above (RFC 9457). `type` is stable, so programs can rely on it; `title` and `detail` are for people and may change. Some types have additional fields, which the registry lists.
         * @example {
         *       "type": "https://covenant.example/problems/not-found",
         *       "title": "Not found",
         *       "status": 404,
         *       "detail": "The job does not exist, or you do not have access to it.",
         *       "instance": "urn:request:01JD9Q2V6E8W3K5T7Y9B1N3M5P"
         *     }
         */
        readonly Problem: {
            /**
             * Format: uri
             * @description The URL of the problem in the registry: https://covenant.example/problems/<slug>.
             */
            readonly type: string;
            /** @description A short summary of the problem, the same for each occurrence. */
            readonly title: string;
            /** Format: int32 */
            readonly status: number;
            /** @description What went wrong this time and what you can do about it. */
            readonly detail: string;
            /** @description The request that failed, as `urn:request:<X-Request-Id>`. */
            readonly instance: string;
            /** @description Each invalid value, at most 1,000. */
            readonly errors?: readonly components["schemas"]["ProblemError"][];
        };
        /** @description One invalid value. `pointer` locates it in a body, `parameter` in the query, path or headers, and `row` and `column` in a file. */
        readonly ProblemError: {
            /** @description JSON Pointer (RFC 6901) into the request body. For a form, `/` followed by the field name. */
            readonly pointer?: string;
            /** @description The name of a query, path or header parameter. */
            readonly parameter?: string;
            /**
             * Format: int64
             * @description The line number in the file, starting at 1.
             */
            readonly row?: number;
            /** @description The name of the column in the header line. */
            readonly column?: string;
            /** @description The value that was read, truncated to 200 characters. */
            readonly value?: string;
            /**
             * @description The violated rule. Stable, so programs can rely on it.
             * @example required
             * @example type
             * @example format
             * @example maximum
             * @example additionalProperties
             */
            readonly rule: string;
            /** @description The rule in words. */
            readonly message: string;
        };
        /**
         * @description Send it as `cursor` to get the next page. Null on the last page.
         * @example eyJkIjoiMjAyNi0xMC0wMSJ9
         * @example null
         */
        readonly NextCursor: string | null;
    };
    responses: {
        /** @description The account or its password is incorrect. */
        readonly credentialsRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is neither JSON nor a form, is not UTF-8 or has an invalid field, or the client sent its credentials twice. */
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
        /** @description The client credentials are incorrect or missing. */
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
        /** @description A rate limit is exceeded. */
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
        /** @description An unexpected error occurred. */
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
        /** @description A dependency of the service is not responding. Try again after the number of seconds in Retry-After. */
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
        /** @description The refresh token is invalid, expired, revoked or already used. */
        readonly refreshTokenRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller cannot change the settings of this dealer. */
        readonly settingForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller cannot upload for this dealer, the upload would exceed a limit of the plan, or the subscription has ended. */
        readonly uploadForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The period does not match the period type or the stored data, or the Idempotency-Key was already used for a different upload. */
        readonly uploadRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The deletion must be confirmed, the period splits stored periods, or the Idempotency-Key was already used for a different request. */
        readonly deletionRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The read adds up more data than one request allows. */
        readonly readTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The values conflict with each other or with stored data, or the read adds up more data than one request allows. */
        readonly ruleOrReadTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A filter is outside the caller's scope, the caller has no grant with the role `reader`, or the subscription ended more than 30 days ago. */
        readonly readForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A filter is outside the caller's scope, the horizon exceeds the plan, or the subscription has ended. */
        readonly forecastForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or not UTF-8, or a field of the body or a parameter is invalid. */
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
        /** @description The body, or a file in it, is larger than the operation allows. */
        readonly bodyTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The operation does not support the media type of the body. */
        readonly unsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A rate limit is exceeded. */
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
        /** @description An unexpected error occurred. */
        readonly internal: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A dependency of the service is not responding. Try again after the number of seconds in Retry-After. */
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
        /** @description A form field is invalid, the form is malformed, or its text is not UTF-8. */
        readonly invalidForm: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is missing, expired or not trusted. Each such request counts towards the operation's rate limit for the client's address, and fails with 429 beyond it. */
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
        /** @description An earlier request with the same Idempotency-Key is still in progress. */
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
        /** @description A parameter is invalid. */
        readonly invalidParameters: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The operation cannot return any of the media types in Accept. */
        readonly notAcceptable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The current state of the resource does not allow this operation, or an earlier request with the same Idempotency-Key is still in progress. */
        readonly conflictOrInFlight: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource does not exist, or the caller does not have access to it. */
        readonly notFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was already used for a different request. */
        readonly idempotencyKeyReused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request names a resource outside the caller's scope. */
        readonly outOfScope: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The values conflict with each other or with stored data. */
        readonly businessRule: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The current state of the resource does not allow this operation. */
        readonly conflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The response that If-None-Match names is still current. There is no body. */
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
        /** @description The ETag in If-Match does not match the current state of the resource. */
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
        /** @description The values conflict with each other or with stored data, or the Idempotency-Key was already used for a different request. */
        readonly ruleOrKeyReused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller has none of the roles that the operation requires. */
        readonly forbiddenRole: {
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
         * @description The `job_id` that the upload returned.
         * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly JobIdPath: components["schemas"]["JobId"];
        /**
         * @description Return only the data of these dealers. Repeat it for several: `dealer_id=fjordbil-oslo&dealer_id=fjordbil-bergen`.
         * @example [
         *       "fjordbil-oslo"
         *     ]
         */
        readonly DealerFilter: readonly components["schemas"]["DealerId"][];
        /**
         * @description Return only these brands. Repeat it for several: `brand_id=toyota&brand_id=bmw`.
         * @example [
         *       "toyota"
         *     ]
         */
        readonly BrandFilter: readonly components["schemas"]["BrandId"][];
        /**
         * @description Return only these regions. Repeat it for several: `region_id=oslo&region_id=bergen`.
         * @example [
         *       "oslo"
         *     ]
         */
        readonly RegionFilter: readonly components["schemas"]["RegionId"][];
        /**
         * @description Return only these model families. Repeat it for several: `model_family_id=corolla&model_family_id=yaris`.
         * @example [
         *       "corolla"
         *     ]
         */
        readonly ModelFamilyFilter: readonly components["schemas"]["ModelFamilyId"][];
        /**
         * @description Include only new or only used vehicles. By default the values include both; `meta.conditions` lists the conditions in the data.
         * @example new
         */
        readonly ConditionFilter: components["schemas"]["VehicleCondition"];
        /**
         * @description Include only retail or only fleet sales. By default the values include both; `meta.channels` lists the channels in the data.
         * @example retail
         */
        readonly ChannelFilter: components["schemas"]["SalesChannel"];
        /**
         * @description The fields that each item has, in this order; the default is all. Repeat it for several: `fields=date&fields=units`. The id of a group is a field only with its `group_by`.
         * @example [
         *       "date",
         *       "units"
         *     ]
         */
        readonly IndexFields: readonly components["schemas"]["IndexField"][];
        /**
         * @description The fields that each item has, in this order; the default is all. Repeat it for several: `fields=date&fields=value`.
         * @example [
         *       "date",
         *       "value"
         *     ]
         */
        readonly ForecastFields: readonly components["schemas"]["ForecastField"][];
        /**
         * @description The webhook.
         * @example 01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly WebhookIdPath: components["schemas"]["WebhookId"];
        /**
         * @description The delivery.
         * @example 01934a12-0b6c-7a20-8c8e-1b1a7c9d0e52
         */
        readonly DeliveryIdPath: components["schemas"]["DeliveryId"];
        /**
         * @description Return only deliveries with this status.
         * @example failed
         */
        readonly DeliveryStatusFilter: components["schemas"]["WebhookDeliveryStatus"];
        /**
         * @description Return only webhooks of this principal, that is the subject (`sub`) of its access tokens.
         * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
         */
        readonly OwnerFilter: components["schemas"]["Principal"];
        /**
         * @description The dealer.
         * @example fjordbil-oslo
         */
        readonly DealerIdPath: components["schemas"]["DealerId"];
        /**
         * @description The principal, that is the subject (`sub`) of its access tokens.
         * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
         */
        readonly PrincipalPath: components["schemas"]["Principal"];
        /**
         * @description The kind of name: `brand`, `region` or `model_family`.
         * @example brand
         */
        readonly AliasKindPath: string;
        /**
         * @description The id that is an alias.
         * @example vw
         */
        readonly AliasPath: components["schemas"]["CatalogId"];
        /**
         * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
         * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
         */
        readonly IdempotencyKey: string;
        /**
         * @description The maximum number of items to return.
         * @example 100
         */
        readonly Limit: number;
        /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
        readonly Cursor: string;
        /**
         * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly IfNoneMatch: string;
        /**
         * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request, as in the logs and in the `instance` of a problem.
         * @example 01JD9Q2V6E8W3K5T7Y9B1N3M5P
         */
        readonly RequestId: components["schemas"]["RequestId"];
        /**
         * @description The remaining quota of the current rate limit, and the number of seconds until it resets (draft-ietf-httpapi-ratelimit-headers-10).
         * @example "read";r=5999;t=1
         */
        readonly RateLimit: string;
        /**
         * @description The rate limits that apply to this operation, with quota and window in seconds (draft-ietf-httpapi-ratelimit-headers-10). An installation may grant a larger quota than this contract, never a smaller one.
         * @example "read";q=6000;w=60
         */
        readonly RateLimitPolicy: string;
        /**
         * @description The body contains a secret, so no cache may store it.
         * @example no-store
         */
        readonly NoStore: "no-store";
        /**
         * @description The number of seconds to wait before the next attempt.
         * @example 2
         */
        readonly RetryAfter: number;
        /**
         * @description The equivalent of no-store for HTTP/1.0 caches, as RFC 6749 requires.
         * @example no-cache
         */
        readonly NoCache: "no-cache";
        /**
         * @description The URL of the created resource, or of the job to follow. Relative to the host; resolve it against the URL of the request.
         * @example /api/v1/ingest/jobs/0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly Location: string;
        /**
         * @description The required authentication scheme (RFC 6750).
         * @example Bearer realm="covenant", error="invalid_token"
         */
        readonly WwwAuthenticate: string;
        /**
         * @description A strong ETag. It changes with the data, the caller's scope, the query and the version of the definitions. Other representations of the same state have a suffix, such as `.gzip` for a compressed one; If-Match accepts any of them.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly ETag: string;
        /**
         * @description Responses are specific to the caller, so only private caches may store them.
         * @example private, no-cache
         */
        readonly CacheControl: string;
        /**
         * @description The request headers that the response depends on.
         * @example Authorization, Accept, Accept-Encoding
         */
        readonly Vary: string;
        /**
         * @description The authentication scheme for clients (RFC 7617).
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
            /** @description An access token and a refresh token. */
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
            /** @description A new access token and a new refresh token. */
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
    readonly logoutUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LogoutRequest"];
            };
        };
        readonly responses: {
            /** @description The login has ended. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidBody"];
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
            /** @description The file was received, and a job loads it. */
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
    readonly getTemplate: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description What a row of the file is, a period with its units or one vehicle.
                 * @example vehicles
                 */
                readonly form?: components["schemas"]["RowForm"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The template. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The file name under which browsers and other clients save it.
                     * @example attachment; filename="sales-template.csv"
                     */
                    readonly "Content-Disposition"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/x-ndjson": string;
                    readonly "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 406: components["responses"]["notAcceptable"];
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
            /** @description The job was created. */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
            /** @description The job was created. */
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
                 * @description Return only jobs of this dealer.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id?: components["schemas"]["DealerId"];
                /**
                 * @description Return only jobs with this status.
                 * @example failed
                 */
                readonly status?: components["schemas"]["JobStatus"];
                /**
                 * @description Return only jobs that were created at this time or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                readonly created_from?: string;
                /**
                 * @description Return only jobs that were created before this time.
                 * @example 2026-11-21T00:00:00Z
                 */
                readonly created_before?: string;
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
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
            readonly 422: components["responses"]["businessRule"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getJob: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of seconds to wait for the next status (long polling). If too many requests are already waiting, the response is immediate.
                 * @example 30
                 */
                readonly wait?: number;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `job_id` that the upload returned.
                 * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly id: components["parameters"]["JobIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job. */
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
    readonly listJobChanges: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only the data of these dealers. Repeat it for several: `dealer_id=fjordbil-oslo&dealer_id=fjordbil-bergen`.
                 * @example [
                 *       "fjordbil-oslo"
                 *     ]
                 */
                readonly dealer_id?: components["parameters"]["DealerFilter"];
                /**
                 * @description Return only these brands. Repeat it for several: `brand_id=toyota&brand_id=bmw`.
                 * @example [
                 *       "toyota"
                 *     ]
                 */
                readonly brand_id?: components["parameters"]["BrandFilter"];
                /**
                 * @description Return only these regions. Repeat it for several: `region_id=oslo&region_id=bergen`.
                 * @example [
                 *       "oslo"
                 *     ]
                 */
                readonly region_id?: components["parameters"]["RegionFilter"];
                /**
                 * @description Include only new or only used vehicles. By default the values include both; `meta.conditions` lists the conditions in the data.
                 * @example new
                 */
                readonly condition?: components["parameters"]["ConditionFilter"];
                /**
                 * @description Include only retail or only fleet sales. By default the values include both; `meta.channels` lists the channels in the data.
                 * @example retail
                 */
                readonly channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description The length of each period in the response.
                 * @example month
                 */
                readonly period_type?: components["schemas"]["PeriodType"];
                /**
                 * @description Compare one series for each brand, region or dealer instead of one over all of them.
                 * @example brand
                 */
                readonly group_by?: "brand" | "region" | "dealer";
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `job_id` that the upload returned.
                 * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly id: components["parameters"]["JobIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of changes. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobChangeList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["conflict"];
            readonly 422: components["responses"]["ruleOrReadTooLarge"];
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
                 * @description The `job_id` that the upload returned.
                 * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly id: components["parameters"]["JobIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job was cancelled. */
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
            readonly 403: components["responses"]["outOfScope"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["conflict"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getJobErrors: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `job_id` that the upload returned.
                 * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly id: components["parameters"]["JobIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The errors, one per line. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The file name under which browsers and other clients save it.
                     * @example attachment; filename="errors-0193497f-10aa-7b1c-8f3e-2c9d4e5f6a70.csv"
                     */
                    readonly "Content-Disposition"?: string;
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
    readonly getRejectedRows: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `job_id` that the upload returned.
                 * @example 0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly id: components["parameters"]["JobIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rejected rows, one per line. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The file name under which browsers and other clients save it.
                     * @example attachment; filename="rejected-0193497f-10aa-7b1c-8f3e-2c9d4e5f6a70.csv"
                     */
                    readonly "Content-Disposition"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 406: components["responses"]["notAcceptable"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listIndices: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only the data of these dealers. Repeat it for several: `dealer_id=fjordbil-oslo&dealer_id=fjordbil-bergen`.
                 * @example [
                 *       "fjordbil-oslo"
                 *     ]
                 */
                readonly dealer_id?: components["parameters"]["DealerFilter"];
                /**
                 * @description Return only these brands. Repeat it for several: `brand_id=toyota&brand_id=bmw`.
                 * @example [
                 *       "toyota"
                 *     ]
                 */
                readonly brand_id?: components["parameters"]["BrandFilter"];
                /**
                 * @description Return only these regions. Repeat it for several: `region_id=oslo&region_id=bergen`.
                 * @example [
                 *       "oslo"
                 *     ]
                 */
                readonly region_id?: components["parameters"]["RegionFilter"];
                /**
                 * @description Include only new or only used vehicles. By default the values include both; `meta.conditions` lists the conditions in the data.
                 * @example new
                 */
                readonly condition?: components["parameters"]["ConditionFilter"];
                /**
                 * @description Include only retail or only fleet sales. By default the values include both; `meta.channels` lists the channels in the data.
                 * @example retail
                 */
                readonly channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Return only these model families. Repeat it for several: `model_family_id=corolla&model_family_id=yaris`.
                 * @example [
                 *       "corolla"
                 *     ]
                 */
                readonly model_family_id?: components["parameters"]["ModelFamilyFilter"];
                /**
                 * @description Return only periods that start on or after this date.
                 * @example 2026-01-01
                 */
                readonly date_from?: string;
                /**
                 * @description Return only periods that start on or before this date.
                 * @example 2026-12-31
                 */
                readonly date_to?: string;
                /**
                 * @description The length of each period in the response.
                 * @example month
                 */
                readonly period_type?: components["schemas"]["PeriodType"];
                /**
                 * @description Return one series for each brand, region, model family or dealer instead of one over all of them.
                 * @example brand
                 */
                readonly group_by?: "brand" | "region" | "model_family" | "dealer";
                /**
                 * @description The fields that each item has, in this order; the default is all. Repeat it for several: `fields=date&fields=units`. The id of a group is a field only with its `group_by`.
                 * @example [
                 *       "date",
                 *       "units"
                 *     ]
                 */
                readonly fields?: components["parameters"]["IndexFields"];
                /**
                 * @description Return the data as of this time, without uploads that finished later. The default is now.
                 * @example 2026-11-20T12:00:00Z
                 */
                readonly as_of?: string;
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of index values. */
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
                    readonly "text/csv": string;
                    readonly "application/x-ndjson": string;
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 406: components["responses"]["notAcceptable"];
            readonly 422: components["responses"]["ruleOrReadTooLarge"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listIndexChanges: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The `meta.revision` of the answer that your copy was made from.
                 * @example 2
                 */
                readonly since: number;
                /**
                 * @description Return only the data of these dealers. Repeat it for several: `dealer_id=fjordbil-oslo&dealer_id=fjordbil-bergen`.
                 * @example [
                 *       "fjordbil-oslo"
                 *     ]
                 */
                readonly dealer_id?: components["parameters"]["DealerFilter"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of changes. */
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
                    readonly "application/json": components["schemas"]["IndexChangeList"];
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
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The current definitions. */
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
                 * @description Return only the data of these dealers. Repeat it for several: `dealer_id=fjordbil-oslo&dealer_id=fjordbil-bergen`.
                 * @example [
                 *       "fjordbil-oslo"
                 *     ]
                 */
                readonly dealer_id?: components["parameters"]["DealerFilter"];
                /**
                 * @description Return only these brands. Repeat it for several: `brand_id=toyota&brand_id=bmw`.
                 * @example [
                 *       "toyota"
                 *     ]
                 */
                readonly brand_id?: components["parameters"]["BrandFilter"];
                /**
                 * @description Return only these regions. Repeat it for several: `region_id=oslo&region_id=bergen`.
                 * @example [
                 *       "oslo"
                 *     ]
                 */
                readonly region_id?: components["parameters"]["RegionFilter"];
                /**
                 * @description Include only new or only used vehicles. By default the values include both; `meta.conditions` lists the conditions in the data.
                 * @example new
                 */
                readonly condition?: components["parameters"]["ConditionFilter"];
                /**
                 * @description Include only retail or only fleet sales. By default the values include both; `meta.channels` lists the channels in the data.
                 * @example retail
                 */
                readonly channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Return only these model families. Repeat it for several: `model_family_id=corolla&model_family_id=yaris`.
                 * @example [
                 *       "corolla"
                 *     ]
                 */
                readonly model_family_id?: components["parameters"]["ModelFamilyFilter"];
                /**
                 * @description The length of each period in the response. The default is the finest type that is available for all selected data.
                 * @example month
                 */
                readonly period_type?: components["schemas"]["PeriodType"];
                /**
                 * @description The number of days to forecast after `meta.trained_until`, rounded up to whole periods. Your plan may allow fewer than 365.
                 * @example 90
                 */
                readonly horizon_days?: number;
                /**
                 * @description Return the forecast as of this time, without uploads that finished later. The default is now.
                 * @example 2026-11-20T12:00:00Z
                 */
                readonly as_of?: string;
                /**
                 * @description `history` adds the values of the last periods before the forecast, so that one request is enough for a chart.
                 * @example history
                 */
                readonly include?: "history";
                /**
                 * @description The fields that each item has, in this order; the default is all. Repeat it for several: `fields=date&fields=value`.
                 * @example [
                 *       "date",
                 *       "value"
                 *     ]
                 */
                readonly fields?: components["parameters"]["ForecastFields"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                    readonly "text/csv": string;
                    readonly "application/x-ndjson": string;
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forecastForbidden"];
            readonly 406: components["responses"]["notAcceptable"];
            readonly 422: components["responses"]["ruleOrReadTooLarge"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getDashboardSummary: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only the data of these dealers. Repeat it for several: `dealer_id=fjordbil-oslo&dealer_id=fjordbil-bergen`.
                 * @example [
                 *       "fjordbil-oslo"
                 *     ]
                 */
                readonly dealer_id?: components["parameters"]["DealerFilter"];
                /**
                 * @description Return only these brands. Repeat it for several: `brand_id=toyota&brand_id=bmw`.
                 * @example [
                 *       "toyota"
                 *     ]
                 */
                readonly brand_id?: components["parameters"]["BrandFilter"];
                /**
                 * @description Return only these regions. Repeat it for several: `region_id=oslo&region_id=bergen`.
                 * @example [
                 *       "oslo"
                 *     ]
                 */
                readonly region_id?: components["parameters"]["RegionFilter"];
                /**
                 * @description Include only new or only used vehicles. By default the values include both; `meta.conditions` lists the conditions in the data.
                 * @example new
                 */
                readonly condition?: components["parameters"]["ConditionFilter"];
                /**
                 * @description Include only retail or only fleet sales. By default the values include both; `meta.channels` lists the channels in the data.
                 * @example retail
                 */
                readonly channel?: components["parameters"]["ChannelFilter"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
            readonly 422: components["responses"]["readTooLarge"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getCurrentSubscription: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The dealer whose subscription to return.
                 * @example fjordbil-oslo
                 */
                readonly dealer_id?: components["schemas"]["DealerId"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                    readonly "text/csv": string;
                    readonly "application/x-ndjson": string;
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 406: components["responses"]["notAcceptable"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listRegions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                    readonly "text/csv": string;
                    readonly "application/x-ndjson": string;
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 406: components["responses"]["notAcceptable"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listModelFamilies: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only these brands. Repeat it for several: `brand_id=toyota&brand_id=bmw`.
                 * @example [
                 *       "toyota"
                 *     ]
                 */
                readonly brand_id?: components["parameters"]["BrandFilter"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                    readonly "text/csv": string;
                    readonly "application/x-ndjson": string;
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["readForbidden"];
            readonly 406: components["responses"]["notAcceptable"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getDealerCalendar: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                    readonly "application/json": components["schemas"]["DealerCalendar"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly replaceDealerCalendar: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
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
                readonly "application/json": components["schemas"]["DealerCalendarRequest"];
            };
        };
        readonly responses: {
            /** @description The dealer's own calendar. */
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
                    readonly "application/json": components["schemas"]["DealerCalendar"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["settingForbidden"];
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
    readonly deleteDealerCalendar: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
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
        readonly requestBody?: never;
        readonly responses: {
            /** @description The calendar was deleted. */
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
            readonly 403: components["responses"]["settingForbidden"];
            readonly 404: components["responses"]["notFound"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listDealerAliases: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
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
            readonly 403: components["responses"]["settingForbidden"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createDealerAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
            readonly 403: components["responses"]["settingForbidden"];
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
    readonly getDealerAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                 * @description The id that is an alias.
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
            readonly 403: components["responses"]["settingForbidden"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly deleteDealerAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
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
                 * @description The id that is an alias.
                 * @example vw
                 */
                readonly alias: components["parameters"]["AliasPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The alias was deleted. */
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
            readonly 403: components["responses"]["settingForbidden"];
            readonly 404: components["responses"]["notFound"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getScope: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `operationId` of an operation that takes an access token.
                 * @example uploadFile
                 */
                readonly explain?: string;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The caller's scope. */
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
            readonly 422: components["responses"]["businessRule"];
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
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
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
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
            /** @description The webhook, without its secret. */
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
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
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
            /** @description The webhook. */
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
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly replaceWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-Match": components["parameters"]["IfMatch"];
            };
            readonly path: {
                /**
                 * @description The webhook.
                 * @example 01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly webhook_id: components["parameters"]["WebhookIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookTerms"];
            };
        };
        readonly responses: {
            /** @description The updated webhook. */
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
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
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
            /** @description The webhook was deleted. */
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
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly rotateWebhookSecret: {
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
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookSecretRequest"];
            };
        };
        readonly responses: {
            /** @description The webhook, without its secret. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly sendTestEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
            /** @description The delivery of the test event. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["conflictOrInFlight"];
            readonly 422: components["responses"]["idempotencyKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only deliveries with this status.
                 * @example failed
                 */
                readonly status?: components["parameters"]["DeliveryStatusFilter"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
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
            /** @description A page of deliveries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeliveryList"];
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
    readonly getWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The webhook.
                 * @example 01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly webhook_id: components["parameters"]["WebhookIdPath"];
                /**
                 * @description The delivery.
                 * @example 01934a12-0b6c-7a20-8c8e-1b1a7c9d0e52
                 */
                readonly delivery_id: components["parameters"]["DeliveryIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeliveryDetails"];
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
    readonly replayWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The webhook.
                 * @example 01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11
                 */
                readonly webhook_id: components["parameters"]["WebhookIdPath"];
                /**
                 * @description The delivery.
                 * @example 01934a12-0b6c-7a20-8c8e-1b1a7c9d0e52
                 */
                readonly delivery_id: components["parameters"]["DeliveryIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["conflict"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly replayWebhookDeliveries: {
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
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookReplayRequest"];
            };
        };
        readonly responses: {
            /** @description How many deliveries are sent again. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["conflict"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listCalendars: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
            /** @description The new version, or the current one if it has the same content. */
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
            readonly 422: components["responses"]["ruleOrKeyReused"];
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
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
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
            /** @description The updated dealer. */
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
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                 * @description The principal, that is the subject (`sub`) of its access tokens.
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
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
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
                 * @description The principal, that is the subject (`sub`) of its access tokens.
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
            /** @description The updated grant. */
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
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
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
                 * @description The principal, that is the subject (`sub`) of its access tokens.
                 * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
                 */
                readonly principal: components["parameters"]["PrincipalPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The grant was deleted. */
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
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                 * @description The id that is an alias.
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
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
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
                 * @description The id that is an alias.
                 * @example vw
                 */
                readonly alias: components["parameters"]["AliasPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The alias was deleted. */
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
    readonly listInstallationWebhooks: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only webhooks of this principal, that is the subject (`sub`) of its access tokens.
                 * @example 5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9
                 */
                readonly principal?: components["parameters"]["OwnerFilter"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
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
                    readonly "application/json": components["schemas"]["InstallationWebhookList"];
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
    readonly deleteInstallationWebhook: {
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
            /** @description The webhook was deleted. */
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
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
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
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
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
            /** @description The updated subscription. */
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
            readonly 503: components["responses"]["unavailable"];
        };
    };
}

export type IndexField = components['schemas']['IndexField'];
export type ForecastField = components['schemas']['ForecastField'];
export type JobId = components['schemas']['JobId'];
export type DealerId = components['schemas']['DealerId'];
export type BrandId = components['schemas']['BrandId'];
export type RegionId = components['schemas']['RegionId'];
export type ModelFamilyId = components['schemas']['ModelFamilyId'];
export type CatalogId = components['schemas']['CatalogId'];
export type LoginRequest = components['schemas']['LoginRequest'];
export type RefreshRequest = components['schemas']['RefreshRequest'];
export type LogoutRequest = components['schemas']['LogoutRequest'];
export type ClientCredentialsRequest = components['schemas']['ClientCredentialsRequest'];
export type ClientCredentialsForm = components['schemas']['ClientCredentialsForm'];
export type TokenProblem = components['schemas']['TokenProblem'];
export type TokenError = components['schemas']['TokenError'];
export type TokenPair = components['schemas']['TokenPair'];
export type ClientToken = components['schemas']['ClientToken'];
export type Period = components['schemas']['Period'];
export type PeriodType = components['schemas']['PeriodType'];
export type OnError = components['schemas']['OnError'];
export type UnknownColumns = components['schemas']['UnknownColumns'];
export type RowForm = components['schemas']['RowForm'];
export type VehicleCondition = components['schemas']['VehicleCondition'];
export type SalesChannel = components['schemas']['SalesChannel'];
export type UploadForm = components['schemas']['UploadForm'];
export type DeletionRequest = components['schemas']['DeletionRequest'];
export type ReversalRequest = components['schemas']['ReversalRequest'];
export type JobStatus = components['schemas']['JobStatus'];
export type JobPhase = components['schemas']['JobPhase'];
export type JobAccepted = components['schemas']['JobAccepted'];
export type JobList = components['schemas']['JobList'];
export type ListedJob = components['schemas']['ListedJob'];
export type Job = components['schemas']['Job'];
export type ReadAs = components['schemas']['ReadAs'];
export type VehicleCounts = components['schemas']['VehicleCounts'];
export type ReadColumn = components['schemas']['ReadColumn'];
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
export type JobChange = components['schemas']['JobChange'];
export type JobChangesMeta = components['schemas']['JobChangesMeta'];
export type JobChangeList = components['schemas']['JobChangeList'];
export type IndexChange = components['schemas']['IndexChange'];
export type IndexChangesMeta = components['schemas']['IndexChangesMeta'];
export type IndexChangeList = components['schemas']['IndexChangeList'];
export type Definition = components['schemas']['Definition'];
export type DefinitionList = components['schemas']['DefinitionList'];
export type ForecastItem = components['schemas']['ForecastItem'];
export type ForecastHistoryItem = components['schemas']['ForecastHistoryItem'];
export type ForecastBacktest = components['schemas']['ForecastBacktest'];
export type ForecastNullReason = components['schemas']['ForecastNullReason'];
export type ForecastNullReasons = components['schemas']['ForecastNullReasons'];
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
export type Explanation = components['schemas']['Explanation'];
export type Policy = components['schemas']['Policy'];
export type PolicyList = components['schemas']['PolicyList'];
export type WebhookId = components['schemas']['WebhookId'];
export type DeliveryId = components['schemas']['DeliveryId'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookUrl = components['schemas']['WebhookUrl'];
export type WebhookEvents = components['schemas']['WebhookEvents'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type WebhookRequest = components['schemas']['WebhookRequest'];
export type WebhookTerms = components['schemas']['WebhookTerms'];
export type WebhookSecretRequest = components['schemas']['WebhookSecretRequest'];
export type WebhookReplayRequest = components['schemas']['WebhookReplayRequest'];
export type ReplayedStatus = components['schemas']['ReplayedStatus'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookList = components['schemas']['WebhookList'];
export type InstallationWebhook = components['schemas']['InstallationWebhook'];
export type InstallationWebhookList = components['schemas']['InstallationWebhookList'];
export type WebhookDeliveryStatus = components['schemas']['WebhookDeliveryStatus'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookDeliveryDetails = components['schemas']['WebhookDeliveryDetails'];
export type WebhookDeliveryLog = components['schemas']['WebhookDeliveryLog'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookAnswer = components['schemas']['WebhookAnswer'];
export type CalendarId = components['schemas']['CalendarId'];
export type HolidayCountry = components['schemas']['HolidayCountry'];
export type HolidaySubdivision = components['schemas']['HolidaySubdivision'];
export type CalendarRequest = components['schemas']['CalendarRequest'];
export type Calendar = components['schemas']['Calendar'];
export type CalendarList = components['schemas']['CalendarList'];
export type CalendarVersion = components['schemas']['CalendarVersion'];
export type DealerCalendarRequest = components['schemas']['DealerCalendarRequest'];
export type DealerCalendar = components['schemas']['DealerCalendar'];
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
export type NextCursor = components['schemas']['NextCursor'];
