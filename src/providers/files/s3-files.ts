import type { Env } from '#env.ts'
import type { FileStore } from './files.ts'

/** The smallest part of an upload that servers take, except the last. */
const partSize = 5 * 1024 * 1024

export function createS3Files(settings: NonNullable<Env['s3']>): FileStore {
  const bucket = new Bun.S3Client(settings)
  return {
    put: async (key, content, type) => {
      const writer = bucket.file(key).writer({ type, partSize, queueSize: 1, retry: 3 })
      try {
        for await (const part of content) {
          writer.write(part)
          await writer.flush()
        }
        await writer.end()
      } catch (problem) {
        // An open upload would stay; the client ends one only by storing it.
        await Promise.resolve(writer.end()).catch(() => {})
        await bucket.delete(key).catch(() => {})
        throw problem
      }
    },
    read: async (key) => ((await bucket.exists(key)) ? bucket.file(key).stream() : null),
    delete: async (key) => await bucket.delete(key),
    exists: async (key) => await bucket.exists(key),
  }
}
