// Each revision of a lab's configuration that was deployed, parsed (decision 202).
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import type { ConfigRow, Configs } from './port.ts';

export const configColumns = sql.fragment`
  c.lab_id, c.revision, c.name, c.object_key, c.object_version, c.content_sha256 as sha256, c.config`;

export const configs = (store: Store): Configs => ({
  find: (lab_id, revision, tx: Tx = store) =>
    tx.maybeOne(sql.type(row<ConfigRow>())`
      select ${configColumns} from lab_configs c where c.lab_id = ${lab_id} and c.revision = ${revision}`),

  newest: (lab_id) =>
    store.maybeOne(sql.type(row<ConfigRow>())`
      select ${configColumns} from lab_configs c where c.lab_id = ${lab_id} order by c.revision desc limit 1`),

  async store(tx: Tx, { lab_id, revision, name, description, object_key, object_version, sha256, config }) {
    await tx.query(sql.unsafe`
      insert into lab_configs (lab_id, revision, name, description, object_key, object_version, content_sha256, config)
      values (${lab_id}, ${revision}, ${name}, ${description}, ${object_key}, ${object_version}, ${sha256},
        ${sql.jsonb(config as Parameters<typeof sql.jsonb>[0])})
      on conflict (lab_id, revision) do nothing`);
  },
});
