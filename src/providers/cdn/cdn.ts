/** What became of a purge. */
export type PurgeOutcome = { kind: 'purged' } | { kind: 'unavailable'; reason: string }

/** The content delivery network (CDN) in front of the site: it keeps public answers, and drops those with a tag when told so. */
export type Cdn = {
  /** Most tags that one purge takes. */
  maxTags: number
  /** Whether it keeps answers to one address apart by `Accept`. One that does not is never given a page's data, only its document. */
  readsVary: boolean
  /** The header that names an answer's tags. */
  tagHeader: (tags: readonly string[]) => Record<string, string>
  /** The header that says to this CDN alone how long it may keep an answer (RFC 9213, or the vendor's own): it wins over Cache-Control there. */
  controlHeader: string
  /** Drops every answer with one of these tags. It never throws; what it answers holds neither address nor token. */
  purge: (tags: readonly string[]) => Promise<PurgeOutcome>
}
