import { figure } from '#domain/figures.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import { changeText, changeTitle } from './change-words.ts'
import { follow } from './content.ts'
import { type Cadence, maxListedChanges, type NamedSubject, requestDays } from './rules.ts'
import type { Change } from './server/changes.ts'

/** It does not say what is followed, because a stranger may have typed that: the page behind the link does. */
export const confirmationMail = (email: string, token: string) =>
  mail('follow-confirmation', {
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Please confirm: emails about changes in the register',
  })`
    Someone, probably you, asked us to email this address when something in the public register changes.

    [See what it is, and confirm](${href('followConfirmation', { token })})

    ${follow.consent}

    The link works for ${requestDays} days. If you did not ask for this, ignore this email.`

/** Only its reader learns what it follows. */
export const alreadyFollowingMail = (email: string, token: string) =>
  mail('follow-already', {
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'You follow this already',
    unsubscribe: href('followStop', { token }),
  })`
    Someone, probably you, asked us to email this address about something in the public register that it follows already. You do not need to do anything.

    [See what you follow, change it or stop](${href('following', { token })})`

/** `changes`: the last `maxListedChanges` of them at most. `count`: at least how many there are. */
type News = { changes: Change[]; count: number; subjects: NamedSubject[]; cadence: Cadence; once: string }

export const newsMail = (
  { email, token }: { email: string; token: string },
  { changes, count, subjects, cadence, once }: News,
) =>
  mail('follow-news', {
    causedBy: 'system',
    once,
    to: { name: '', email },
    subject: newsSubject(changes, count, 'in what you follow'),
    unsubscribe: href('followStop', { token }),
  })`
    This has changed${cadence === 'weekly' && ' since last week'} in the public register:

    ${linkedChanges(changes)}

    ${count > changes.length && `These are the last ${maxListedChanges} of at least ${figure(count)} changes. The lists below show how everything is now.`}

    You get this email because you follow:

    ${[{ kind: 'linked', items: subjects.map(({ name, address }) => ({ text: name, links: [{ label: 'Open', href: address }] })) }]}

    [See what you follow, change it or stop](${href('following', { token })})`

export const entryChangedMail = (to: { name: string; email: string }, changes: Change[], complianceEmail: string) => {
  const [first, ...others] = new Set(changes.map(({ number }) => number))
  return mail('entry-changed', {
    causedBy: 'system',
    to,
    subject: newsSubject(changes, changes.length, 'in your entries'),
  })`
    Hello ${to.name},

    This is what has changed in what the public register says of your event:

    ${linkedChanges(changes.slice(-maxListedChanges))}

    Nobody has to do anything because of this email. If something is wrong, email ${complianceEmail} and quote ${others.length === 0 ? first : 'the number of the entry'}.

    [My applications](${href('myApplications')})`
}

/** It holds nothing that anybody typed. */
function newsSubject(changes: Change[], count: number, where: string): string {
  return changes.length === 1 ? changeTitle(changes[0]!) : `${figure(count)} changes ${where}`
}

function linkedChanges(changes: Change[]): MailBlock[] {
  const items = changes.map((change) => ({
    text: `${change.title}, ${change.number}\n${changeText(change)}\n`,
    links: [
      { label: 'See the entry', href: href('event', { slug: change.slug }) },
      { label: 'See it in the public log', href: href('logEntry', { number: change.number }) },
    ],
  }))
  return [{ kind: 'linked', items }]
}
