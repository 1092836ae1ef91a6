import { adminHref } from '#admin-pages.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock } from '#mail/mail-draft.ts'
import { type WorkItem, type WorkName, workKind, workWords } from './work.ts'

/** Of one kind; the page has the others. */
const maxLinks = 10

type NewWork = Pick<WorkItem, 'id' | 'reference'> & { work: WorkName }

/** Names references and no titles: what applicants and visitors typed stays in the admin area. @param items at least one, the longest waiting first. */
export function workWaitingMail(to: MailAddress, items: readonly NewWork[]) {
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
export function conditionsOverdueMail(to: MailAddress, items: readonly NewWork[]) {
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
