import { type Content, convert } from '#process/convert.ts'
import type { Ending } from './recognise.ts'
import type { RefusalId } from './refusals.ts'

/** `isAsSent`: it is stored as it was sent. */
export type ReadDocument = { kind: Ending; pages: number | null; isAsSent: boolean } | { refused: RefusalId }

/** Recognises, cleans and opens a document in a process of its own. @returns `kept` is empty where it is stored as it was sent. */
export async function readDocument(content: Content): Promise<ReadDocument & { kept: Uint8Array }> {
  const made = await convert({ kind: 'read' }, content)
  // It took too long or too much memory, so it may harm a program that opens it.
  if ('refused' in made) return { refused: 'damaged', kept: new Uint8Array() }
  const end = made.bytes.indexOf(0x0a)
  const result = JSON.parse(new TextDecoder().decode(made.bytes.subarray(0, end))) as ReadDocument
  return { ...result, kept: made.bytes.subarray(end + 1) }
}
