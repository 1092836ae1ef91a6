export type ApplicationSummary = {
  applicationId: string
  reference: string
  /** Of the event; null while the address, which anybody may have typed, is not confirmed. */
  title: string | null
  contactName: string
  email: string
}

/** Whose email it is, and of what application. */
export const toApplicant = ({ applicationId, contactName, email }: ApplicationSummary) => ({
  application: applicationId,
  to: { name: contactName, email },
})

export type DecidedApplication = ApplicationSummary & {
  /** Distinguishes decisions on one application: an approval can be withdrawn and given again. */
  decision: number | 'registry'
}

export function greeting({ contactName }: Pick<ApplicationSummary, 'contactName'>): string {
  return contactName ? `Hello ${contactName},` : 'Hello,'
}

export function applicationWords({ title, reference }: Pick<ApplicationSummary, 'title' | 'reference'>): string {
  return title ? `application for ${title}` : `application ${reference}`
}
