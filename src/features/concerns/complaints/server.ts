import { newReference } from '#domain/new-reference.ts'
import { pageTags } from '#domain/page-tags.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { waitWords } from '#wire/failure.ts'
import { complaintForm } from './form.ts'
import { complaintMail, complaintReceivedMail } from './mails.ts'

const sendComplaint = command({
  permission: 'anyone',
  form: complaintForm,
  limit: {
    name: 'complaint',
    points: 5,
    seconds: 3600,
    refusal: (seconds) =>
      `Several complaints came from your network. Please wait ${waitWords(seconds)} and try again, or call us.`,
  },
  run: async ({ input, sql, now, services: { brand } }) => {
    const { about, concerns, message, name, email, phone } = input
    for (;;) {
      const reference = newReference('C')
      const [stored] = await sql<{ id: string }[]>`
        insert into complaints (reference, name, email, phone, about, concerns, message, received_at)
        values (${reference}::text, ${name}::text, ${email}::text, ${phone}::text, ${about}::text, ${concerns}::text,
          ${message}::text, ${now}::timestamptz)
        on conflict (reference) do nothing
        returning id`
      if (!stored) continue
      const complaint = { id: stored.id, reference, about, email }
      const mails = [complaintReceivedMail(complaint, brand), complaintMail(complaint, brand)]
      return did({ answer: { reference }, mails })
    }
  },
  leadsTo: ({ reference }) => href('complaints', { received: reference }),
})

/** It ends at `?received=C-…`, so that loading the page again sends nothing. */
export const complaints = page('complaints', {
  commands: { sendComplaint },
  load: async ({ query }) => {
    const received = query.get('received') ?? ''
    return { received: /^C-[3479A-Y]{6}$/.test(received) ? received : null }
  },
  tags: [pageTags.fixed],
})
