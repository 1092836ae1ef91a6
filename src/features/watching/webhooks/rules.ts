const hour = 60 * 60

/** After each failed attempt, as the Standard Webhooks specification proposes: over three days in all. */
export const retryDelays = [5, 5 * 60, 30 * 60, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour] as const
/** An event has then failed, and an endpoint that nothing has reached since is disabled. */
export const failAfterSeconds = 72 * hour

/** How long a secret that was replaced still signs beside the new one. */
export const oldSecretHours = 24
/** How long the log of deliveries is kept, and how far back changes can be sent again. */
export const logDays = 30
export const linkDays = 30
export const maxEndpoints = 10
/** To one server, so that nobody aims many at somebody else's. */
export const maxAtHost = 50
/** Events to one server at the same time. */
export const hostAtOnce = 4
/** How long an endpoint is left alone at most because it asks for it (`Retry-After`). */
export const maxRestSeconds = 24 * hour

export type EndpointState = 'active' | 'paused' | 'disabled'
/** Nothing reached it for three days, it answered 410, or an admin did it. */
export type DisabledBy = 'failures' | 'gone' | 'admin'
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

/** In seconds: one bad event holds up no other, and an endpoint that takes nothing is tried at most once an hour. */
export function restAfter(failures: number): number {
  return failures < 3 ? 0 : Math.min(hour, 5 * 4 ** (failures - 3))
}

export function eventType(change: string | null): string {
  return change === null ? 'webhook.test' : `register.entry.${change}`
}

/** The same whenever it is sent. */
export function eventId(endpointId: string, { id, position }: { id: number; position: number | null }): string {
  return `msg_${endpointId.replaceAll('-', '')}_${position === null ? `test-${id}` : position}`
}
