/** In bytes. */
const betweenCollections = 16 * 1024 * 1024
let stored = 0

/**
 * Counts what is stored of documents, and has the garbage collector run after every 16 MB. The driver writes a value as text of twice its length,
 * and copies that: left alone, the collector lets five times what was stored pile up first.
 */
export function noteStored(bytes: number): void {
  stored += bytes
  if (stored < betweenCollections) return
  stored = 0
  Bun.gc(true)
}
