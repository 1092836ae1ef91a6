export type ScanOutcome =
  | { kind: 'clean' }
  | { kind: 'infected'; signature: string }
  /** Trying again later may help. The reason names nobody. */
  | { kind: 'unavailable'; reason: string }

export type Scanner = {
  scan: (content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<ScanOutcome>
}
