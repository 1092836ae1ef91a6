/** What a mail tells of an application. */
export type ToldApplication = {
  applicationId: string
  reference: string
  /** Of the event. */
  title: string
  contactName: string
  email: string
}

/** What the mail on a decision tells. */
export type DecidedApplication = ToldApplication & {
  /** Tells this decision from others on the same application: an approval can be withdrawn and given again. */
  decision: number | 'registry'
}
