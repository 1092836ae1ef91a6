/** Keys are ours, never a visitor's words. */
export type FileStore = {
  /** Replaces what was there; rejects where it could not be stored whole, and then nothing is there. */
  put: (key: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, mediaType: string) => Promise<void>
  read: (key: string) => Promise<ReadableStream<Uint8Array> | null>
  delete: (key: string) => Promise<void>
  exists: (key: string) => Promise<boolean>
}
