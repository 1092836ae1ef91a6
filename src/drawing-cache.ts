import { LRUCache } from 'lru-cache'

export type Drawing = Uint8Array<ArrayBuffer>

type Options = {
  /** Bytes of finished drawings to keep. */
  maxBytes: number
  /** Drawings that may wait for their turn; whoever comes then is asked to come again. */
  maxWaiting: number
}

/**
 * Draws one after another, each once however many ask for it at the same time, and keeps the last ones.
 *
 * @returns of a key, which names everything that the drawing shows: what was kept, or what `draw` makes now; `busy` when too many
 * wait. Rejects as `draw` does, and keeps nothing then.
 */
export function keepDrawings({ maxBytes, maxWaiting }: Options) {
  const kept = new LRUCache<string, Drawing>({ maxSize: maxBytes, sizeCalculation: (drawing) => drawing.length })
  const drawing = new Map<string, Promise<Drawing>>()
  let last: Promise<unknown> = Promise.resolve()

  return async (key: string, draw: () => Promise<Drawing>): Promise<Drawing | 'busy'> => {
    const known = kept.get(key) ?? drawing.get(key)
    if (known) return await known
    if (drawing.size >= maxWaiting) return 'busy'
    const drawn = last.then(draw)
    last = drawn.catch(() => {})
    drawing.set(key, drawn)
    try {
      kept.set(key, await drawn)
      return await drawn
    } finally {
      drawing.delete(key)
    }
  }
}
