import { createHash } from 'node:crypto'
import {
  areBasesRecorded,
  assuranceNames,
  bases,
  basisNames,
  levelWords,
  meaningOf,
  needsBasis,
} from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { CertificateRow } from '#features/register/certificate/server/queries.ts'
import { filePaths, href } from '#pages.ts'
import { didOf } from '../did.ts'
import { descriptionOf } from '../log-proof.ts'
import { credentialsContext, openBadgesContext } from './contexts.ts'

/** One result of the register: what a document was or said is left out. */
type CheckedCriterion = Pick<CertificateRow['checks'][number], 'name' | 'result' | 'basis' | 'checkedOn'>

/** What can change of these is in the entry's leaf of the public log, or changes with its level. */
export type CredentialFacts = Pick<
  CertificateRow,
  'number' | 'slug' | 'title' | 'organiser' | 'date' | 'venue' | 'city' | 'validFrom' | 'validUntil' | 'isDemo'
> &
  Pick<CertificateRow, 'assurance' | 'assuredOn'> & {
    checks: CheckedCriterion[]
    /** The version that it was checked against; null when nothing was checked. */
    criteria: { version: number; publishedAt: Instant; names: string[] } | null
  }

/** `publicUrl` has no slash at its end. */
export type Issuer = { publicUrl: string; name: string }

export type Place = { list: number; place: number }

/** Open Badges 3.0, OpenBadgeCredential. */
export function credentialOfEntry(facts: CredentialFacts, at: Place, issuer: Issuer) {
  const { publicUrl } = issuer
  const { number, assurance, assuredOn, checks } = facts
  const evidence = evidenceOf(checks)
  const criteria = assurance === 'declared' ? null : facts.criteria
  const meaning = meaningOf(assurance, areBasesRecorded(checks))
  return {
    '@context': [credentialsContext, openBadgesContext],
    id: publicUrl + filePaths.credential(number, 'json'),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: facts.isDemo ? `Demonstration, no accreditation: ${number}` : `Accreditation ${number}`,
    issuer: profileOf(issuer),
    validFrom: facts.validFrom,
    ...(facts.validUntil ? { validUntil: facts.validUntil } : {}),
    ...(assuredOn ? { awardedDate: `${assuredOn}T00:00:00Z` } : {}),
    credentialSubject: {
      id: publicUrl + href('event', { slug: facts.slug }),
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: number, identityType: 'identifier' }],
      licenseNumber: number,
      achievement: {
        id: `${publicUrl}${href('about')}#standards-${assurance}`,
        type: ['Achievement'],
        achievementType: 'ext:Accreditation',
        name: `Accredited event: ${levelWords(facts)}`,
        description: descriptionOf(facts),
        image: {
          id: publicUrl + filePaths.badge(number),
          type: 'Image',
          caption: 'The live badge of this event in the register.',
        },
        criteria: {
          id: `${publicUrl}${href('about', { criteria: criteria?.version ?? null })}#standards`,
          narrative: criteria ? `${meaning}\n\n${versionWords(criteria)}` : meaning,
        },
      },
    },
    ...(evidence.length > 0 ? { evidence } : {}),
    credentialStatus: statusEntry(at, publicUrl),
  }
}

function versionWords({ version, publishedAt, names }: NonNullable<CredentialFacts['criteria']>): string {
  return `Version ${version} of our criteria, published on ${londonDateOf(publishedAt)}: ${names.join('; ')}.`
}

/** Open Badges 3.0, Evidence: one for each kind and day. */
function evidenceOf(checks: CheckedCriterion[]) {
  const groups = Map.groupBy(
    checks.filter(({ result }) => needsBasis(result)),
    ({ basis, checkedOn }) => `${basis ? bases[basis] : 'Basis not recorded'}, checked on ${londonDateOf(checkedOn)}`,
  )
  return [...groups].map(([name, found]) => ({
    type: ['Evidence'],
    name,
    narrative: `For: ${found.map((check) => check.name).join('; ')}.`,
  }))
}

/** Open Badges 3.0, Profile. */
export function profileOf({ publicUrl, name }: Issuer) {
  return { id: didOf(publicUrl), type: ['Profile'], name, url: publicUrl }
}

/** An entry that claims something else gets another credential. Its end, and what its level rests on, are no claims. */
export function claimsOf(facts: CredentialFacts): string {
  const { validUntil: _, checks: __, criteria: ___, assuredOn, validFrom, isDemo, ...same } = facts
  // Named as they were when the first places were taken: other names would be other claims.
  const claims = { ...same, assured_on: assuredOn, valid_from: validFrom, is_demo: isDemo }
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(claims).sort()))
    .digest('hex')
}

/** A hash of what is in every credential besides entry and key: program, address and name. */
export function formOf(issuer: Issuer): string {
  const texts = { number: '', slug: '', title: 'Title', organiser: '', venue: 'Venue', city: '' }
  const dates = { date: '2026-01-02', assuredOn: '2026-01-02', validFrom: '', validUntil: '2027-01-01', isDemo: true }
  const criteria = { version: 1, publishedAt: '2026-01-02T00:00:00Z', names: ['Name'] }
  const all = ([...basisNames, null] as const).flatMap((basis) =>
    assuranceNames.map((assurance) => {
      const checks: CheckedCriterion[] = [{ name: 'Name', result: 'met', basis, checkedOn: '2026-01-02' }]
      const facts = { ...texts, ...dates, assurance, checks, criteria }
      return credentialOfEntry(facts, { list: 1, place: 0 }, issuer)
    }),
  )
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
}

/** Open Badges 3.0 allows one status, and every verifier acts on revocation (decision 0118). */
function statusEntry({ list, place }: Place, publicUrl: string) {
  const address = publicUrl + filePaths.statusList('revocation', list)
  return {
    id: `${address}#${place}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(place),
    statusListCredential: address,
  }
}
