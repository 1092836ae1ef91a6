import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { readEnv } from '#env.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { renderMail } from '#mail/queue-mail.ts'
import {
  concernEndedMail,
  concernMail,
  concernQuestionMail,
  concernReceivedMail,
  concernSettledMail,
  concernUnderWayMail,
} from './mails.ts'

const read = readEnv({ PUBLIC_URL: 'https://register.example' })
if ('problems' in read) throw new Error(read.problems.join())
const services = { env: read.env, brand: defaultBrand }
const promisedAt = '2026-11-25T23:59:59.999Z'
const known = { id: '5f1d3c1e-8c1f-4f0e-9a53-2f6f3f9b6a10', reference: 'CON-7K3M9Q' }
const email = 'wilma@thistle.example'
const asked = {
  reference: known.reference,
  number: 'BEAA-2026-7KQ4XN',
  title: 'Lantern Fair',
  slug: 'lantern-fair',
  to: { name: 'Ivo Organiser', email: 'ivo@lantern.example' },
}
const report = { about: 'safety' as const, inDanger: false, email, promisedAt }
const ended = { id: known.id, entryNote: 'Two exits were locked.' }

test.each<[string, MailDraft]>([
  ['received', concernReceivedMail(known, report, '/concerns/token')],
  ['received, in danger', concernReceivedMail(known, { ...report, inDanger: true }, '/concerns/token')],
  ['to the team', concernMail(known, false, promisedAt, defaultBrand)],
  ['to the team, in danger', concernMail(known, true, promisedAt, defaultBrand)],
  ['taken up', concernUnderWayMail(known, email)],
  ['upheld', concernSettledMail(known, { state: 'upheld', reasons: 'The venue confirms it.', email }, defaultBrand)],
  ['closed', concernSettledMail(known, { state: 'closed', reasons: 'It is not ours.', email }, defaultBrand)],
  ['question to the organiser', concernQuestionMail(asked, 'Were exits locked?', '/concerns/reply/token')],
  ['told to the organiser, upheld', concernEndedMail(asked, { ...ended, state: 'upheld' }, defaultBrand)],
  ['told to the organiser, not upheld', concernEndedMail(asked, { ...ended, state: 'not-upheld' }, defaultBrand)],
])('%s', (_, draft) => {
  const { subject, text } = renderMail(draft, services)
  expect(`${draft.kind} ${draft.once ?? ''}\n${subject}\n\n${text}`).toMatchSnapshot()
})
