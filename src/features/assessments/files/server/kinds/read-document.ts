import { type Content, convert } from '#process/convert.ts'
import type { Ending } from './recognise.ts'
import type { RefusalId } from './refusals.ts'

/** What a document is, as the program that reads it says. @param isAsSent it is kept as it was sent. */
export type ReadDocument = { kind: Ending; pages: number | null; isAsSent: boolean } | { refused: RefusalId }

/**
 * Reads a document that was sent, in a process of its own (`jobs/convert-document.ts`): recognises it by its content, takes out what it
 * says beside its picture, opens it.
 *
 * @returns what it is, and what is kept of it (nothing where that is what was sent); or why it is refused.
 */
export async function readDocument(content: Content): Promise<ReadDocument & { kept: Uint8Array }> {
  const made = await convert({ kind: 'read' }, content)
  // It took too long, or too much memory: what is in it harms a program that opens it.
  if ('refused' in made) return { refused: 'damaged', kept: new Uint8Array() }
  const end = made.bytes.indexOf(0x0a)
  const told = JSON.parse(new TextDecoder().decode(made.bytes.subarray(0, end))) as ReadDocument
  return { ...told, kept: made.bytes.subarray(end + 1) }
}
