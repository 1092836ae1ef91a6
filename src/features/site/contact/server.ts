import { type } from 'arktype'
import { takeRateLimit } from '#database/rate-limit.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { waitWords } from '#wire/failure.ts'
import { contactToasts, enquiryForm } from './form.ts'
import { acknowledgementMail, enquiryMail } from './mails.ts'

/** For one address. The enquiry itself is always taken. */
const acknowledgements = { name: 'contact-received', points: 2, seconds: 3600 }

export const sendEnquiry = command({
  permission: 'anyone',
  form: enquiryForm,
  api: {
    summary: 'Send an enquiry',
    description: 'It is stored for the team.',
    answers: { 200: type({ success: 'true', message: 'string' }) },
    failures: {},
  },
  // A person who has forgotten something writes again; nobody writes six times in ten minutes.
  limit: {
    name: 'contact',
    points: 5,
    seconds: 600,
    when: 'Five messages in ten minutes have come from this address.',
    refusal: (seconds) => `You have sent several messages. Please wait ${waitWords(seconds)} and try again.`,
  },
  run: async ({ input, sql, services: { brand } }) => {
    const { name, email, company, phone, subject, message } = input
    const sender = Bun.hash(mailboxKey(email)).toString(36)
    const isNew = (await takeRateLimit(sql.raw, acknowledgements, sender)) === null
    const [stored] = await sql<{ id: string }[]>`
      insert into contact_enquiries (name, email, company, phone, subject, message)
      values (${name}::text, ${email}::text, ${company}::text, ${phone}::text, ${subject}::text, ${message}::text)
      returning id`
    const { id } = stored!
    return did({
      answer: { success: true, message: contactToasts.sent.description },
      mails: [enquiryMail(id, input, brand), isNew && acknowledgementMail(id, email, brand)],
    })
  },
  leadsTo: () => `${href('contact')}?sent=1`,
})

export const contact = page('contact', {
  tags: [pageTags.contentFlags],
  commands: { send: sendEnquiry },
  load: async ({ query, services }) => ({
    sent: query.get('sent') === '1',
    chat: (await readClaims(services, ['contact-chat']))['contact-chat'],
  }),
})
