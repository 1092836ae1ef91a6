import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { readEnv } from '#env.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { renderMail } from '#mail/queue-mail.ts'
import { appealMail, appealReceivedMail, appealSettledMail } from './mails.ts'

const read = readEnv({ PUBLIC_URL: 'https://register.example' })
if ('problems' in read) throw new Error(read.problems.join())
const services = { env: read.env, brand: defaultBrand }
const appellant = {
  reference: 'APP-7QK2M9',
  name: 'Robin Example',
  email: 'robin@harbour.example',
  link: '/appeal/0b8a7a52-52f0-4b52-8f5b-0d6f3f9b6a10?key=x',
}
const known = {
  id: '5f1d3c1e-8c1f-4f0e-9a53-2f6f3f9b6a10',
  reference: 'APL-7K3M9Q',
  against: 'rejection' as const,
  applicationId: '0b8a7a52-52f0-4b52-8f5b-0d6f3f9b6a10',
}
const reasons = 'The site plan was in the second document.'

test.each<[string, MailDraft]>([
  ['received', appealReceivedMail(appellant, known)],
  ['received, at an address that is not confirmed', appealReceivedMail({ ...appellant, name: '' }, known)],
  ['to the team', appealMail(known, defaultBrand)],
  ['upheld', appealSettledMail(appellant, known, { state: 'upheld', reasons }, defaultBrand)],
  [
    'not upheld',
    appealSettledMail(appellant, { ...known, against: 'refusal' }, { state: 'not-upheld', reasons }, defaultBrand),
  ],
])('%s', (_, draft) => {
  const { subject, text } = renderMail(draft, services)
  expect(`${draft.kind} ${draft.once}\n${subject}\n\n${text}`).toMatchSnapshot()
})
