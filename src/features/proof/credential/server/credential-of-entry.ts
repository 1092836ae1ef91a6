import { createHash } from 'node:crypto'
import { type Assurance, assuranceLevels, assuranceNames, meaningOf } from '#domain/assurance.ts'
import { longDay } from '#domain/london-time.ts'
import { place } from '#domain/when-and-where.ts'
import { filePaths, href } from '#pages.ts'
import { didOf } from '../did.ts'
import { credentialsContext, openBadgesContext } from './contexts.ts'

/** What can change of these is in the entry's leaf of the public log. */
export type CredentialFacts = {
  number: string
  slug: string
  title: string
  organiser: string
  date: string | null
  venue: string
  city: string
  assurance: Assurance
  assured_on: string | null
  valid_from: string
  valid_until: string | null
  is_demo: boolean
  /** Each of its results has a recorded basis. */
  has_bases: boolean
}

/** `publicUrl` has no slash at its end. */
export type Issuer = { publicUrl: string; name: string }

export type Place = { list: number; place: number }

/** Open Badges 3.0, OpenBadgeCredential. */
export function credentialOfEntry(facts: CredentialFacts, at: Place, issuer: Issuer) {
  const { publicUrl } = issuer
  const { number, title, organiser, date, venue, city, assurance, assured_on: assuredOn } = facts
  const level = assuranceLevels[assurance]
  const when = date ? `, on ${longDay(date)}` : ''
  const where = place(venue, city)
  return {
    '@context': [credentialsContext, openBadgesContext],
    id: publicUrl + filePaths.credential(number, 'json'),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: facts.is_demo ? `Demonstration, no accreditation: ${number}` : `Accreditation ${number}`,
    issuer: profileOf(issuer),
    validFrom: facts.valid_from,
    ...(facts.valid_until ? { validUntil: facts.valid_until } : {}),
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
        name: `Accredited event. How far it was checked: ${level.label}`,
        description: `${title}, by ${organiser}${when}${where ? `, ${where}` : ''}.`,
        image: {
          id: publicUrl + filePaths.badge(number),
          type: 'Image',
          caption: 'The live badge of this event in the register.',
        },
        criteria: { id: `${publicUrl}${href('about')}#standards`, narrative: meaningOf(assurance, facts.has_bases) },
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
export function claimsOf({ valid_until: _, has_bases: __, ...facts }: CredentialFacts): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(facts).sort()))
    .digest('hex')
}

/** A hash of what is in every credential besides entry and key: program, address and name. */
export function formOf(issuer: Issuer): string {
  const facts = {
    number: '',
    slug: '',
    title: 'Title',
    organiser: '',
    date: '2026-01-02',
    venue: 'Venue',
    city: '',
    assured_on: '2026-01-02',
  }
  const times = { is_demo: true, valid_from: '', valid_until: '2027-01-01' }
  const all = [true, false].flatMap((hasBases) =>
    assuranceNames.map((assurance) =>
      credentialOfEntry({ ...facts, ...times, assurance, has_bases: hasBases }, { list: 1, place: 0 }, issuer),
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
