import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { DidDocument } from '#features/proof/credential/did.ts'
import { until } from '../until.ts'
import type { Installation } from './installation.ts'

/** The credential of an entry before its key is changed, and what becomes of it. */
export async function credentialProof(site: Installation, number: string) {
  const read = async (path: string) => await (await site.balancer.ask(path)).text()
  const keys = async () => JSON.parse(await read('/.well-known/did.json')) as DidDocument
  const token = async () => await read(`/credentials/${number}.jwt`)
  await until('a credential', async () => (await token()).split('.').length === 3)
  const before = await token()
  const { kid } = headerOf(before)
  return {
    check: async (said: string): Promise<{ found: string; isRight: boolean }> => {
      await until('a credential under the new key', async () => {
        const [now, { verificationMethod }] = [await token(), await keys()]
        return now.split('.').length === 3 && headerOf(now).kid !== kid && verificationMethod.length >= 4
      })
      const document = await keys()
      const retired = document.verificationMethod.find(({ id }) => id === kid)
      const asked = await site.balancer.ask('/api/credentials/verify', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ credential: before }),
      })
      const { verdict } = (await asked.json()) as { verdict: string }
      const old = isSigned(before, document)
      const present = isSigned(await token(), document)
      return {
        found: `"${said}" One signed before verifies by the published keys: ${old}, the site says "${verdict}"; its key is published with an end: ${Boolean(retired?.expires)}; the new one verifies: ${present}`,
        isRight: old && present && verdict === 'valid' && Boolean(retired?.expires) && !retired?.revoked,
      }
    },
  }
}

function headerOf(token: string): { kid: string } {
  return JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
}

/** RFC 7515 and RFC 8037, without code of the site: whether the key that the token names has signed it. */
function isSigned(token: string, { verificationMethod, assertionMethod }: DidDocument): boolean {
  const [header, payload, signature] = token.split('.')
  const { kid } = headerOf(token)
  const key = verificationMethod.find(({ id }) => id === kid)?.publicKeyJwk
  if (!key || !assertionMethod.includes(kid)) return false
  const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' })
  return verify(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature!, 'base64url'))
}
