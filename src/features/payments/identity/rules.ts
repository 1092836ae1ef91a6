import type { PublicationWait } from '#domain/application-state.ts'
/** Days after which a paid listing that is not published is refunded, and the days before on which its payer is reminded. */
export const waitDays = 30
export const waitReminderDays = [14, 25] as const

/** What the form of that page is called that has the mail sent again. */
export const askAgain = 'confirm-address'

/** What a page says of a paid listing that is not published yet. */
export type IdentityWaiting = {
  waits: PublicationWait[]
  /** Where the mail went; masked for whoever holds the link alone. */
  email: string
  /** ISO time in UTC when it is refunded. */
  until: string
  /** The mailbox, in the demonstration: nothing is really sent there. */
  mailbox: string | null
  /** The mail was sent again just now. */
  isSent: boolean
  /** Seconds to wait, where it was asked for too often. */
  wait: number | null
}
