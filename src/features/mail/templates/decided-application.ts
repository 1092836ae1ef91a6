/** What the mails on a decision tell of an application. */
export type DecidedApplication = {
  applicationId: string
  reference: string
  /** Of the event. */
  title: string
  contactName: string
  email: string
}
