import { fromBase64url } from '../signed-note.ts'
import { verifyEd25519 } from '../web-crypto.ts'
import { didOf, findKey, type IssuerKeys, listPlaces, type StatusPurpose, statusPurposes } from './did.ts'
import { jwsPattern, largestCredential, refused, type Verdict, type VerdictName } from './verdict.ts'

/** Nothing else is read: no address in a credential is asked. */
export type Sources = {
  publicUrl: string
  keys: () => Promise<IssuerKeys | null>
  /** A compact JWS; null when it cannot be read. */
  statusList: (purpose: StatusPurpose, list: number) => Promise<string | null>
  /** A compact JWS; null when there is none. */
  present: (number: string) => Promise<string | null>
  /** Milliseconds. */
  now: number
}

type Status = { statusPurpose?: unknown; statusListCredential?: unknown; statusListIndex?: unknown } | undefined
type Payload = Record<string, unknown> & { credentialStatus?: Status | Status[] }
export type OpenedCredential = { payload: Payload } | Verdict

/** How far clocks may differ. */
const skewMs = 300_000

export async function judgeJws(jws: string, sources: Sources): Promise<Verdict> {
  const opened = await openJws(jws, sources)
  return 'verdict' in opened ? opened : await judgePayload(opened.payload, sources)
}

/** Asks nobody: `valid` is what we signed and is within its dates. `claims`: what was signed; null where we did not sign it. */
export function judgeOffline(opened: OpenedCredential, now: number): Verdict & { claims: Payload | null } {
  if ('verdict' in opened) return { ...opened, claims: null }
  const { payload } = opened
  const number = numberOf(payload)
  if (number === null) return { ...refused('no-credential'), claims: null }
  return { verdict: datesOf(payload, now) ?? 'valid', number, issuer: null, claims: payload }
}

/** Milliseconds, as a JWS or a Data Integrity proof says. */
export function signedAt({ iat, proof }: Payload): number {
  const [first] = [proof].flat() as ({ created?: unknown } | undefined)[]
  return typeof iat === 'number' ? iat * 1000 : timeOf(first?.created)
}

/** VC-JOSE-COSE. Only EdDSA, and only a key of the issuer's document: what a JWS brings along does not count. */
export async function openJws(
  jws: string,
  { publicUrl, keys }: Pick<Sources, 'publicUrl' | 'keys'>,
): Promise<OpenedCredential> {
  if (jws.length > largestCredential * 4 || !jwsPattern.test(jws)) return refused('no-credential')
  const parts = readJws(jws)
  if (!parts) return refused('no-credential')
  const { header, payload } = parts
  const issuer = issuerOf(payload)
  if (issuer === null) return refused('no-credential')
  if (issuer !== didOf(publicUrl)) return refused('other-issuer', issuer)
  const document = await keys()
  if (!document) return refused('no-status')
  const at = typeof payload.iat === 'number' ? payload.iat * 1000 : Number.NaN
  const key = findKey(document, { id: header.kid, type: 'JsonWebKey', at })
  if (typeof key === 'string') return refused(key === 'unknown' ? 'altered' : key)
  const isOurs = header.alg === 'EdDSA' && !('crit' in header) && (await isSignedWith(key.publicKeyJwk!.x, jws))
  return isOurs ? { payload } : refused('altered')
}

/** RFC 7515, 7.1; null when header and payload are no objects of JSON. */
function readJws(jws: string): { header: Payload; payload: Payload } | null {
  try {
    const [header, payload] = jws
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64url(part))) as unknown)
    return isObject(header) && isObject(payload) ? { header, payload } : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws in browsers without Ed25519. */
async function isSignedWith(x: string, jws: string): Promise<boolean> {
  const end = jws.lastIndexOf('.')
  let signature: Uint8Array
  try {
    signature = fromBase64url(jws.slice(end + 1))
  } catch {
    return false
  }
  return await verifyEd25519(fromBase64url(x), signature, new TextEncoder().encode(jws.slice(0, end)))
}

