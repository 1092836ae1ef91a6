import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Sql } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import type { NoteKey } from '#features/proof/signed-note.ts'
import { decrypt, encrypt } from '#providers/auth/encrypt.ts'
import { findSigningKey } from './queries.ts'

export type Signer = {
  id: string
  createdAt: Instant
  key: NoteKey
  sign: (message: string | Uint8Array) => Uint8Array
}

/** Made at the first call, stored encrypted under `secret` and never handed to pages. Null for another secret. */
export async function openSigningKey(
  sql: Sql,
  { purpose, name, secret, now }: { purpose: string; name: string; secret: string | string[]; now: Date },
): Promise<Signer | null> {
  const [found] = await findSigningKey(sql, { purpose })
  if (!found) {
    const made = generateKeyPairSync('ed25519')
    const publicKey = made.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
    const secretKey = made.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    const [earlier] = await sql<{ keys: number }[]>`
      select count(*) as keys from signing_keys where purpose = ${purpose}::text`
    const owner = earlier!.keys === 0 ? name : `${name}-${earlier!.keys + 1}`
    const privateKey = encrypt(secretKey, [secret].flat()[0]!, { purpose: `signing key ${purpose}`, owner })
    await sql`
      insert into signing_keys (purpose, name, public_key, private_key, created_at)
      values (${purpose}::text, ${owner}::text, decode(${publicKey}::text, 'hex'),
        decode(${privateKey.toString('hex')}::text, 'hex'), ${now.toISOString()}::timestamptz)
      on conflict do nothing`
    // Another process may have been first.
    return await openSigningKey(sql, { purpose, name, secret, now })
  }
  const opened = decrypt(Buffer.from(found.privateKey), secret, {
    purpose: `signing key ${purpose}`,
    owner: found.name,
  })
  if (opened === null) return null
  const privateKey = createPrivateKey({ key: Buffer.from(opened, 'base64'), format: 'der', type: 'pkcs8' })
  return {
    id: found.id,
    createdAt: found.createdAt,
    key: { name: found.name, publicKey: new Uint8Array(found.publicKey) },
    sign: (message) => sign(null, Buffer.from(message), privateKey),
  }
}
