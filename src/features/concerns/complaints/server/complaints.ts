import { newReference } from '#domain/new-reference.ts'
import { pageTags } from '#domain/page-tags.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { waitWords } from '#wire/failure.ts'
import { emptyForm } from '#wire/form.ts'
import { type Complaint, complaintSchema } from '../schema.ts'
import type { ComplaintData } from '../state.ts'
import { acknowledgementMail, complaintMail } from './complaint-mails.ts'
import { addComplaint } from './queries.ts'

const sendComplaint = formCommand({
  permission: 'anyone',
  schema: complaintSchema,
  limit: {
    name: 'complaint',
    points: 5,
    seconds: 3600,
    refusal: (seconds) =>
      `Several complaints came from your network. Please wait ${waitWords(seconds)} and try again, or call us.`,
  },
  // Whatever fills the hidden field is a program: it is answered like any other sender, and forgotten.
  run: async ({ input, services }) =>
    answer({
      reference: input[honeypotName] === '' ? await receiveComplaint(services, input) : newReference('C'),
    }),
})

/** The complaint form; `?received=C-…` is where one that was taken ends, so that loading again sends nothing again. */
export const complaints = keptHandler<ComplaintData>({
  load: async ({ query }) => {
    const received = query.get('received')
    const isReference = received && /^C-[3479A-Y]{6}$/.test(received)
    return {
      kind: 'page',
      data: { form: emptyForm, received: isReference ? received : null },
      tags: [pageTags.fixed],
    }
  },
  act: formPost(sendComplaint, {
    done: ({ reference }) => href('complaints', { received: reference }),
    again: (_, form) => ({ kind: 'page', data: { form, received: null } }),
  }),
})

/**
 * Stores a complaint with the mails that acknowledge it and tell the team, all or nothing.
 *
 * @returns its reference.
 */
async function receiveComplaint(services: Services, complaint: Complaint): Promise<string> {
  const { name, email, phone, about, concerns, message } = complaint
  const { sql, brand } = services
  const now = services.now().toISOString()
  return await sql.begin(async (transaction) => {
    for (;;) {
      const reference = newReference('C')
      const values = { reference, name, email, phone, about, concerns, message, now }
      const [stored] = await addComplaint(transaction, values)
      if (!stored) continue
      await queueMail(transaction, acknowledgementMail({ id: stored.id, reference }, complaint, brand), services)
      await queueMail(transaction, complaintMail({ id: stored.id, reference }, complaint, brand), services)
      return reference
    }
  })
}