export async function judgePayload(payload: Payload, sources: Sources): Promise<Verdict> {
  const number = numberOf(payload)
  if (number === null) return refused('no-credential')
  const verdict =
    datesOf(payload, sources.now) ??
    (await statusOf(payload, sources)) ??
    ((await isCorrected(payload, number, sources)) ? 'corrected' : 'valid')
  return { verdict, number, issuer: null }
}

function datesOf({ validFrom, validUntil }: Payload, now: number): VerdictName | null {
  if (!(timeOf(validFrom) <= now + skewMs)) return 'not-yet'
  return validUntil !== undefined && !(timeOf(validUntil) > now) ? 'over' : null
}

/** Milliseconds; NaN for anything but a time. */
export function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

async function statusOf({ credentialStatus }: Payload, sources: Sources): Promise<VerdictName | null> {
  // Credentials of earlier releases have a status of each purpose.
  const entries = Array.isArray(credentialStatus) ? credentialStatus : [credentialStatus]
  for (const purpose of Array.isArray(credentialStatus) ? statusPurposes : (['revocation'] as const)) {
    const entry = entries.find((each) => each?.statusPurpose === purpose)
    const address = `${sources.publicUrl}/credentials/status/${purpose}/`
    const list = Number(String(entry?.statusListCredential).replace(address, ''))
    const place = Number(entry?.statusListIndex)
    if (!Number.isSafeInteger(list) || !Number.isSafeInteger(place)) return 'altered'
    const isSet = await readBit({ purpose, list, place }, sources)
    if (isSet === null) return 'no-status'
    if (isSet) return purpose === 'revocation' ? 'revoked' : 'suspended'
  }
  return null
}

/** One that says the same keeps its place. */
async function isCorrected(payload: Payload, number: string, sources: Sources): Promise<boolean> {
  const jws = await sources.present(number)
  const opened = jws ? await openJws(jws, sources) : null
  if (!opened || 'verdict' in opened) return false
  return placeIn(opened.payload) !== placeIn(payload)
}

function placeIn({ credentialStatus }: Payload): string {
  const entry = [credentialStatus].flat().find((each) => each?.statusPurpose === 'revocation')
  return `${entry?.statusListCredential}#${entry?.statusListIndex}`
}

/** Null when there is no such list. */
async function readBit(
  { purpose, list, place }: { purpose: StatusPurpose; list: number; place: number },
  sources: Sources,
): Promise<boolean | null> {
  const jws = await sources.statusList(purpose, list)
  const opened = jws ? await openJws(jws, sources) : null
  if (!opened || 'verdict' in opened) return null
  const { id, credentialSubject: subject } = opened.payload as { id: string; credentialSubject: Record<string, string> }
  const isThisList =
    id === `${sources.publicUrl}/credentials/status/${purpose}/${list}` && subject.statusPurpose === purpose
  if (!isThisList || datesOf(opened.payload, sources.now)) return null
  const bits = await unzip(subject.encodedList!.slice(1))
  if (bits.length * 8 !== listPlaces || place < 0 || place >= listPlaces) return null
  return (bits[place >> 3]! & (128 >> (place & 7))) !== 0
}

async function unzip(base64url: string): Promise<Uint8Array> {
  const stream = new Blob([fromBase64url(base64url)]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Null when it is no credential. */
export function issuerOf({ issuer, type }: Payload): string | null {
  if (!Array.isArray(type) || !type.includes('VerifiableCredential')) return null
  const id = typeof issuer === 'object' && issuer !== null ? (issuer as { id?: unknown }).id : issuer
  return typeof id === 'string' ? id.slice(0, 200) : null
}

/** Null for anything else that we sign. */
function numberOf({ type, credentialSubject }: Payload): string | null {
  if (!Array.isArray(type) || !type.includes('OpenBadgeCredential')) return null
  const { identifier } = (credentialSubject ?? {}) as { identifier?: { identityHash?: unknown }[] }
  const number = Array.isArray(identifier) ? identifier[0]?.identityHash : null
  return typeof number === 'string' ? number : null
}
