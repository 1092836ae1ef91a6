import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential } from '@digitalbazaar/vc'
import { type DidDocument, didOf, findKey } from '../did.ts'
import { issuerOf, type OpenedCredential, type Sources, timeOf } from '../judge-credential.ts'
import { largestCredential, refused } from '../verdict.ts'
import { credentialsContext, loaderOf, openBadgesContext } from './contexts.ts'

/** What is not in our form is refused before canonicalisation, which could take long. */
export async function openProof(
  credential: Record<string, unknown>,
  { publicUrl, keys, now }: Pick<Sources, 'publicUrl' | 'now'> & { keys: () => Promise<DidDocument | null> },
): Promise<OpenedCredential> {
  const issuer = issuerOf(credential)
  if (issuer === null) return refused('no-credential')
  if (issuer !== didOf(publicUrl)) return refused('other-issuer', issuer)
  const { '@context': contexts, proof, ...said } = credential
  const ours = JSON.stringify([credentialsContext, openBadgesContext])
  if (JSON.stringify(contexts) !== ours || JSON.stringify(credential).length > largestCredential || !isPlain(said))
    return refused('altered')
  // Credentials of earlier releases have their proof without a list.
  const [only, ...others] = Array.isArray(proof) ? proof : [proof]
  if (typeof only !== 'object' || only === null || others.length > 0) return refused('altered')
  const { verificationMethod, created, ...rest } = only as Record<string, unknown>
  if (
    rest.type !== 'DataIntegrityProof' ||
    rest.cryptosuite !== 'eddsa-rdfc-2022' ||
    rest.proofPurpose !== 'assertionMethod'
  )
    return refused('altered')
  const document = await keys()
  if (!document) return refused('no-status')
  const key = findKey(document, { id: verificationMethod, type: 'Multikey', at: timeOf(created) })
  if (typeof key === 'string') return refused(key === 'unknown' ? 'altered' : key)
  const documents: Record<string, object> = {
    [document.id]: document,
    [key.id]: { '@context': 'https://w3id.org/security/multikey/v1', ...key },
  }
  const result = await verifyCredential({
    // Status and dates are checked apart, to tell a signature of ours from a false one.
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: loaderOf(async (url) => documents[url] ?? null),
    checkStatus: async () => ({ verified: true }),
    now: timeWithin(credential, now),
  })
  return result.verified ? { payload: credential } : refused('altered')
}

/** JSON-LD has other words for the same, and things that no signature covers, such as null: plain readers are misled. */
function isPlain(value: unknown): boolean {
  if (value === null) return false
  if (typeof value !== 'object') return true
  if (Array.isArray(value)) return value.every(isPlain)
  return Object.entries(value).every(([name, item]) => /^[a-z]\w*$/i.test(name) && isPlain(item))
}

/** A time at which the library accepts the dates. */
function timeWithin({ validFrom, validUntil }: Record<string, unknown>, now: number): string {
  const [from, until] = [timeOf(validFrom), timeOf(validUntil)]
  const time = Number.isNaN(until) ? now : Math.min(now, until)
  return new Date(Number.isNaN(from) ? time : Math.max(time, from)).toISOString()
}
