/** Bytes of bodies, as measured (docs/performance.md); HTTP and TLS add about 500 to each request. */
const bytesOf = { witnessIn: 900, witnessOut: 140, overhead: 500, mirrorEntry: 60_000, mirrorLook: 400 }

export const changesPerDay = 500

/** Megabytes a day, with `changesPerDay` changes; a mirror looks once a minute. */
export const costs = {
  witness: megabytes(changesPerDay * (bytesOf.witnessIn + bytesOf.witnessOut + bytesOf.overhead)),
  mirror: megabytes(changesPerDay * bytesOf.mirrorEntry + 1440 * (bytesOf.mirrorLook + bytesOf.overhead)),
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
