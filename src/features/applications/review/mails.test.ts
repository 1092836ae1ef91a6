import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { readEnv } from '#env.ts'
import {
  applicationApprovedMail,
  applicationReceivedMail,
  type ReceivedApplication,
} from '#features/applications/mails.ts'
import { organisationSchema } from '#features/applications/schema.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { renderMail } from '#mail/queue-mail.ts'
import { applicationRejectedMail, caseNoteMail } from './mails.ts'

const read = readEnv({ PUBLIC_URL: 'https://register.example' })
if ('problems' in read) throw new Error(read.problems.join())
const services = { env: read.env, brand: defaultBrand }
const id = '5f1d3c1e-8c1f-4f0e-9a53-2f6f3f9b6a10'
const link = '/access/4Yk3mZ-example'

const received: ReceivedApplication = {
  applicationId: id,
  reference: 'BEAA-7QK2M9',
  organisation: organisationSchema.assert({
    name: 'Harbour Lights Festival Ltd',
    contactName: 'Robin Example',
    email: 'robin@harbour.example',
    phone: '0161 496 0199',
    website: 'https://harbour.example/',
    companyNo: '01234567',
  }),
  event: {
    title: 'Harbour Lights Festival',
    eventType: 'physical',
    category: 'Music & Concerts',
    date: '2027-08-21',
    venue: 'Old Harbour',
    address: '1 Quay Street',
    city: 'Whitby',
    county: '',
    postcode: 'YO21 1ZZ',
    onlineUrl: '',
    url: '',
    capacity: 1200,
    description: 'Two evenings of music.\nAnd light on the water.',
  },
}
const decided = {
  applicationId: id,
  decision: 7,
  reference: 'BEAA-7QK2M9',
  title: 'Harbour Lights Festival',
  contactName: 'Robin Example',
  email: 'robin@harbour.example',
}

test('received: reference, where documents go, the way back and every answer, in both parts', () => {
  const draft = applicationReceivedMail(received, link, defaultBrand)
  expect(draft.to).toEqual({ name: 'Robin Example', email: 'robin@harbour.example' })
  expectBoth(draft, [
    'BEAA-7QK2M9',
    'the list of what your event needs',
    `https://register.example${link}`,
    'Harbour Lights Festival Ltd',
    '01234567',
    '0161 496 0199',
    'https://harbour.example/',
    'Saturday 21 August 2027',
    'Old Harbour, 1 Quay Street, Whitby, YO21 1ZZ',
    'Music &amp; Concerts',
    '1,200',
    'And light on the water.',
  ])
  const { text } = renderMail(draft, services)
  // What was left empty is not asked about again.
  expect(text).not.toContain('Trading name')
  expect(text).toMatchSnapshot()
})

test('received: a private service has no date, and a missing one is to be confirmed', () => {
  const text = (event: Partial<ReceivedApplication['event']>) =>
    renderMail(
      applicationReceivedMail({ ...received, event: { ...received.event, ...event } }, link, defaultBrand),
      services,
    ).text
  expect(text({ eventType: 'private', date: '' })).toContain('Date: Clients choose the date')
  expect(text({ date: '' })).toContain('Date: Date to be confirmed')
})

test('approved: the way to the listing', () => {
  const draft = applicationApprovedMail(decided, link, defaultBrand)
  expectBoth(draft, ['Robin Example', 'Harbour Lights Festival', 'approved', `https://register.example${link}`])
  expect(renderMail(draft, services).text).toMatchSnapshot()
})

test('rejected: the reasons, how to appeal, and the way to apply again', () => {
  const draft = applicationRejectedMail(decided, 'No insurance for the days of the event.', link, defaultBrand)
  expectBoth(draft, [
    'Robin Example',
    'Harbour Lights Festival',
    'could not approve',
    'BEAA-7QK2M9',
    'No insurance for the days of the event.',
    'within 30 days',
    `https://register.example${link}`,
    'https://register.example/apply-accreditation',
  ])
  expect(renderMail(draft, services).text).toMatchSnapshot()
})

test('rejected without a reason: whom to ask for it', () => {
  expectBoth(applicationRejectedMail(decided, null, link, defaultBrand), ['compliance@beaa.example', 'within 30 days'])
})

test('named in a note: by whom, what it says, and the way to the case', () => {
  const note = 'Can you look at the insurance, @Ann?'
  const draft = caseNoteMail(
    { name: 'Ann', email: 'ann@beaa.example' },
    { id, reference: decided.reference },
    { by: 'Ben', note },
  )
  expectBoth(draft, ['Hello Ann', 'Ben named you', 'BEAA-7QK2M9', note, `https://register.example/review/${id}`])
  expect(renderMail(draft, services).text).toMatchSnapshot()
})

test('an application has one mail on its decision, whichever it is', () => {
  expect(applicationApprovedMail(decided, link, defaultBrand).once).toBe(
    applicationRejectedMail(decided, 'No insurance for the days of the event.', link, defaultBrand).once!,
  )
})

test('nothing that an applicant typed stands in a subject', () => {
  const hostile = { ...decided, title: 'SPAM', contactName: 'SPAM' }
  const application = { ...received, organisation: { ...received.organisation, name: 'SPAM', contactName: 'SPAM' } }
  for (const draft of [
    applicationApprovedMail(hostile, link, defaultBrand),
    applicationRejectedMail(hostile, 'SPAM', link, defaultBrand),
    applicationReceivedMail(application, link, defaultBrand),
  ])
    expect(draft.subject).not.toContain('SPAM')
})

function expectBoth(draft: MailDraft, pieces: string[]): void {
  const { text, html } = renderMail(draft, services)
  for (const piece of pieces) {
    expect(html).toContain(piece)
    expect(text).toContain(piece.replaceAll('&amp;', '&'))
  }
}
