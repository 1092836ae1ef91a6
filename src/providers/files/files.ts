/** Where documents are kept. A key names one file; keys are ours and never a visitor's words. */
export type FileStore = {
  /** Stores a file, in place of what was there. It rejects where it could not be stored whole; then nothing is there. */
  put: (key: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, mediaType: string) => Promise<void>
  /** The file, read as fast as it is taken; null where there is none. */
  read: (key: string) => Promise<ReadableStream<Uint8Array> | null>
  /** What is not there is deleted as well. */
  delete: (key: string) => Promise<void>
  exists: (key: string) => Promise<boolean>
}
