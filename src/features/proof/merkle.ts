/** RFC 6962, section 2.1, over SHA-256. Callers say how bytes are hashed and read the hashes of complete subtrees. */
export type Hash = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** Of the complete subtree of 2^height leaves that begins with leaf index · 2^height. */
export type ReadNode = (height: number, index: number) => Promise<Uint8Array>

const leafPrefix = new Uint8Array([0])
const nodePrefix = new Uint8Array([1])

export async function leafHash(hash: Hash, entry: Uint8Array): Promise<Uint8Array> {
  return await hash(joined(leafPrefix, entry))
}

async function nodeHash(hash: Hash, left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return await hash(joined(nodePrefix, left, right))
}

/** `parts` are equal complete subtrees, a power of two of them. */
export async function foldedHash(hash: Hash, parts: Uint8Array[]): Promise<Uint8Array> {
  let row = parts
  while (row.length > 1) {
    const above: Uint8Array[] = []
    for (let at = 0; at < row.length; at += 2) above.push(await nodeHash(hash, row[at]!, row[at + 1]!))
    row = above
  }
  return row[0]!
}

export async function treeRoot(hash: Hash, size: number, read: ReadNode): Promise<Uint8Array> {
  return size === 0 ? await hash(new Uint8Array()) : await rangeHash(hash, 0, size, read)
}

/** Holds the roots of complete subtrees, not the leaves. */
export function growingTree(hash: Hash) {
  /** The largest first; no two have the same height. */
  const subtrees: { height: number; root: Uint8Array }[] = []
  return { add, root }

  async function add(leaf: Uint8Array): Promise<void> {
    let [height, root] = [0, leaf]
    for (; subtrees.at(-1)?.height === height; height++) root = await nodeHash(hash, subtrees.pop()!.root, root)
    subtrees.push({ height, root })
  }

  async function root(): Promise<Uint8Array> {
    let whole = subtrees.at(-1)?.root ?? (await hash(new Uint8Array()))
    for (const subtree of subtrees.slice(0, -1).reverse()) whole = await nodeHash(hash, subtree.root, whole)
    return whole
  }
}

/** PATH(index, D[size]): the hashes, nearest first, that lead from the leaf to the root. */
export async function inclusionProof(hash: Hash, index: number, size: number, read: ReadNode): Promise<Uint8Array[]> {
  const path: Uint8Array[] = []
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + largestPower(end - start)
    const isLeft = index < middle
    path.push(await (isLeft ? rangeHash(hash, middle, end, read) : rangeHash(hash, start, middle, read)))
    if (isLeft) end = middle
    else start = middle
  }
  return path.reverse()
}

/** PROOF(from, D[to]), 0 < from <= to: shows that the larger tree only adds to the smaller one. */
export async function consistencyProof(hash: Hash, from: number, to: number, read: ReadNode): Promise<Uint8Array[]> {
  const path: Uint8Array[] = []
  let [start, end] = [0, to]
  while (from !== end) {
    const middle = start + largestPower(end - start)
    const isLeft = from <= middle
    path.push(await (isLeft ? rangeHash(hash, middle, end, read) : rangeHash(hash, start, middle, read)))
    if (isLeft) end = middle
    else start = middle
  }
  // The verifier has the smaller root itself when it is a subtree of the larger tree.
  if (start > 0) path.push(await rangeHash(hash, start, end, read))
  return path.reverse()
}

/** RFC 9162, 2.1.3.2; null for a proof of the wrong length. */
export async function rootOfInclusion(
  hash: Hash,
  { leaf, index, size, proof }: { leaf: Uint8Array; index: number; size: number; proof: Uint8Array[] },
): Promise<Uint8Array | null> {
  const sides = index < size ? sidesOf(index, size - 1, proof.length) : null
  if (!sides) return null
  let root = leaf
  for (const [at, part] of proof.entries())
    root = await (sides[at] ? nodeHash(hash, part, root) : nodeHash(hash, root, part))
  return root
}

/** Whether `entry` is the leaf at `index` of the tree. */
export async function isIncluded(
  hash: Hash,
  { entry, index, proof }: { entry: Uint8Array; index: number; proof: Uint8Array[] },
  { size, root }: { size: number; root: Uint8Array },
): Promise<boolean> {
  const found = await rootOfInclusion(hash, { leaf: await leafHash(hash, entry), index, size, proof })
  return found !== null && sameBytes(found, root)
}

/** For each hash of a proof whether it is on the left, from a node up; null when the tree has another height. */
function sidesOf(start: number, end: number, length: number): boolean[] | null {
  let [node, last] = [start, end]
  const sides: boolean[] = []
  while (sides.length < length) {
    if (last === 0) return null
    const isLeft = node % 2 === 1 || node === last
    sides.push(isLeft)
    while (isLeft && node % 2 === 0 && node !== 0) {
      node /= 2
      last = Math.floor(last / 2)
    }
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? sides : null
}

/** RFC 9162, 2.1.4.2. */
export async function isConsistent(
  hash: Hash,
  given: { from: number; to: number; fromRoot: Uint8Array; toRoot: Uint8Array; proof: Uint8Array[] },
): Promise<boolean> {
  const { from, to, fromRoot, toRoot } = given
  if (from > to) return false
  if (from === to) return given.proof.length === 0 && sameBytes(fromRoot, toRoot)
  if (from === 0) return given.proof.length === 0
  const proof = Number.isInteger(Math.log2(from)) ? [fromRoot, ...given.proof] : given.proof
  if (proof.length === 0) return false
  let [node, last] = [from - 1, to - 1]
  while (node % 2 === 1) {
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  const [first, ...rest] = proof
  const sides = sidesOf(node, last, rest.length)
  if (!sides) return false
  let [smaller, larger] = [first!, first!]
  for (const [at, part] of rest.entries()) {
    if (sides[at]) smaller = await nodeHash(hash, part, smaller)
    larger = await (sides[at] ? nodeHash(hash, part, larger) : nodeHash(hash, larger, part))
  }
  return sameBytes(smaller, fromRoot) && sameBytes(larger, toRoot)
}

/** Over leaves `start` to `end` (not included); `start` is where such a range of the tree begins. */
async function rangeHash(hash: Hash, start: number, end: number, read: ReadNode): Promise<Uint8Array> {
  const count = end - start
  const height = Math.log2(count)
  if (Number.isInteger(height)) return await read(height, start / count)
  const middle = start + largestPower(count)
  return await nodeHash(hash, await rangeHash(hash, start, middle, read), await rangeHash(hash, middle, end, read))
}

/** Smaller than `count`, which is above 1. */
function largestPower(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
