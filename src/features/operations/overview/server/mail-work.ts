import { adminHref } from '#admin-pages.ts'
import { camel } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { londonClockOf, londonDay } from '#domain/london-time.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import type { Role, WorkMail } from '#domain/permissions.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { listNewWork } from '../queries.ts'
import { type WorkItem, type WorkName, workKind, worksOf, workWords } from '../work.ts'

/** London time, from which the email of the day is sent. */
const morning = '07:00'
/** In milliseconds: what is being written at this moment waits for the next email. */
const settling = 10_000
const day = 86_400_000

/** Tells each person once what began to wait for them: at once, or each morning, as they chose. Overdue conditions of their own cases are an email of their own. */
export async function mailWaitingWork(services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>): Promise<void> {
  const now = services.now()
  const sql = camel(services.sql)
  const isMorning = londonClockOf(now.toISOString()) >= morning
  const due = await sql<{ id: string }[]>`
    select id from people
    where deactivated_at is null and (
      work_mail = 'at-once'
      or work_mail = 'daily' and ${isMorning}::boolean
        and (work_told_at is null or work_told_at < ${londonDay(now)}::date::timestamp at time zone 'Europe/London')
    )
    order by id`
  for (const { id } of due) await mailPerson(services, id, now)
}

async function mailPerson(services: Pick<Services, 'sql' | 'brand' | 'env'>, id: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() - settling).toISOString()
  await services.sql.begin(async (transaction) => {
    const tx = camel(transaction)
    // No row where another process is telling them.
    const [person] = await tx<
      { name: string; email: string; roles: Role[]; mails: WorkMail; toldAt: Instant | null }[]
    >`
      select name, email, roles, work_mail as mails, work_told_at as told_at from people where id = ${id}::text for update skip locked`
    const works = worksOf(person?.roles ?? [])
    if (!person || works.length === 0) return
    const after = person.toldAt ?? new Date(now.getTime() - day).toISOString()
    const viewer = { personId: id, now: until, today: londonDay(now) }
    const items = await listNewWork(tx, { works, after, ...viewer })
    if (items.length === 0 && person.mails === 'at-once') return
    const overdue = items.filter(({ work }) => work === 'conditions').map((item) => item.id)
    const looked = await tx<{ id: string }[]>`
      select id from assessments where assigned_to = ${id}::text and id = any(${overdue}::uuid[])`
    const isOwn = (item: (typeof items)[number]) =>
      item.work === 'conditions' && looked.some((own) => own.id === item.id)
    const [own, others] = [items.filter(isOwn), items.filter((item) => !isOwn(item))]
    if (own.length > 0) await queueMail(transaction, conditionsOverdueMail(person, own), services)
    if (others.length > 0) await queueMail(transaction, workWaitingMail(person, others), services)
    await tx`update people set work_told_at = ${until}::timestamptz where id = ${id}::text`
  })
}

/** Of one kind; the page has the others. */
const maxLinks = 10

type NewWork = Pick<WorkItem, 'id' | 'reference'> & { work: WorkName }

/** Names references and no titles: what applicants and visitors typed stays in the admin area. @param items at least one, the longest waiting first. */
function workWaitingMail(to: MailAddress, items: readonly NewWork[]) {
  const count = items.length === 1 ? '1 thing' : `${items.length} things`
  return mail('work-waiting', {
    to,
    subject: `${count} new in your work`,
    causedBy: 'system',
  })`
    Hello ${to.name},

    Since our last email, this began to wait for you in the admin area.

    ${[...new Set(items.map(({ work }) => work))].flatMap((work) => blocksOf(work, items))}

    [Open my work](${adminHref('admin')})

    You can choose how often you get this email: at once, once a day or never. The choice is at My account.`
}

/** @param items at least one, of cases that this person looks after. */
function conditionsOverdueMail(to: MailAddress, items: readonly NewWork[]) {
  return mail('own-conditions-overdue', {
    to,
    subject:
      items.length === 1
        ? `A condition is overdue: ${items[0]!.reference}`
        : `Conditions of ${items.length} of your cases are overdue`,
    causedBy: 'system',
  })`
    Hello ${to.name},

    The day of a condition has passed, and it is not noted as met. You look after this. We have emailed the applicant, too.

    ${blocksOf('conditions', items)}

    You can choose how often you get this email: at once, once a day or never. The choice is at My account.`
}

function blocksOf(work: WorkName, items: readonly NewWork[]): MailBlock[] {
  const { hrefOf } = workKind(work)
  const ofKind = items.filter((item) => item.work === work)
  const more = ofKind.length - maxLinks
  return [
    { kind: 'heading', text: `${ofKind.length} ${workWords(work, ofKind.length)}` },
    {
      kind: 'linked',
      items: ofKind
        .slice(0, maxLinks)
        .map(({ id, reference }) => ({ text: reference ?? '', links: [{ label: 'Open', href: hrefOf(id) }] })),
    },
    ...(more > 0 ? [{ kind: 'paragraph' as const, text: `And ${more} more.` }] : []),
  ]
}
