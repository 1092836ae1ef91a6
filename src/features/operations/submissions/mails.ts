import type { Brand } from '#brand.ts'
import { mail } from '#mail/mail.ts'

/** Nobody has proved that the address is the sender's, so nothing that was typed in the form is in it. */
export const replyMail = (messageId: number, email: string, text: string, brand: Brand) =>
  mail('enquiry-reply', {
    causedBy: 'staff',
    once: `enquiry-reply:${messageId}`,
    to: { name: '', email },
    subject: `Your enquiry to the ${brand.name}`,
  })`
    ${text}

    To answer, email ${brand.email}.`
