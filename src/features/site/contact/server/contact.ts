import { takeRateLimit } from '#database/rate-limit.ts'
import type { SqlRunner } from '#database/sql.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, command } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { waitWords } from '#wire/failure.ts'
import { emptyForm } from '#wire/form.ts'
import type { ContactData } from '../contact-page.tsx'
import { contactToasts } from '../rules.ts'
import { type Enquiry, enquiryAnswer, enquirySchema } from '../schema.ts'
import { acknowledgementMail, enquiryMail } from './enquiry-mails.ts'

export const sendEnquiry = command({
  permission: 'anyone',
  summary: 'Send an enquiry',
  description: 'It is stored for the team.',
  schema: enquirySchema,
  answers: { 200: enquiryAnswer },
  failures: {},
  // A person who has forgotten something writes again; nobody writes six times in ten minutes.
  limit: {
    name: 'contact',
    points: 5,
    seconds: 600,
    when: 'Five messages in ten minutes have come from this address.',
    refusal: (seconds) => `You have sent several messages. Please wait ${waitWords(seconds)} and try again.`,
  },
  run: async ({ input, services }) => {
    // Whatever fills the hidden field is a program: it is answered like any other sender, and forgotten.
    if (input[honeypotName] === '') await receiveEnquiry(services, input)
    return answer({ success: true, message: contactToasts.sent.description })
  },
})

/** The contact page; `?sent=1` is where a form that was posted without a script ends. */
export const contact = keptHandler<ContactData>({
  load: async ({ query, services }) => ({
    kind: 'page',
    data: { form: emptyForm, sent: query.get('sent') === '1', chat: await chatOf(services) },
    tags: [pageTags.contentFlags],
  }),
  act: formPost(sendEnquiry, {
    done: () => `${href('contact')}?sent=1`,
    again: async ({ services }, form) => ({ kind: 'page', data: { form, sent: false, chat: await chatOf(services) } }),
  }),
})

const chatOf = async (services: Services) => (await readClaims(services, ['contact-chat']))['contact-chat']

/** How often one address is written an acknowledgement, whoever gives it: the enquiry itself is taken all the same. */
const acknowledgements = { name: 'contact-received', points: 2, seconds: 3600 }

/** Stores an enquiry, mails it to the team and acknowledges it to the sender, all or nothing. */
async function receiveEnquiry(services: Services, enquiry: Enquiry): Promise<void> {
  const { email } = enquiry
  const sender = Bun.hash(mailboxKey(email)).toString(36)
  const isNew = (await takeRateLimit(services.sql, acknowledgements, sender)) === null
  await services.sql.begin(async (transaction) => {
    const [stored] = await addEnquiry(transaction, enquiry)
    await queueMail(transaction, enquiryMail(stored!.id, enquiry, services.brand), services)
    if (isNew) await queueMail(transaction, acknowledgementMail(stored!.id, email, services.brand), services)
  })
}

const addEnquiry = (sql: SqlRunner, { name, email, company, phone, subject, message }: Enquiry) => sql<
  { id: string }[]
>`
  insert into contact_enquiries (name, email, company, phone, subject, message)
  values (${name}::text, ${email}::text, ${company}::text, ${phone}::text, ${subject}::text, ${message}::text)
  returning id`
