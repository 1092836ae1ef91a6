/**
 * Bytes of bodies, as measured (docs/performance.md), and what HTTP and TLS add to each request. A request to a witness holds a proof of 20
 * lines in a log of a million entries; a mirror reads the last file of entries again, which is half full on average.
 */
const bytesOf = { witnessIn: 1300, witnessOut: 125, overhead: 500, mirrorEntry: 95_000, mirrorLook: 572 }

export const changesPerDay = 500

/** Megabytes a day, with `changesPerDay` changes; a mirror looks once a minute. */
export const costs = {
  witness: megabytes(changesPerDay * (bytesOf.witnessIn + bytesOf.witnessOut + bytesOf.overhead)),
  mirror: megabytes(changesPerDay * bytesOf.mirrorEntry + 1440 * (bytesOf.mirrorLook + bytesOf.overhead)),
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
