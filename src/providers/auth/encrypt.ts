import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
/** The first byte, should the format ever change. */
const version = 1
const nonceBytes = 12
const tagBytes = 16

type EncryptFor = { purpose: string; owner: string }

/** AES-256-GCM (NIST SP 800-38D) under a key of this purpose that HKDF-SHA-256 makes of the secret. Each time the bytes differ. */
export function encrypt(text: string, sessionSecret: string, { purpose, owner }: EncryptFor): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(purpose, sessionSecret), nonce)
  cipher.setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, body, cipher.getAuthTag()])
}

/** Null for another secret, purpose or owner, or changed bytes. */
export function decrypt(encrypted: Buffer, secrets: string | string[], { purpose, owner }: EncryptFor): string | null {
  for (const secret of [secrets].flat()) {
    const text = open(encrypted, secret, { purpose, owner })
    if (text !== null) return text
  }
  return null
}

function open(encrypted: Buffer, sessionSecret: string, { purpose, owner }: EncryptFor): string | null {
  if (encrypted.length < 1 + nonceBytes + tagBytes || encrypted[0] !== version) return null
  const nonce = encrypted.subarray(1, 1 + nonceBytes)
  const body = encrypted.subarray(1 + nonceBytes, -tagBytes)
  try {
    const decipher = createDecipheriv(algorithm, keyFor(purpose, sessionSecret), nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(encrypted.subarray(-tagBytes))
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function keyFor(purpose: string, sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', `encrypted ${purpose}`, 32))
}
