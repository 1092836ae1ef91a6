import { generateKeyPairSync, sign } from 'node:crypto'
import { consistencyProof, foldedHash, leafHash, treeRoot } from '#features/proof/merkle.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { checkpointText, type NoteKey, signedNote, toBase64, verifierKey } from '#features/proof/signed-note.ts'

/** A key that signs as `name`. */
export function makeSigner(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key: NoteKey = { name, publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) }
  return { key, sign: (message: string | Uint8Array) => new Uint8Array(sign(null, Buffer.from(message), privateKey)) }
}

/** A log that lies as its test wants: entries from `forkAt` on are those of `branch`. */
export async function makeLog(name = 'register.example/log', forkAt = 5) {
  const signer = makeSigner(name)
  const vkey = await verifierKey(sha256, signer.key)
  return { ...signer, vkey, entry, note, proof, request }

  function entry(index: number, branch = 'one'): Uint8Array {
    return new TextEncoder().encode(index < forkAt ? `${index}` : `${branch} ${index}`)
  }

  function reader(branch: string) {
    return async (height: number, index: number) => {
      const first = index * 2 ** height
      const leaves = Array.from({ length: 2 ** height }, (_, at) => leafHash(sha256, entry(first + at, branch)))
      return await foldedHash(sha256, await Promise.all(leaves))
    }
  }

  async function note(size: number, branch = 'one', by = signer): Promise<string> {
    const text = checkpointText({ origin: name, size, root: await treeRoot(sha256, size, reader(branch)) })
    return await signedNote(sha256, text, by.key, by.sign(text))
  }

  async function proof(from: number, to: number, branch = 'one'): Promise<Uint8Array[]> {
    return from === 0 || from >= to ? [] : await consistencyProof(sha256, from, to, reader(branch))
  }

  /** The body of add-checkpoint. */
  async function request(old: number, size: number, branch = 'one'): Promise<string> {
    const hashes = (await proof(old, size, branch)).map(toBase64)
    return `${[`old ${old}`, ...hashes, ''].join('\n')}\n${await note(size, branch)}`
  }
}
