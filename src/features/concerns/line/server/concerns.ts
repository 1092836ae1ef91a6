import { camel } from '#database/camel.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import { newReference } from '#domain/new-reference.ts'
import { pageTags } from '#domain/page-tags.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import { addStep } from '#features/concerns/server/cases.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, command } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { waitWords } from '#wire/failure.ts'
import { emptyForm, inFormOrder } from '#wire/form.ts'
import { concernMail, concernReceivedMail } from '../mails.ts'
import { findEntryByNumber } from '../queries.ts'
import { concernLimits, concernSubjects, promisedAt } from '../rules.ts'
import { type ConcernReport, concernAnswer, concernSchema } from '../schema.ts'
import type { ConcernsData } from '../state.ts'
import { addConcern, addReporter } from './queries.ts'

export const reportConcern = command({
  permission: 'anyone',
  summary: 'Report a concern',
  description:
    'Misuse of an accreditation, or a worry about safety. Name and email address are optional. Anyone with the address of the status page can see the status of the case.',
  schema: concernSchema,
  answers: { 201: concernAnswer },
  failures: {},
  limit: {
    name: 'concern',
    points: 5,
    seconds: 3600,
    when: 'Five reports in an hour have come from this address.',
    refusal: (seconds) =>
      `Several reports came from your network. Please wait ${waitWords(seconds)} and try again, or call us. If anyone is in danger, call 999.`,
  },
  run: async ({ input, services }) => {
    const { token, reference, promised } = await receiveConcern(services, input)
    const statusUrl = services.env.publicUrl + href('concern', { token })
    return answer({ reference, statusUrl, promisedAt: promised }, { status: 201 })
  },
})

const formOrder = ['inDanger', 'about', 'event', 'place', 'occurred', 'happened', 'name', 'email']

/** The entry that a number names, however it is typed; null for anything else. */
async function entryOf(sql: SqlRunner, typed: string) {
  const number = tidyNumber(typed)
  const [entry] = number ? await findEntryByNumber(camel(sql), { number }) : []
  return entry ?? null
}

const loadConcerns: KeptLoader<ConcernsData> = async ({ query, services: { sql } }) => {
  const typed = (query.get('event') ?? '').slice(0, concernLimits.event)
  const about = concernSubjects.find(({ value }) => value === query.get('about'))?.value ?? ''
  const entry = await entryOf(sql, typed)
  return {
    kind: 'page',
    data: {
      form: { ...emptyForm, typed: { event: entry?.number ?? typed, about } },
      entry,
    },
    // What somebody has typed into an address is kept for nobody else.
    ...(entry ? { tags: [pageTags.registerEntry(entry.slug)] } : typed ? {} : { tags: [pageTags.fixed] }),
  }
}

/** The form; a link from an entry's page names its number. One that was taken leads to its status page. */
export const concerns = keptHandler<ConcernsData>({
  load: loadConcerns,
  act: formPost(reportConcern, {
    done: ({ statusUrl }, { services }) => `${statusUrl.slice(services.env.publicUrl.length)}?received=1`,
    again: async ({ services: { sql } }, form) => {
      // A choice that was not made is not in what was posted.
      const problems = inFormOrder(form.problems, formOrder)
      return { kind: 'page', data: { form: { ...form, problems }, entry: await entryOf(sql, form.typed.event ?? '') } }
    },
  }),
})

/**
 * Stores a report with its record, the mail that acknowledges it and the one that tells the team, all or nothing. Whatever fills the
 * hidden field is a program: it is answered like any other sender, and forgotten.
 */
async function receiveConcern(services: Services, report: ConcernReport) {
  const { sql, now } = services
  const token = newToken()
  const received = now()
  const promised = promisedAt(received, report.inDanger === 'yes')
  if (report[honeypotName] !== '') return { token, reference: newReference('CON'), promised }
  return await sql.begin(async (tx) => {
    const { id, reference } = await storeConcern(tx, report, { token, promised, now: received.toISOString() })
    const inDanger = report.inDanger === 'yes'
    await addStep(camel(tx), { concernId: id, kind: 'received', actor: null, text: '', now: received.toISOString() })
    if (report.name || report.email) await addReporter(tx, { concernId: id, name: report.name, email: report.email })
    if (report.email) {
      const told = { about: report.about, inDanger, email: report.email, promisedAt: promised }
      await queueMail(tx, concernReceivedMail({ id, reference }, told, href('concern', { token })), services)
    }
    await queueMail(tx, concernMail({ id, reference }, inDanger, promised, services.brand), services)
    return { token, reference, promised }
  })
}

async function storeConcern(
  tx: Transaction,
  { about, inDanger, event, place, occurred, happened }: ConcernReport,
  { token, promised, now }: { token: string; promised: string; now: string },
): Promise<{ id: string; reference: string }> {
  const entry = await entryOf(tx, event)
  for (;;) {
    const reference = newReference('CON')
    const [stored] = await addConcern(tx, {
      reference,
      about,
      inDanger: inDanger === 'yes',
      entryId: entry?.id ?? null,
      event,
      place,
      occurred,
      happened,
      now,
      promisedAt: promised,
      tokenHash: tokenHash(token)!,
    })
    if (stored) return { id: stored.id, reference }
  }
}
