import { sha256 } from '#features/proof/server/node-crypto.ts'
import { toBase64, toHex } from '#features/proof/signed-note.ts'
import { countCalls } from '#process/count-calls.ts'
import { readBodyText } from '#process/read-body.ts'

/** A slow witness is asked about the next checkpoint once it has answered. */
const answerMs = 10_000
const limit = { bytes: 64 * 1024 }

type AddAnswer =
  | { kind: 'cosigned'; lines: string }
  /** It has seen another size than was named. */
  | { kind: 'other-size'; size: number }
  | { kind: 'refused'; why: string }
  | { kind: 'unavailable'; why: string }

/** C2SP tlog-witness. `url` is the operator's; redirects are not followed, and nothing is thrown. */
export const witnessClient = countCalls('witnesses', { addCheckpoint, findCheckpoint })

async function addCheckpoint(
  url: string,
  { old, proof, note }: { old: number; proof: Uint8Array[]; note: string },
): Promise<AddAnswer> {
  const lines = [`old ${old}`, ...proof.map(toBase64), '']
  const answer = await ask(`${trimmed(url)}/add-checkpoint`, { method: 'POST', body: `${lines.join('\n')}\n${note}` })
  if (!answer) return silent
  const { status, text } = answer
  if (status === 200) return { kind: 'cosigned', lines: text }
  const [, size] = (status === 409 && /^(0|[1-9]\d{0,15})\n$/.exec(text)) || []
  if (size !== undefined) return { kind: 'other-size', size: Number(size) }
  const why = `it answered ${status}`
  return status >= 500 ? { kind: 'unavailable', why } : { kind: 'refused', why }
}

/** `note`: what the witness has seen of the log; null when it has seen nothing, or does not say. */
async function findCheckpoint(
  url: string,
  origin: string,
): Promise<{ kind: 'answered'; note: string | null } | { kind: 'unavailable'; why: string }> {
  const id = toHex(await sha256(new TextEncoder().encode(origin)))
  const answer = await ask(`${trimmed(url)}/${id}/checkpoint`, {})
  if (!answer) return silent
  if (answer.status >= 500) return { kind: 'unavailable', why: `it answered ${answer.status}` }
  return { kind: 'answered', note: answer.status === 200 ? answer.text : null }
}

async function ask(address: string, init: RequestInit): Promise<{ status: number; text: string } | null> {
  try {
    const response = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(answerMs) })
    const text = await readBodyText(response, limit)
    return text === null ? null : { status: response.status, text }
  } catch {
    return null
  }
}

const silent = { kind: 'unavailable', why: 'it did not answer' } as const
const trimmed = (url: string) => url.replace(/\/+$/, '')
