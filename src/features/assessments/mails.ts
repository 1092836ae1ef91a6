import { adminHref } from '#admin-pages.ts'
import { takesCalls } from '#domain/application-state.ts'
import { calendarFile } from '#domain/calendar-file.ts'
import { callEnd, callStart } from '#domain/call-times.ts'
import { assessmentCallMinutes } from '#domain/recognition-levels.ts'
import { greeting } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { levelNames, slotWords } from './rules.ts'
import { callToken } from './server/call-token.ts'
import type { CallApplication, CallRow } from './server/queries.ts'

type CallChange = 'booked' | 'moved' | 'cancelled'

const subjects: Record<CallChange, string> = {
  booked: 'Assessment call booked',
  moved: 'Assessment call moved',
  cancelled: 'Assessment call cancelled',
}

/** To the organiser and to the office. @param isConfirmed otherwise the organiser's address may be a stranger's, and gets nothing that was typed. */
export function callMails(
  change: CallChange,
  call: CallRow,
  application: CallApplication,
  isConfirmed: boolean,
  services: Pick<Services, 'env' | 'brand' | 'now'>,
): MailDraft[] {
  const { brand } = services
  const { id, reference, contactName: name, email } = application
  const shown = isConfirmed
    ? { call, application }
    : {
        call: { ...call, phone: '', message: '' },
        application: { ...application, title: '', organisation: '', contactName: '' },
      }
  const subject = `${subjects[change]}: ${slotWords(call)} (${reference})`
  const isCancelled = change === 'cancelled'
  const manage = isCancelled ? null : href('booking', { token: callToken(call.id, services.env) })
  const bookAnother = isCancelled && takesCalls(application) && href('preApproved', { application_id: id, book: true })
  const once = `assessment-call:${call.id}:${call.sequence}`
  return [
    mail(`assessment-call-${change}`, {
      to: { name: shown.application.contactName, email },
      subject,
      causedBy: 'visitor',
      once: `${once}:organiser`,
      application: id,
      attachments: [invitation(change, shown.call, shown.application, services)],
    })`
      ${greeting(shown.application)}

      ${openings[change]}

      ${facts(shown.call, shown.application)}

      [Move or cancel the call](${manage})

      [Book another call](${bookAnother})`,
    mail(`assessment-call-${change}-office`, {
      to: { name: brand.name, email: brand.email },
      subject,
      causedBy: 'visitor',
      once: `${once}:office`,
      attachments: [invitation(change, call, application, services)],
    })`
      ${facts(call, application)}

      | Contact: ${name}
      | Email: ${email}

      [See the application](${adminHref('review', { id })})

      [Move or cancel the call](${manage})`,
  ]
}

const openings: Record<CallChange, string> = {
  booked: `Your ${assessmentCallMinutes}-minute assessment call is booked, and this email confirms it. We call you at this time:`,
  moved: 'Your assessment call has been moved. It is now at:',
  cancelled: 'Your assessment call has been cancelled. It was booked for:',
}

function facts(call: CallRow, { reference, title, organisation }: CallApplication): MailBlock[] {
  return [
    {
      kind: 'facts',
      facts: [
        { term: 'When', details: `${slotWords(call)} (UK time)` },
        { term: 'Application', details: reference },
        { term: 'Event', details: title },
        { term: 'Organisation', details: organisation },
        { term: 'We call', details: call.phone },
        { term: 'Recognition levels of interest', details: levelNames(call.selectedOptions) },
        { term: 'Message', details: call.message },
      ],
    },
  ]
}

function invitation(
  change: CallChange,
  call: CallRow,
  { reference, title, contactName, email }: CallApplication,
  { env, brand, now }: Pick<Services, 'env' | 'brand' | 'now'>,
) {
  const method = change === 'cancelled' ? ('CANCEL' as const) : ('REQUEST' as const)
  const file = calendarFile(
    {
      uid: `assessment-call-${call.id}@${brand.email.slice(brand.email.indexOf('@') + 1)}`,
      sequence: call.sequence,
      startsAt: callStart(call).toISOString(),
      endsAt: callEnd(call).toISOString(),
      title: `${['Assessment call', title].filter(Boolean).join(': ')} (${reference})`,
      description: `${brand.name} calls ${call.phone || 'you'}.`,
      location: 'By telephone',
      url: `${env.publicUrl}${href('booking', { token: callToken(call.id, env) })}`,
      organiser: { name: brand.name, email: brand.email },
      attendees: [
        { name: contactName, email },
        { name: brand.name, email: brand.email },
      ],
    },
    method,
    now(),
  )
  return {
    name: 'assessment-call.ics',
    contentType: 'text/calendar',
    method,
    content: new TextEncoder().encode(file),
  }
}
