import { href } from '#pages.ts'
import type { Leaf } from '#wire/leaf.ts'
import { eventType } from '../rules.ts'

/**
 * What is sent of a change, made of the log's entry alone: every attempt sends the same, and there is nothing in it that an erasure would
 * have to reach.
 *
 * @param now of a test, which is about nothing.
 */
export function eventBody(
  event: { position: number; leaf: Leaf } | null,
  { publicUrl, now }: { publicUrl: string; now: Date },
): string {
  if (event === null) return JSON.stringify({ type: eventType(null), timestamp: now.toISOString(), data: {} })
  const { position, leaf } = event
  const { number, change, status, assurance, assuredOn, validFrom, validUntil, at } = leaf
  const address = publicUrl + href('verification', { number })
  // As `GET /api/changes` has it: positions begin at 1.
  const data = { position: position + 1, number, change, status, assurance, assuredOn, validFrom, validUntil, address }
  return JSON.stringify({ type: eventType(change), timestamp: at, data })
}
