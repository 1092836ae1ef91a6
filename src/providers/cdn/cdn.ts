export type PurgeOutcome = { kind: 'purged' } | { kind: 'unavailable'; reason: string }

export type Cdn = {
  maxTags: number
  /** Whether it keeps answers to one address apart by `Accept`; otherwise it gets a page's document only, never its data. */
  readsVary: boolean
  tagHeader: (tags: readonly string[]) => Record<string, string>
  /** For this CDN alone, where it wins over Cache-Control (RFC 9213, or the vendor's own). */
  controlHeader: string
  /** Never throws; the reason holds neither address nor token. */
  purge: (tags: readonly string[]) => Promise<PurgeOutcome>
}
