import { figure } from '#domain/figures.ts'
import { changeText, changeTitle } from '#features/watching/change-words.ts'
import { follow } from '#features/watching/content.ts'
import type { NamedSubject } from '#features/watching/named-subject.ts'
import { type Cadence, maxToldChanges, requestDays } from '#features/watching/rules.ts'
import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { Change } from './changes.ts'

/** Asks whoever reads the address to confirm. What is to be followed stands on the page behind the link: a stranger may have typed it. */
export function confirmationMail(email: string, token: string): MailDraft {
  return {
    kind: 'follow-confirmation',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Please confirm: emails about changes in the register',
    body: [
      {
        kind: 'paragraph',
        text: 'Someone, probably you, asked us to email this address when something in the public register changes.',
      },
      { kind: 'button', label: 'See what it is, and confirm', href: href('followConfirmation', { token }) },
      { kind: 'paragraph', text: follow.consent },
      {
        kind: 'paragraph',
        text: `The link works for ${requestDays} days. If you did not ask for this, ignore this email.`,
      },
    ],
  }
}

/** The answer to an address that asks again: only whoever reads its mail learns what it follows. */
export function alreadyFollowingMail(email: string, token: string): MailDraft {
  return withStop(token, {
    kind: 'follow-already',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'You follow this already',
    body: [
      {
        kind: 'paragraph',
        text: 'Someone, probably you, asked us to email this address about something in the public register that it follows already. You do not need to do anything.',
      },
    ],
  })
}

/**
 * What has changed in what somebody follows: one mail, however many changes.
 *
 * @param news.changes the last `maxToldChanges` of them at most, in the order of the log.
 * @param news.count how many there are at least.
 */
export function newsMail(
  { email, token }: { email: string; token: string },
  news: { changes: Change[]; count: number; subjects: NamedSubject[]; cadence: Cadence; once: string },
): MailDraft {
  const { changes, count, subjects, cadence, once } = news
  const since = cadence === 'weekly' ? ' since last week' : ''
  return withStop(token, {
    kind: 'follow-news',
    causedBy: 'system',
    once,
    to: { name: '', email },
    subject: newsSubject(changes, count, 'in what you follow'),
    body: [
      { kind: 'paragraph', text: `This has changed${since} in the public register:` },
      linkedChanges(changes),
      ...(count > changes.length
        ? [
            {
              kind: 'paragraph' as const,
              text: `These are the last ${maxToldChanges} of at least ${figure(count)} changes. The lists below show how everything is now.`,
            },
          ]
        : []),
      { kind: 'paragraph', text: 'You get this email because you follow:' },
      {
        kind: 'linked',
        items: subjects.map(({ name, address }) => ({ text: name, links: [{ label: 'Open', href: address }] })),
      },
    ],
  })
}

function withStop(token: string, mail: MailDraft): MailDraft {
  return {
    ...mail,
    body: [
      ...mail.body,
      { kind: 'button', label: 'See what you follow, change it or stop', href: href('following', { token }) },
    ],
    unsubscribe: href('followStop', { token }),
  }
}

/** Of one change what it was, of more how many. Nothing that was typed by anybody stands in it. */
export function newsSubject(changes: Change[], count: number, where: string): string {
  return changes.length === 1 ? changeTitle(changes[0]!) : `${figure(count)} changes ${where}`
}

/** Changes with what they were from and to, and the way to the entry and to the public log. */
export function linkedChanges(changes: Change[]): MailBlock {
  return {
    kind: 'linked',
    items: changes.map((change) => ({
      text: `${change.title}, ${change.number}\n${changeText(change)}\n`,
      links: [
        { label: 'See the entry', href: href('event', { slug: change.slug }) },
        { label: 'See it in the public log', href: href('logEntry', { number: change.number }) },
      ],
    })),
  }
}
