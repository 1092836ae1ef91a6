/** Most tags that are remembered. */
const maxTags = 10_000

/** Remembers when each tag was last announced, so that whatever was begun earlier and made of it is known to be old. */
export function createAnnouncements() {
  const last = new Map<string, number>()
  let count = 0
  /** What began before this cannot be judged, and counts as old. */
  let forgottenUntil = 0
  return {
    /** How many there were so far: a moment for `isOld`. */
    count: () => count,
    announce(tags: string[]) {
      count++
      if (last.size > maxTags) {
        last.clear()
        forgottenUntil = count
      }
      for (const tag of tags) last.set(tag, count)
    },
    announceAll() {
      count++
      forgottenUntil = count
    },
    /** Whether one of the tags was announced since. */
    isOld: (tags: string[], since: number) =>
      since < forgottenUntil || tags.some((tag) => (last.get(tag) ?? -1) > since),
  }
}
