import { type BodyLimit, readBody } from '#process/read-body.ts'
import type { PostedFile } from '#requests/page-loader.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { namesTwice } from '#wire/names-twice.ts'

export const bodyLimit = 64 * 1024
export const rawBodyLimit = 512 * 1024
/** The server refuses larger bodies itself, without words. */
export const largestBody = 512 * 1024 * 1024
const depthLimit = 50

export type PostedForm = { value: Record<string, string>; files?: Record<string, PostedFile> }

const patienceMs = 60_000

/** Refused when compressed, too slow, or larger than `limit` bytes; no more than that is read. */
export async function readBytes(
  request: Request,
  limit: number,
  { signal = AbortSignal.timeout(patienceMs), count }: Pick<BodyLimit, 'signal' | 'count'> = {},
): Promise<Uint8Array<ArrayBuffer> | Failure> {
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding !== 'identity') return failure('unsupported', 'Send the body without compression.')
  if (Number(request.headers.get('content-length') ?? 0) > limit) return tooLarge(limit)
  const bytes = await readBody(request, { bytes: limit, signal, ...(count ? { count } : {}) })
  if (bytes === 'too-slow') return failure('malformed', 'What you sent took too long to arrive. Please send it again.')
  return bytes === 'too-large' ? tooLarge(limit) : bytes
}

export async function readText(request: Request, limit: number): Promise<string | Failure> {
  const bytes = await readBytes(request, limit)
  if (isFailure(bytes)) return bytes
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return failure('malformed', 'The body is not text in UTF-8.')
  }
}

/** Texts that cannot be stored are refused: JSON can bring half of a surrogate pair (`"\\ud800"`). */
export async function readJson(request: Request): Promise<{ value: unknown } | Failure> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) return failure('unsupported', 'Send the body as application/json.')
  const text = await readText(request, bodyLimit)
  if (typeof text !== 'string') return text
  if (depthOf(text) > depthLimit) return failure('malformed', `The JSON is nested deeper than ${depthLimit} levels.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return failure('malformed', 'The body is not valid JSON.')
  }
  if (namesTwice(text, value)) return failure('malformed', 'An object of the JSON has the same name twice.')
  const field = unstorable(value, [])
  if (field === null) return { value }
  const message = 'This has a character that we cannot store. Please type it again'
  return failure('invalid', 'A text has a character that we cannot store.', { fields: [{ field, message }] })
}

/** The last value of a repeated name counts; a list (`ids[]`) is one value with commas, as `inputOfForm` reads it. */
export async function readForm(request: Request): Promise<PostedForm | Failure> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    return failure('unsupported', 'Send the form as application/x-www-form-urlencoded.')
  const text = await readText(request, bodyLimit)
  if (typeof text !== 'string') return text
  const value: Record<string, string> = Object.create(null)
  for (const [name, entry] of new URLSearchParams(text)) {
    const clean = entry.replaceAll('\u0000', '').replaceAll('\r\n', '\n')
    const list = name.endsWith('[]') ? name.slice(0, -2) : null
    if (list === null) value[name] = clean
    else value[list] = value[list] === undefined ? clean : `${value[list]},${clean}`
  }
  return { value }
}

export async function readFormWithFiles(request: Request): Promise<PostedForm | Failure> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) {
    const form = await readForm(request)
    return isFailure(form) ? form : { ...form, files: {} }
  }
  const bytes = await readBytes(request, rawBodyLimit)
  if (isFailure(bytes)) return bytes
  const value: Record<string, string> = Object.create(null)
  const files: Record<string, PostedFile> = Object.create(null)
  try {
    for (const [name, entry] of await new Response(bytes, { headers: { 'content-type': type } }).formData()) {
      if (typeof entry === 'string') value[name] = entry.replaceAll('\u0000', '').replaceAll('\r\n', '\n')
      else files[name] = { name: (entry as File).name, bytes: new Uint8Array(await (entry as File).arrayBuffer()) }
    }
  } catch {
    return failure('malformed', 'The form could not be read.')
  }
  return { value, files }
}

function tooLarge(limit: number): Failure {
  return failure('too-large', `What you sent is larger than ${limit / 1024} KB.`)
}

/** Counted over the text, so that the parser never sees a hostile depth; brackets in strings count too. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (code === 0x5d || code === 0x7d) depth--
  }
  return deepest
}

function unstorable(value: unknown, path: string[]): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? path.join('.') : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const found = unstorable(key, path) ?? unstorable(item, /^\w{1,40}$/.test(key) ? [...path, key] : path)
    if (found !== null) return found
  }
  return null
}
