import { createHash } from 'node:crypto'
import { assuranceNames, type Level, levelWords, meaningOf } from '#domain/assurance.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { longDay } from '#domain/london-time.ts'
import { place } from '#domain/when-and-where.ts'
import { filePaths, href } from '#pages.ts'
import { didOf } from '../did.ts'
import { credentialsContext, openBadgesContext } from './contexts.ts'

/** What can change of these is in the entry's leaf of the public log. */
export type CredentialFacts = Level & {
  number: string
  slug: string
  title: string
  organiser: string
  date: Day | null
  venue: string
  city: string
  validFrom: Instant
  validUntil: Instant | null
  isDemo: boolean
  /** Each of its results has a recorded basis. */
  hasBases: boolean
}

/** `publicUrl` has no slash at its end. */
export type Issuer = { publicUrl: string; name: string }

export type Place = { list: number; place: number }

/** Open Badges 3.0, OpenBadgeCredential. */
export function credentialOfEntry(facts: CredentialFacts, at: Place, issuer: Issuer) {
  const { publicUrl } = issuer
  const { number, title, organiser, date, venue, city, assurance, assuredOn } = facts
  const when = date ? `, on ${longDay(date)}` : ''
  const where = place(venue, city)
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
        description: `${title}, by ${organiser}${when}${where ? `, ${where}` : ''}.`,
        image: {
          id: publicUrl + filePaths.badge(number),
          type: 'Image',
          caption: 'The live badge of this event in the register.',
        },
        criteria: { id: `${publicUrl}${href('about')}#standards`, narrative: meaningOf(assurance, facts.hasBases) },
      },
    },
    credentialStatus: statusEntry(at, publicUrl),
  }
}

/** Open Badges 3.0, Profile. */
export function profileOf({ publicUrl, name }: Issuer) {
  return { id: didOf(publicUrl), type: ['Profile'], name, url: publicUrl }
}

/** An entry that claims something else gets another credential. Its end, and our words on its level, are no claims. */
export function claimsOf({
  validUntil: _,
  hasBases: __,
  assuredOn,
  validFrom,
  isDemo,
  ...facts
}: CredentialFacts): string {
  // Named as they were when the first places were taken: other names would be other claims.
  const claims = { ...facts, assured_on: assuredOn, valid_from: validFrom, is_demo: isDemo }
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(claims).sort()))
    .digest('hex')
}

/** A hash of what is in every credential besides entry and key: program, address and name. */
export function formOf(issuer: Issuer): string {
  const texts = { number: '', slug: '', title: 'Title', organiser: '', venue: 'Venue', city: '' }
  const dates = { date: '2026-01-02', assuredOn: '2026-01-02', validFrom: '', validUntil: '2027-01-01', isDemo: true }
  const all = [true, false].flatMap((hasBases) =>
    assuranceNames.map((assurance) =>
      credentialOfEntry({ ...texts, ...dates, assurance, hasBases }, { list: 1, place: 0 }, issuer),
    ),
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
