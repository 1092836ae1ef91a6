import type { PublicationWait } from '#domain/application-state.ts'
/** Days after which a paid listing that is not published is refunded, and the days before on which its payer is reminded. */
export const waitDays = 30
export const waitReminderDays = [14, 25] as const

export const askAgain = 'confirm-address'

export type IdentityWaiting = {
  waits: PublicationWait[]
  /** Masked for somebody who holds the link alone. */
  email: string
  /** When it is refunded. */
  until: string
  /** In the demonstration nothing is really sent. */
  mailbox: string | null
  isSent: boolean
  /** Seconds to wait, where it was asked for too often. */
  wait: number | null
}
