import { pickFields } from '#domain/pick-fields.ts'
import type { verification } from '#features/register/certificate/server.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { callApi } from '#wire/call-api.ts'
import { PolicyProblem, readPolicy } from '../policy.ts'
import { hash, verifyWith } from '../web-crypto.ts'
import type { DidDocument, IssuerKeys } from './did.ts'
import { judgeJws, openJws, type Sources } from './judge-credential.ts'
import { checkOffline, type OfflineCheck } from './log-proof.ts'
import { type FoundCredential, isLogProof, largestFile, readCredential } from './read-file.ts'
import { atPresent, type FileVerdictName, largestCredential, type Verdict } from './verdict.ts'

type Verification = PageData<typeof verification>

export type CheckedFile = Omit<Verdict, 'verdict'> & {
  verdict: FileVerdictName
  /** Null when the signature is not ours. */
  register: Verification | null
  /** It was sent to the register, because this browser could not check it. */
  wasSent: boolean
}

/** What the page came with. */
export type Trust = { publicUrl: string; keys: IssuerKeys | null; policy: string | null }

/** `ask` checks with the register a file that was checked without the network; it throws without an answer. */
export type OfflineFile = { offline: OfflineCheck; ask: () => Promise<CheckedFile> }

/**
 * `files`: one, and its `.tlog-proof` where that is apart. They never leave the browser; a Data Integrity credential is sent alone. With a
 * proof of the public log it is checked without the network. Throws without an answer.
 */
export async function checkFiles(files: File[], trust: Trust): Promise<CheckedFile | OfflineFile> {
  const nothing = { number: null, issuer: null, register: null, wasSent: false }
  if (files.some(({ size }) => size > largestFile)) return { verdict: 'too-large', ...nothing }
  const texts = await Promise.all(files.map((each) => each.slice(0, largestCredential).text()))
  const proofs = texts.map((text) => (isLogProof(text) ? text : null))
  const [file, ...others] = files.length > 1 ? files.filter((_, at) => proofs[at] === null) : files
  const apart = files.length > 1 ? proofs.filter((text) => text !== null) : []
  if (!file || others.length > 0 || apart.length > 1) return { verdict: 'several-files', ...nothing }
  const content = await readCredential(new Uint8Array(await file.arrayBuffer()))
  if ('verdict' in content) return { ...content, ...nothing }
  const { credential } = content
  const logProof = apart[0] ?? content.logProof
  const ask = async () => await askRegister(credential, trust.publicUrl)
  const offline = typeof credential === 'string' && logProof ? await offlineOf({ credential, logProof }, trust) : null
  return offline ? { offline, ask } : await ask()
}

/** Null when this browser has no Ed25519, or the page came without keys. */
async function offlineOf(
  { credential, logProof }: { credential: string; logProof: string },
  { publicUrl, keys, policy: text }: Trust,
): Promise<OfflineCheck | null> {
  const policy = keys && text !== null ? await readPolicy(hash, text) : null
  if (!policy || policy instanceof PolicyProblem) return null
  const signatures = { areChecked: true }
  const ways = { hash, verify: verifyWith(signatures) }
  const opened = openJws(credential, { publicUrl, keys: async () => keys })
  const check = async () => await checkOffline({ opened: await opened, logProof }, { policy, ways, now: Date.now() })
  const checked = await check().catch(() => null)
  return signatures.areChecked ? checked : null
}

async function askRegister(credential: FoundCredential, publicUrl: string): Promise<CheckedFile> {
  const here = typeof credential === 'string' ? await judgeHere(credential, publicUrl) : null
  const verdict = here ?? (await send(credential))
  const register = verdict.number ? await readRegister(verdict.number) : null
  const status = register?.kind === 'found' ? register.facts.status : undefined
  return { ...verdict, verdict: atPresent(verdict.verdict, status), register, wasSent: here === null }
}

/** Null when this browser has no Ed25519. */
async function judgeHere(jws: string, publicUrl: string): Promise<Verdict | null> {
  const sources: Sources = {
    publicUrl,
    keys: async () => (await (await read(filePaths.issuer())).json()) as DidDocument,
    statusList: async (purpose, list) => await (await read(`${filePaths.statusList(purpose, list)}.jwt`)).text(),
    present: async (number) => {
      const response = await fetch(filePaths.credential(number, 'jwt'), { cache: 'no-cache' }).catch(() => null)
      if (response?.ok) return await response.text()
      if (response?.status === 404) return null
      throw new NoAnswer(number)
    },
    now: Date.now(),
  }
  try {
    return await judgeJws(jws, sources)
  } catch (problem) {
    if (problem instanceof NoAnswer) throw problem
    return null
  }
}

async function send(credential: FoundCredential): Promise<Verdict> {
  return pickFields(await callApi<Verdict>('verifyCredential', { body: { credential } }), 'verdict', 'number', 'issuer')
}

async function readRegister(number: string): Promise<Verification> {
  const response = await fetch(href('verification', { number }), { headers: { accept: 'application/json' } })
  return ((await response.json()) as { data: Verification }).data
}

class NoAnswer extends Error {}

/** Not from the browser's cache. */
async function read(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-cache' }).catch(() => null)
  if (!response?.ok) throw new NoAnswer(path)
  return response
}
