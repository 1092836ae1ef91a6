import { expect, test } from 'bun:test'
import {
  consistencyProof,
  foldedHash,
  growingTree,
  type Hash,
  inclusionProof,
  isConsistent,
  leafHash,
  type ReadNode,
  rootOfInclusion,
  treeRoot,
} from './merkle.ts'
import { sha256 } from './server/node-crypto.ts'

// The entries and roots that the reference implementation of Certificate Transparency (RFC 6962) is tested with.
const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const readFrom =
  (leaves: Uint8Array[]): ReadNode =>
  (height, index) =>
    foldedHash(sha256, leaves.slice(index * 2 ** height, (index + 1) * 2 ** height))
const webCrypto: Hash = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))

test('the roots are those of RFC 6962, by either way of hashing', async () => {
  for (const hash of [sha256, webCrypto]) {
    const leaves = await Promise.all(entries.map((entry) => leafHash(hash, Buffer.from(entry, 'hex'))))
    const growing = growingTree(hash)
    for (const [size, root] of roots.entries()) {
      expect(hex(await treeRoot(hash, size, readFrom(leaves)))).toBe(root)
      expect(hex(await growing.root())).toBe(root)
      await growing.add(leaves[size] ?? new Uint8Array())
    }
  }
})

test('each proof in each small tree leads to its root, and nothing else does', async () => {
  const leaves = await Promise.all(
    Array.from({ length: 40 }, (_, n) => leafHash(sha256, new TextEncoder().encode(`entry ${n}`))),
  )
  const read = readFrom(leaves)
  const rootOf = await Promise.all(Array.from({ length: 41 }, (_, size) => treeRoot(sha256, size, read)))
  for (let size = 1; size <= 40; size++) {
    for (let index = 0; index < size; index++) {
      const proof = await inclusionProof(sha256, index, size, read)
      const given = { leaf: leaves[index]!, index, size, proof }
      expect(hex((await rootOfInclusion(sha256, given))!)).toBe(hex(rootOf[size]!))
      expect(await rootOfInclusion(sha256, { ...given, proof: [...proof, leaves[0]!] })).toBeNull()
      if (proof.length > 0) expect(await rootOfInclusion(sha256, { ...given, proof: proof.slice(1) })).toBeNull()
      const other = await rootOfInclusion(sha256, { ...given, leaf: leaves[(index + 1) % 40]! })
      expect(other && hex(other)).not.toBe(hex(rootOf[size]!))
    }
    for (let from = 1; from <= size; from++) {
      const proof = await consistencyProof(sha256, from, size, read)
      const given = { from, to: size, fromRoot: rootOf[from]!, toRoot: rootOf[size]!, proof }
      expect(await isConsistent(sha256, given)).toBe(true)
      expect(await isConsistent(sha256, { ...given, fromRoot: rootOf[from - 1]! })).toBe(false)
      expect(await isConsistent(sha256, { ...given, toRoot: rootOf[0]! })).toBe(false)
      expect(await isConsistent(sha256, { ...given, proof: [...proof, leaves[0]!] })).toBe(false)
      if (proof.length > 0) expect(await isConsistent(sha256, { ...given, proof: proof.slice(1) })).toBe(false)
    }
  }
  expect(await rootOfInclusion(sha256, { leaf: leaves[0]!, index: 3, size: 3, proof: [] })).toBeNull()
})
