export const claimKinds = {
  figure: { label: 'Figure', texts: ['value', 'label'] },
  testimonial: { label: 'Testimonial', texts: ['quote', 'name', 'role'] },
  'press-quote': { label: 'Press quote', texts: ['quote', 'name', 'role'] },
  'earlier-price': { label: 'Earlier price', texts: ['value'] },
  deadline: { label: 'Deadline', texts: ['value', 'label'] },
  'places-left': { label: 'Places left', texts: ['value', 'label'] },
  'partner-logo': { label: 'Partner logo', texts: ['name', 'value'] },
  winner: { label: 'Winner of an award', texts: ['value', 'label', 'name', 'role'] },
  person: { label: 'Person', texts: ['name', 'role', 'quote'] },
  'press-release': { label: 'Press release', texts: ['name', 'value'] },
  announcement: { label: 'Event of our own', texts: ['name'] },
  promise: { label: 'Promise', texts: ['name', 'quote'] },
  badge: { label: 'Badge', texts: ['value'] },
} as const satisfies Record<string, { label: string; texts: readonly ClaimText[] }>

export type ClaimKind = keyof typeof claimKinds
export type ClaimText = 'value' | 'label' | 'quote' | 'name' | 'role'

type ClaimProof = {
  source: string
  /** A link, or the address of a file. */
  proof: string
  owner: string
  validFrom: string | null
  validUntil: string | null
}

export type Claim = Record<ClaimText, string> & ClaimProof & { kind: ClaimKind }

/** `no-proof` also without an owner or a day; `ends-soon` is still shown. */
export type ClaimState = 'shown' | 'ends-soon' | 'no-proof' | 'ended' | 'not-begun'

const soonDays = 30

export function claimState({ source, proof, owner, validFrom, validUntil }: ClaimProof, today: string): ClaimState {
  if (!source || !proof || !owner || !validFrom || !validUntil) return 'no-proof'
  if (validUntil < today) return 'ended'
  if (validFrom > today) return 'not-begun'
  return Date.parse(validUntil) - Date.parse(today) <= soonDays * 86_400_000 ? 'ends-soon' : 'shown'
}

export type ShownClaim = Partial<Record<ClaimText, string>> & {
  /** Without valid proof: only the demonstration shows it, marked as a sample. */
  isSample?: true
  since?: string
  source?: string
  link?: string
}

export function shownClaims(claims: readonly Claim[], { mode, today }: { mode: 'production' | 'demo'; today: string }) {
  return claims.flatMap((claim): ShownClaim[] => {
    const state = claimState(claim, today)
    const proven = state === 'shown' || state === 'ends-soon'
    if (!proven && mode === 'production') return []
    const texts = Object.fromEntries(
      claimKinds[claim.kind].texts.filter((text) => claim[text]).map((text) => [text, claim[text]]),
    )
    return [{ ...texts, ...(proven ? provenance(claim) : { isSample: true }) }]
  })
}

/** Quotations and partners go without: their proof may be a letter. */
function provenance({ kind, validFrom, source, proof }: Claim): Pick<ShownClaim, 'since' | 'source' | 'link'> {
  if (kind !== 'figure') return {}
  return { since: validFrom!, source, ...(/^(https:\/\/|\/(?!\/))/.test(proof) ? { link: proof } : {}) }
}

export function areSamples(claims: readonly Pick<ShownClaim, 'isSample'>[]): boolean {
  return claims.some(({ isSample }) => isSample)
}

/** Of the first claim; null without one, or where the price now is not lower. */
export function earlierPence([claim]: readonly ShownClaim[], pence: number): number | null {
  const earlier = penceOf(claim?.value ?? '')
  return earlier !== null && earlier > pence ? earlier : null
}

/** '£1,495' or '£49.50'; null for anything else. */
export function penceOf(price: string): number | null {
  if (!/^£\d{1,3}(,?\d{3})*(\.\d\d)?$/.test(price)) return null
  return Math.round(Number(price.replace(/[£,]/g, '')) * 100)
}
