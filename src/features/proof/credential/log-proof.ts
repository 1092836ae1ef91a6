import { figure } from '#domain/figures.ts'
import type { Day } from '#domain/formats.ts'
import { longDay } from '#domain/london-time.ts'
import { place } from '#domain/when-and-where.ts'
import { type HashedName, type HashedValues, hashedNames } from '#wire/entry-proof.ts'
import type { Leaf } from '#wire/leaf.ts'
import { isIncluded } from '../merkle.ts'
import { type JudgedCheckpoint, judgeCheckpoint, momentOf, type Policy, seenWords } from '../policy.ts'
import { fromBase64, type NoteCrypto, toBase64 } from '../signed-note.ts'
import { hashedValue, noteProblems } from '../verify-entry.ts'
import { judgeOffline, type OpenedCredential, signedAt } from './judge-credential.ts'
import type { VerdictName } from './verdict.ts'

/** C2SP tlog-proof. */
export const logProofHeading = 'c2sp.org/tlog-proof@v1'
/** In characters; ours have below 3,000. */
const largestLogProof = 16 * 1024
/** A tree has no more leaves than a number can count. */
const maxHashes = 64

type LogProof = { extra: string; index: number; path: Uint8Array[]; checkpoint: string }

/** What a leaf is made of: its hashes follow from salt and values. */
export type LeafFacts = Omit<Leaf, 'hashes'> & { salt: string; values: HashedValues }

/** The entry's facts are the extra data, from which a verifier makes the leaf. */
export function logProofText(facts: LeafFacts, { index, path, checkpoint }: Omit<LogProof, 'extra'>): string {
  const extra = toBase64(new TextEncoder().encode(JSON.stringify(facts)))
  const lines = [logProofHeading, `extra ${extra}`, `index ${index}`, ...path.map(toBase64)]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** Null for any other text, or one without extra data. */
export function readLogProof(text: string): LogProof | null {
  const end = text.indexOf('\n\n')
  if (end < 0 || text.length > largestLogProof) return null
  const [heading, second, third, ...hashes] = text.slice(0, end).split('\n')
  const [, extra] = /^extra ([A-Za-z0-9+/]+={0,2})$/.exec(second ?? '') ?? []
  const [, digits] = /^index (0|[1-9]\d{0,15})$/.exec(third ?? '') ?? []
  if (heading !== logProofHeading || !extra || !digits || hashes.length > maxHashes) return null
  const path = hashes.map(fromBase64).filter((each) => each?.length === 32) as Uint8Array[]
  if (path.length < hashes.length) return null
  return { extra, index: Number(digits), path, checkpoint: text.slice(end + 2) }
}

/** Byte for byte as the register writes it. */
export async function leafOf(facts: LeafFacts, hash: NoteCrypto['hash']): Promise<Uint8Array | null> {
  const salt = fromBase64(facts.salt)
  if (!salt) return null
  const hashes: Partial<Record<HashedName, string>> = {}
  for (const name of hashedNames) hashes[name] = await hashedValue(hash, salt, name, facts.values[name])
  const { assurance, assuredOn, at, change, n, number, recorded, status, v, validFrom, validUntil } = facts
  // In the order of RFC 8785.
  const leaf = { assurance, assuredOn, at, change, hashes, n, number, recorded, status, v, validFrom, validUntil }
  return new TextEncoder().encode(JSON.stringify(leaf))
}

const logProofProblems = {
  ...noteProblems,
  malformed: 'The proof of the public log in it cannot be read: it was changed.',
  'not-included': 'The proof of the public log in it was changed, or the entry is not in that log.',
  'other-entry': 'The proof of the public log in it is that of another entry.',
  differs: 'The public log says otherwise of this entry than the credential does.',
  'not-witnessed': 'Not enough of the witnesses that the policy asks for have seen it in the public log.',
} as const
type LogProofProblem = keyof typeof logProofProblems

type Claims = Record<string, unknown> & {
  credentialSubject?: { licenseNumber?: unknown; achievement?: { id?: unknown; description?: unknown } }
}

/** Whether the credential's entry is in a log of the policy as the credential says it, and enough witnesses have seen that. `number` is counted from 1. */
export async function verifyLogProof(
  claims: Claims,
  text: string,
  policy: Policy,
  ways: NoteCrypto,
): Promise<
  | (Pick<JudgedCheckpoint, 'checkpoint' | 'seenBy'> & { number: number; recorded: string })
  | { problem: LogProofProblem; seenBy?: JudgedCheckpoint['seenBy'] }
> {
  const proof = readLogProof(text)
  const facts = proof && readFacts(proof.extra)
  const leaf = facts && (await leafOf(facts, ways.hash))
  if (!proof || !facts || !leaf) return { problem: 'malformed' }
  const judged = await judgeCheckpoint(proof.checkpoint, policy, ways)
  if ('problem' in judged) return judged
  const { checkpoint, seenBy } = judged
  const { index, path } = proof
  if (!(await isIncluded(ways.hash, { entry: leaf, index, proof: path }, checkpoint)))
    return { problem: 'not-included' }
  if (claims.credentialSubject?.licenseNumber !== facts.number) return { problem: 'other-entry' }
  if (!saysTheSame(claims, facts)) return { problem: 'differs' }
  if (!judged.isWitnessed) return { problem: 'not-witnessed', seenBy }
  return { checkpoint, seenBy, number: index + 1, recorded: facts.recorded }
}

function saysTheSame(
  { validFrom, validUntil = null, awardedDate = null, credentialSubject }: Claims,
  facts: LeafFacts,
) {
  const { values, assurance, assuredOn } = facts
  const { id, description } = credentialSubject?.achievement ?? {}
  return (
    facts.status === 'active' &&
    validFrom === facts.validFrom &&
    validUntil === facts.validUntil &&
    awardedDate === (assuredOn && `${assuredOn}T00:00:00Z`) &&
    String(id).endsWith(`#standards-${assurance}`) &&
    description === descriptionOf({ ...values, date: values.date || null })
  )
}

/** Null for anything but an object of the parts that a leaf is made of. */
function readFacts(extra: string): LeafFacts | null {
  const bytes = fromBase64(extra)
  try {
    const facts = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())) as LeafFacts
    const isWhole = hashedNames.every((name) => typeof facts.values[name] === 'string')
    return isWhole && typeof facts.salt === 'string' ? facts : null
  } catch {
    return null
  }
}

