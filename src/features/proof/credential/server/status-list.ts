import { createList } from '@digitalbazaar/vc-bitstring-status-list'
import type { Signer } from '#features/proof/server/signing-key.ts'
import { filePaths } from '#pages.ts'
import type { EntryCredential } from '#wire/entry-credential.ts'
import { didOf, listPlaces, type StatusPurpose } from '../did.ts'
import { credentialsContext } from './contexts.ts'
import type { Issuer } from './credential-of-entry.ts'
import { signCredential } from './sign-credential.ts'

/** In milliseconds: an old list cannot be shown for longer in place of the present one. */
const listHoldsMs = 24 * 3_600_000
/** What a list still holds when it is signed again. */
export const renewBeforeMs = 18 * 3_600_000
/** How long readers may keep a list. */
const keepMs = 60_000

/** W3C Bitstring Status List 1.0: the bits of `places` are set. */
export async function signStatusList(
  { purpose, list, places }: { purpose: StatusPurpose; list: number; places: number[] },
  { signer, issuer: { publicUrl }, now }: { signer: Signer; issuer: Issuer; now: Date },
): Promise<EntryCredential & { validFrom: string; validUntil: string }> {
  const bits = await createList({ length: listPlaces })
  for (const place of places) bits.setStatus(place, true)
  const id = publicUrl + filePaths.statusList(purpose, list)
  const [validFrom, validUntil] = [now.toISOString(), new Date(now.getTime() + listHoldsMs).toISOString()]
  const unsigned = {
    '@context': [credentialsContext],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(publicUrl),
    validFrom,
    validUntil,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: purpose,
      encodedList: await bits.encode(),
      ttl: keepMs,
    },
  }
  return { ...(await signCredential(unsigned, signer, validFrom)), validFrom, validUntil }
}
