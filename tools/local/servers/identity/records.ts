// Where oidc-provider keeps grants, codes, refresh tokens and sessions: PostgreSQL, found by hash, sealed. Its
// contract: https://github.com/panva/node-oidc-provider/blob/main/example/my_adapter.js
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type pg from 'pg';
import type { Realm } from './settings.ts';

type Row = { readonly payload: Buffer; readonly consumed: number | null };

export const recordsIn = (pool: pg.Pool, sealKey: Buffer, realm: Realm) => (model: string) =>
  records(pool, sealKey, realm, model);

function records(pool: pg.Pool, sealKey: Buffer, realm: Realm, model: string): Adapter {
  const findWhere = async (condition: string, value: Buffer): Promise<AdapterPayload | undefined> => {
    const { rows } = await pool.query<Row>(
      `select payload, extract(epoch from consumed_at)::int as consumed from records
       where realm = $1 and model = $2 and ${condition} = $3 and (expires_at is null or expires_at > now())`,
      [realm, model, value],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const payload = JSON.parse(unseal(row.payload, sealKey)) as AdapterPayload;
    return row.consumed === null ? payload : { ...payload, consumed: row.consumed };
  };
  return {
    async upsert(id, payload, expiresIn) {
      await pool.query(
        `insert into records (realm, model, id_hash, grant_hash, uid_hash, payload, expires_at)
         values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
         on conflict (realm, model, id_hash) do update set grant_hash = excluded.grant_hash, uid_hash = excluded.uid_hash,
           payload = excluded.payload, expires_at = excluded.expires_at`,
        [
          realm,
          model,
          hash(id),
          hashOrNull(payload.grantId),
          hashOrNull(payload.uid ?? payload.userCode), // a device code has the second, nothing has both
          seal(JSON.stringify(payload), sealKey),
          expiresIn ?? null,
        ],
      );
    },
    find: (id) => findWhere('id_hash', hash(id)),
    findByUid: (uid) => findWhere('uid_hash', hash(uid)),
    findByUserCode: (userCode) => findWhere('uid_hash', hash(userCode)),
    async consume(id) {
      await pool.query(
        'update records set consumed_at = coalesce(consumed_at, now()) where realm = $1 and model = $2 and id_hash = $3',
        [realm, model, hash(id)],
      );
    },
    async destroy(id) {
      await pool.query('delete from records where realm = $1 and model = $2 and id_hash = $3', [
        realm,
        model,
        hash(id),
      ]);
    },
    async revokeByGrantId(grantId) {
      await pool.query('delete from records where realm = $1 and grant_hash = $2', [realm, hash(grantId)]);
    },
  };
}

export async function forgetExpired(pool: pg.Pool): Promise<void> {
  await pool.query('delete from records where expires_at < now()');
}

const hash = (text: string) => createHash('sha256').update(text).digest();
const hashOrNull = (text: string | undefined) => (text === undefined ? null : hash(text));

function seal(text: string, key: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function unseal(sealed: Buffer, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}
