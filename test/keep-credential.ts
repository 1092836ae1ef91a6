import type { SqlRunner } from '#database/sql.ts'

/** Stores a credential of an entry's newest version, as the queue's process does once it has signed. */
export async function keepCredential(sql: SqlRunner, number: string, json = '{}'): Promise<void> {
  await sql`
    with key as (
      insert into signing_keys (purpose, name, public_key, private_key, created_at, ended_at, end_reason)
      values ('test', 'test', ${Buffer.alloc(32)}, '', now(), now(), 'test') returning id
    )
    insert into entry_credentials (entry_id, leaf_id, key_id, form, json, jws)
    select e.id, h.leaf_id, key.id, 1, ${json}, 'a.b.c' from key, register_entries as e
    join register_leaf_heads as h on h.entry_id = e.id where e.number = ${number}
    on conflict (entry_id) do update set leaf_id = excluded.leaf_id, json = excluded.json`
}