type DescribedEvent = { title: string; organiser: string; date: Day | null; venue: string; city: string }

/** How a credential describes its event. A proof of the log is held against it, so files that were handed out need the form to stay. */
export function descriptionOf({ title, organiser, date, venue, city }: DescribedEvent): string {
  const when = date ? `, on ${longDay(date)}` : ''
  const where = place(venue, city)
  return `${title}, by ${organiser}${when}${where ? `, ${where}` : ''}.`
}

export type OfflineCheck = {
  /** `proven`: we signed it, and the public log holds it as the policy asks. */
  verdict: VerdictName | LogProofProblem | 'proven'
  number: string | null
  issuer: string | null
  found: string[]
}

/** Asks nobody. What was changed since then, a revocation above all, cannot be known. */
export async function checkOffline(
  { opened, logProof }: { opened: OpenedCredential; logProof: string },
  { policy, ways, now }: { policy: Policy; ways: NoteCrypto; now: number },
): Promise<OfflineCheck> {
  const { claims, ...judged } = judgeOffline(opened, now)
  if (judged.verdict !== 'valid' || !claims) return { ...judged, found: [] }
  const { id, name } = claims.issuer as { id: string; name: string }
  const signed = `Signed by the ${name} (${id}) on ${momentOf(new Date(signedAt(claims)))}.`
  const logged = await verifyLogProof(claims, logProof, policy, ways)
  const { number, issuer } = judged
  if ('problem' in logged) {
    const { problem, seenBy } = logged
    const seen = seenBy ? [seenWords(seenBy, policy)] : []
    return { verdict: problem, number, issuer, found: [signed, logProofProblems[problem], ...seen] }
  }
  const { checkpoint, seenBy } = logged
  const moments = seenBy.map(({ at }) => at.getTime())
  const moment = momentOf(new Date(moments.length > 0 ? Math.max(...moments) : logged.recorded))
  return {
    verdict: 'proven',
    number,
    issuer,
    found: [
      signed,
      // Anybody can draw another page around a credential that is right.
      `It says: ${(claims as Claims).credentialSubject?.achievement?.description} Compare that with what you see: how a file looks is not signed.`,
      `It is in the public log ${checkpoint.origin} at number ${figure(logged.number)}.`,
      seenWords(seenBy, policy),
      `${number} was valid at checkpoint ${figure(checkpoint.size)} of ${moment}. What may have changed since then needs the network: ask for news.`,
    ],
  }
}
