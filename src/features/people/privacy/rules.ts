/** Days from the last activity to the deletion, and at least from the email about it. */
export const unseenEvidence = { days: 30, lead: 7 }

/** In the page's order, with statements in `server/run-retention.ts`. What is kept for a shorter time is removed where it belongs. */
export const retentionPeriods = [
  { id: 'enquiries', what: 'Messages sent by the contact form', months: 24, from: 'their arrival' },
  { id: 'leads', what: 'Quick qualification checks', months: 24, from: 'the last time they were sent' },
  { id: 'sign-ups', what: 'Webinar sign-ups', months: 12, from: 'the webinar' },
  { id: 'reservations', what: 'Names and contacts of ticket reservations', months: 24, from: 'the event' },
  { id: 'complaints', what: 'Complaints', months: 36, from: 'their end' },
  {
    id: 'concerns',
    what: 'Who reported a concern, and what they and the organiser wrote',
    months: 24,
    from: 'the end of the case',
  },
  {
    id: 'applications',
    what: 'Contacts and answers of applications without an accreditation or an order',
    months: 24,
    from: 'the decision',
  },
  {
    id: 'evidence',
    what: 'Documents sent as evidence, and their names',
    months: 12,
    from: 'the end of the entry in the register, or of the application where there is none',
  },
  {
    id: 'unseen-evidence',
    what: 'Documents that our assessors have not looked at, of an application that nothing was paid for',
    days: unseenEvidence.days,
    from: `the last activity. We email you at least ${unseenEvidence.lead} days before`,
  },
  { id: 'calls', what: 'Phone numbers and notes of assessment calls', months: 12, from: 'the call' },
  { id: 'mails', what: 'Texts and recipients of the emails that we sent', months: 12, from: 'the sending' },
  { id: 'mail-attachments', what: 'Attachments of those emails', months: 12, from: 'the sending' },
  { id: 'incoming-mails', what: 'Emails about applications that came to us', months: 12, from: 'their arrival' },
  {
    id: 'incoming-without-case',
    what: 'Emails that came to us and belong to no application',
    months: 3,
    from: 'their arrival',
  },
  {
    id: 'bounces',
    what: 'Email addresses that we do not write to, because emails to them came back or were reported as spam',
    months: 24,
    from: 'the last report',
  },
  { id: 'access-links', what: 'Links that open an application on another device', months: 1, from: 'their end' },
  { id: 'address-links', what: 'Links that confirm an email address', months: 1, from: 'their end' },
  {
    id: 'confirmed-addresses',
    what: 'That an email address was confirmed, once no application has the address',
    months: 24,
    from: 'the confirmation',
  },
  { id: 'follow-requests', what: 'Requests to follow changes by email', months: 0, from: 'the end of their link' },
  { id: 'webhook-links', what: 'Links for managing webhooks', months: 0, from: 'their end' },
  { id: 'webhook-deliveries', what: 'What was sent to a webhook, and the result', months: 1, from: 'the event' },
  {
    id: 'webhooks',
    what: 'Webhook endpoints that are paused or switched off, and their contact',
    months: 12,
    from: 'that day',
  },
  { id: 'question-links', what: 'Links for answering a question', months: 1, from: 'their end' },
  { id: 'payment-events', what: 'Messages of the payment provider', months: 84, from: 'their arrival' },
  {
    id: 'payment-documents',
    what: 'Numbers, dates and amounts of invoices and credit notes',
    months: 84,
    from: 'their date: VAT records are kept for six years after the end of the year',
  },
  { id: 'sign-in-events', what: 'Sign-ins of our staff', months: 13, from: 'the sign-in' },
  {
    id: 'rate-limits',
    what: 'Counters that stop too many requests (a code, not an address)',
    months: 0,
    from: 'the end of their window',
  },
  {
    id: 'failed-checks',
    what: 'How often numbers that are not valid were checked (the number and the day alone)',
    months: 3,
    from: 'the day',
  },
  {
    id: 'look-alike-names',
    what: 'Which applications have a name like that of an accredited event',
    months: 12,
    from: 'the comparison',
  },
  { id: 'sessions', what: 'Sessions of our staff', months: 0, from: 'their end' },
  { id: 'invitations', what: 'Links for our staff to set a password', months: 1, from: 'their end' },
  { id: 'api-keys', what: 'API keys: name, email address and use', months: 24, from: 'the last use' },
] as const
export type RetentionId = (typeof retentionPeriods)[number]['id']

/** Kept permanently or by law: nothing removes these. */
export const keptPermanently = [
  {
    what: 'The public register: the event, its organiser as a business, its number, its status and every change of it',
    why: 'People can only trust a complete register. Entries name organisations, not private individuals.',
  },
  {
    what: 'Orders, refunds and the name of the organisation that paid',
    why: 'We must keep accounts for six years after the end of the year that they are about.',
  },
  {
    what: 'Decisions on applications: what was decided, when, why and who decided',
    why: 'We must be able to show that we treated everyone equally.',
  },
  {
    what: 'That a concern was reported, about which event, its result, and any note on the entry’s page',
    why: 'We must be able to show what we did. It does not include who reported.',
  },
  { what: 'Changes that our staff have made (the audit log)', why: 'It has no data about applicants or visitors.' },
] as const

type Period = { months: number } | { days: number }

/** It is removed at the very moment that its period is counted from. */
export function endsAtOnce(period: Period): boolean {
  return 'months' in period && period.months === 0
}

/** '2 years', 'a month', 'at once'. */
export function periodWords(period: Period): string {
  if ('days' in period) return `${period.days} days`
  const { months } = period
  if (months === 0) return 'at once'
  if (months === 1) return 'a month'
  if (months % 12 !== 0) return `${months} months`
  return months === 12 ? 'a year' : `${months / 12} years`
}

/** By their names in the export. */
export const heldLabels = {
  organisations: 'Organisations that they are the contact for',
  applications: 'Applications',
  unfinished_applications: 'Unfinished applications',
  assessment_calls: 'Assessment calls',
  assessments: 'Assessments',
  evidence: 'Documents sent as evidence',
  orders: 'Orders',
  invoices: 'Invoices and credit notes',
  payment_events: 'Messages of the payment provider about them',
  register_entries: 'Register entries',
  enquiries: 'Messages by the contact form',
  qualification_checks: 'Quick qualification checks',
  webinar_sign_ups: 'Webinar sign-ups',
  reservations: 'Ticket reservations',
  press_subscriptions: 'Press subscriptions',
  press_requests: 'Press subscriptions not confirmed',
  follows: 'What they follow by email',
  webhooks: 'Webhook endpoints',
  follow_requests: 'What they asked to follow and have not confirmed',
  confirmed_addresses: 'Email addresses that they have confirmed',
  links: 'Links that we emailed to them',
  complaints: 'Complaints',
  concerns: 'Concerns that they reported',
  api_keys: 'API keys',
  mails: 'Emails to them',
  incoming_mails: 'Emails from them',
  bounces: 'Reports that an email to them came back or was reported as spam',
  suppressed_addresses: 'Email addresses of theirs that we do not write to',
  staff_account: 'Account of the admin area',
} as const
