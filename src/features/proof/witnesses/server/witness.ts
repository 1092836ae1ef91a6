import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { isConsistent, sameBytes, treeRoot } from '#features/proof/merkle.ts'
import { type Policy, PolicyProblem, readPolicy } from '#features/proof/policy.ts'
import { sha256, ways } from '#features/proof/server/node-crypto.ts'
import {
  cosignatureLine,
  fromBase64,
  keyKinds,
  type NoteKey,
  type OpenedCheckpoint,
  openCheckpoint,
  splitNote,
  toHex,
  verifierKey,
} from '#features/proof/signed-note.ts'
import { readBodyText } from '#process/read-body.ts'
import { type Conflict, openWitnessFile, type SeenCheckpoint, type WitnessFile } from './witness-file.ts'

const limit = { bytes: 64 * 1024 }
const maxProof = 63
/** A number that JavaScript holds exactly. */
const oldLine = /^old (0|[1-9]\d{0,15})$/

type WitnessOptions = {
  /** What the witness signs as, such as `council.example/witness`. */
  name: string
  logs: Policy['logs']
  file: WitnessFile
  now: () => Date
}

/** C2SP tlog-witness, with cosignature/v1. Its page and `/status.json` say what it has seen. */
export async function createWitness({ name, logs, file, now }: WitnessOptions) {
  const privateKey = createPrivateKey({ key: Buffer.from(file.privateKey(name)), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const key: NoteKey = { name, publicKey: new Uint8Array(publicKey) }
  const keyText = await verifierKey(sha256, key, keyKinds.cosigner)
  const emptyRoot = await treeRoot(sha256, 0, () => Promise.reject(new Error('The empty tree has no nodes.')))
  return { answer, key: keyText }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (pathname === '/add-checkpoint') {
      if (request.method !== 'POST') return said(405, 'add-checkpoint is posted.')
      const body = await readBodyText(request, limit)
      return body === null ? said(400, 'The request is too large.') : await addCheckpoint(body)
    }
    if (!isRead) return said(405, 'There is nothing else to post here.')
    const [, id] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(pathname) ?? []
    if (id) {
      const seen = await findById(id)
      return seen ? said(200, seen.note) : said(404, 'This witness has seen no checkpoint of such a log.')
    }
    if (pathname === '/readyz') return said(200, 'ready')
    if (pathname === '/status.json') return Response.json(status(), { headers })
    if (pathname !== '/') return said(404, 'Not found.')
    return new Response(witnessPage(status()), { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
  }

  async function addCheckpoint(body: string): Promise<Response> {
    const request = readRequest(body)
    if (!request) return said(400, 'The request is not in the form of add-checkpoint.')
    const { old, proof, note } = request
    const [origin] = note.split('\n')
    const known = logs.filter((log) => log.key.name === origin)
    if (known.length === 0) return said(404, 'This witness does not follow that log.')
    const checkpoint = await openByOne(note, known)
    if ('problem' in checkpoint)
      return checkpoint.problem === 'malformed'
        ? said(400, 'The checkpoint is malformed.')
        : said(403, 'The checkpoint is not signed by the key of that log.')
    if (old > checkpoint.size) return said(400, 'The old size is larger than the checkpoint.')
    const before = file.find(checkpoint.origin)
    const [from, fromRoot] = before ? [before.size, before.root] : [0, emptyRoot]
    if (old !== from) return otherSize(from)
    const { size: to, root: toRoot } = checkpoint
    const goesOn = await isConsistent(sha256, { from, to, fromRoot, toRoot, proof })
    if (!goesOn || (to === 0 && !sameBytes(toRoot, emptyRoot))) {
      const isFork = before && from === to && !sameBytes(fromRoot, toRoot)
      if (isFork) file.keepConflict({ origin: checkpoint.origin, size: to, note, seenAt: now().toISOString() })
      return said(
        422,
        isFork ? 'The log signed another root for that size.' : 'The checkpoint does not follow from the old size.',
      )
    }
    const at = now()
    const { text } = splitNote(note)!
    const line = await cosignatureLine(sha256, text, {
      key,
      at,
      sign: (message) => new Uint8Array(sign(null, message, privateKey)),
    })
    const kept = file.keep(before, { ...checkpoint, note: note + line, seenAt: at.toISOString() })
    return kept ? said(200, line) : otherSize(file.find(checkpoint.origin)?.size ?? 0)
  }

  async function findById(id: string): Promise<SeenCheckpoint | null> {
    for (const { key: each } of logs)
      if (toHex(await sha256(new TextEncoder().encode(each.name))) === id) return file.find(each.name)
    return null
  }

  function status() {
    const seen = new Map(file.list().map((each) => [each.origin, each]))
    return {
      name,
      key: keyText,
      logs: [...new Set(logs.map((log) => log.key.name))].map((origin) => statusOf(origin, seen.get(origin))),
      conflicts: file.listConflicts(),
    }
  }
}

function statusOf(origin: string, seen: SeenCheckpoint | undefined): WitnessStatus['logs'][number] {
  return seen
    ? { ...seen, root: Buffer.from(seen.root).toString('base64') }
    : { origin, size: null, root: null, seenAt: null, note: null }
}

/** By the first of the log's keys that signed it; a false signature by any of them is one too many. */
async function openByOne(note: string, logs: Policy['logs']): Promise<OpenedCheckpoint> {
  let opened: OpenedCheckpoint = { problem: 'other-key' }
  for (const { key } of logs) {
    const each = await openCheckpoint(note, key, ways)
    if ('problem' in each && each.problem !== 'other-key') return each
    if (!('problem' in each)) opened = each
  }
  return opened
}

/** Null unless it is to the letter. */
function readRequest(body: string): { old: number; proof: Uint8Array[]; note: string } | null {
  const end = body.indexOf('\n\n')
  const [first, ...lines] = body.slice(0, Math.max(0, end)).split('\n')
  const [, digits] = oldLine.exec(first ?? '') ?? []
  const proof = lines.map(fromBase64)
  const old = Number(digits)
  if (digits === undefined || !Number.isSafeInteger(old) || proof.length > maxProof) return null
  if (proof.some((hash) => hash?.length !== 32)) return null
  return { old, proof: proof as Uint8Array[], note: body.slice(end + 2) }
}

const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' }

function said(status: number, text: string): Response {
  const body = text.endsWith('\n') ? text : `${text}\n`
  return new Response(body, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
}

function otherSize(size: number): Response {
  return new Response(`${size}\n`, { status: 409, headers: { ...headers, 'content-type': 'text/x.tlog.size' } })
}

type WitnessStatus = {
  name: string
  key: string
  /** `size` is null before the first checkpoint. */
  logs: { origin: string; size: number | null; root: string | null; seenAt: string | null; note: string | null }[]
  conflicts: Conflict[]
}

/** A page without anything to load, for people who run the witness or rely on it. */
function witnessPage({ name, key, logs, conflicts }: WitnessStatus): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Witness ${Bun.escapeHTML(name)}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem}code,pre{overflow-wrap:anywhere;white-space:pre-wrap}</style>
</head>
<body>
<main>
<h1>Witness ${Bun.escapeHTML(name)}</h1>
<p>This witness signs a checkpoint of a log only if the log still holds everything that the witness has seen before.</p>
<p>Its line in a policy: <code>witness NAME ${Bun.escapeHTML(key)}</code></p>
${conflicts.map(conflictHtml).join('')}
${logs.map(logHtml).join('')}
<p><a href="/status.json">The same as JSON</a></p>
</main>
</body>
</html>
`
}

function logHtml({ origin, size, seenAt, note }: WitnessStatus['logs'][number]): string {
  const seen =
    size === null
      ? '<p>No checkpoint seen yet.</p>'
      : `<p>${size} entries, seen at ${Bun.escapeHTML(seenAt ?? '')}.</p><pre>${Bun.escapeHTML(note ?? '')}</pre>`
  return `<h2>${Bun.escapeHTML(origin)}</h2>${seen}`
}

function conflictHtml({ origin, size, note, seenAt }: Conflict): string {
  return `<h2>Two histories of ${Bun.escapeHTML(origin)}</h2>
<p><strong>The log signed another root for its ${size} entries.</strong> This witness did not sign it. Seen at ${Bun.escapeHTML(seenAt)}:</p>
<pre>${Bun.escapeHTML(note)}</pre>`
}

export type WitnessSettings = { name: string; logs: string; file: string; port: number }

/** Until it is stopped. @returns a sentence for the operator where the settings do not work */
export async function runWitness({ name, logs, file, port }: WitnessSettings) {
  if (!/^[^\s+]{1,200}$/.test(name)) return 'The name of the witness is missing, or holds a space or a plus.'
  const policy = await readLogs(logs)
  if (typeof policy === 'string') return policy
  const opened = openWitnessFile(file)
  const witness = await createWitness({ name, logs: policy.logs, file: opened, now: () => new Date() })
  const server = Bun.serve({ port, idleTimeout: 120, maxRequestBodySize: 1024 * 1024, fetch: witness.answer })
  return {
    port: server.port!,
    key: witness.key,
    logs: policy.logs.map((log) => log.key.name),
    stop: async () => {
      await server.stop()
      opened.close()
    },
  }
}

/** Lines `log KEY`, such as those of a policy, or keys alone. */
async function readLogs(text: string): Promise<Policy | string> {
  const lines = text.split('\n').map((line) => (/^\s*[^\s+#]+\+[0-9a-f]{8}\+\S+/.test(line) ? `log ${line}` : line))
  const hasQuorum = lines.some((line) => /^\s*quorum\s/.test(line))
  const policy = await readPolicy(sha256, [...lines, ...(hasQuorum ? [] : ['quorum none'])].join('\n'))
  if (policy instanceof PolicyProblem) return `The list of logs cannot be read. ${policy.text}`
  return policy.logs.length > 0 ? policy : 'No log is named: the witness needs the key of each log that it follows.'
}
