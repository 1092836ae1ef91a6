import { expect, test } from 'bun:test'
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { sha256, verifyEd25519 } from './server/node-crypto.ts'
import {
  checkpointText,
  type NoteKey,
  openCheckpoint,
  readVerifierKey,
  signedNote,
  toBase64,
  verifierKey,
} from './signed-note.ts'

/** The first key of RFC 8032, section 7.1. */
const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'hex')])
const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
const key: NoteKey = { name: 'register.example/log', publicKey }
const checkpoint = { origin: key.name, size: 20_852_163, root: new Uint8Array(32).fill(7) }
const ways = { hash: sha256, verify: verifyEd25519 }
const signed = (text: string) => signedNote(sha256, text, key, sign(null, Buffer.from(text), secret))

test('a checkpoint is three lines, signed as a note, and opened with its key alone', async () => {
  expect(publicKey.toString('hex')).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  const text = checkpointText(checkpoint)
  expect(text).toBe(`register.example/log\n20852163\n${toBase64(checkpoint.root)}\n`)
  const note = await signed(text)
  expect(note).toMatch(/^[^\n]+\n\d+\n[^\n]+\n\n— register\.example\/log [A-Za-z0-9+/]{90}[A-Za-z0-9+/=]{2}\n$/)
  expect(await openCheckpoint(note, key, ways)).toEqual(checkpoint)
  const witnessed = `${note}— witness.example/w ${toBase64(new Uint8Array(80))}\n`
  expect(await openCheckpoint(witnessed, key, ways)).toEqual(checkpoint)
})

test('what was changed, signed by others, or is no note is told apart', async () => {
  const note = await signed(checkpointText(checkpoint))
  const problem = async (text: string, by = key) => await openCheckpoint(text, by, ways)
  expect(await problem(note.replace('20852163', '20852164'))).toEqual({ problem: 'false-signature' })
  expect(await problem(note, { ...key, publicKey: new Uint8Array(32) })).toEqual({ problem: 'other-key' })
  expect(await problem(note, { ...key, name: 'another.example/log' })).toEqual({ problem: 'other-log' })
  for (const text of ['', 'a\n1\n', note.slice(0, -1), note.replace('20852163', '020852163'), note.replace('— ', '- ')])
    expect(await problem(text)).toEqual({ problem: 'malformed' })
})

test('a key is handed on as name, id and bytes', async () => {
  // Of the documentation of Go's package for signed notes.
  const given = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  const read = await readVerifierKey(sha256, given)
  expect(read?.name).toBe('PeterNeumann')
  expect(await verifierKey(sha256, read!)).toBe(given)
  expect(await readVerifierKey(sha256, given.replace('c74f', 'c74e'))).toBeNull()
  expect(await readVerifierKey(sha256, await verifierKey(sha256, key))).toEqual({ ...key })
})
