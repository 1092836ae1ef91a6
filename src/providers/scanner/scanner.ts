export type ScanOutcome =
  | { kind: 'clean' }
  /** @param signature what the scanner calls it. */
  | { kind: 'infected'; signature: string }
  /** Not scanned: trying again later may help. The reason names nobody. */
  | { kind: 'unavailable'; reason: string }

/** Looks for viruses. Never throws. */
export type Scanner = {
  scan: (content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<ScanOutcome>
}
