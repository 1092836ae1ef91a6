import type { NamedSubject } from '#features/watching/rules.ts'
import type { FormState } from '#wire/form.ts'
import type { DeliveryState, DisabledBy, EndpointState } from './rules.ts'

export type WebhooksData = {
  form: FormState
  /** A link was asked for. */
  isAsked: boolean
  /** An event, and programs that check one. */
  examples: Record<'event' | 'typescript' | 'python', string>
}

export type Endpoint = {
  id: string
  address: string
  /** What is followed; null where it is no longer there. */
  follows: NamedSubject | null
  state: EndpointState
  disabledBy: DisabledBy | null
  /** Since when every attempt has failed, as an ISO time; null while it works. */
  failingSince: string | null
  /** The last time that something was accepted. */
  deliveredAt: string | null
  waiting: number
}

/** A new secret, shown this once. */
export type NewSecret = { id: string; address: string; secret: string }

export type EndpointsData =
  | { kind: 'unknown' }
  /** The links of an address were just ended, and a new one was mailed there. */
  | { kind: 'replaced'; email: string }
  | {
      kind: 'known'
      token: string
      email: string
      endpoints: Endpoint[]
      /** What was just done, said once. */
      isDeleted: boolean
      secret: NewSecret | null
      form: FormState
    }

export type Delivery = {
  id: number
  eventId: string
  /** Place in the public log; null of a test. */
  position: number | null
  /** Of the change, or a test. */
  type: string
  /** Of the entry; null of a test. */
  number: string | null
  createdAt: string
  state: DeliveryState
  attempts: number
  attemptedAt: string | null
  httpStatus: number | null
  outcome: string | null
  milliseconds: number | null
  nextAt: string | null
}

export const endpointMoves = ['tested', 'sent', 'replayed', 'nothing', 'paused', 'resumed'] as const
export type EndpointMove = (typeof endpointMoves)[number]

export type EndpointData =
  | { kind: 'unknown' }
  | {
      kind: 'known'
      token: string
      endpoint: Endpoint & { createdAt: string; oldSecretUntil: string | null }
      deliveries: Delivery[]
      page: number
      isLastPage: boolean
      done: EndpointMove | null
      secret: NewSecret | null
      form: FormState
    }
