/** What a mail tells of an application. */
export type ToldApplication = {
  applicationId: string
  reference: string
  /** Of the event; null where the address is not confirmed, for somebody has typed it. */
  title: string | null
  /** Empty where the address is not confirmed. */
  contactName: string
  email: string
}

/** What the mail on a decision tells. */
export type DecidedApplication = ToldApplication & {
  /** Tells this decision from others on the same application: an approval can be withdrawn and given again. */
  decision: number | 'registry'
}

/** How such a mail begins. */
export function greeting({ contactName }: Pick<ToldApplication, 'contactName'>): string {
  return contactName ? `Hello ${contactName},` : 'Hello,'
}

/** What it is about, after 'your'. */
export function applicationWords({ title, reference }: Pick<ToldApplication, 'title' | 'reference'>): string {
  return title ? `application for ${title}` : `application ${reference}`
}
