import { expect, test } from 'bun:test'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { pdfFonts } from '#drawing/pdf-fonts.ts'
import { collectPdf } from '#drawing/tagged-pdf.ts'
import { projectRoot } from '#process/project-root.ts'
import { readPdf } from '#test/read-pdf.ts'
import { notSeenYet } from '#wire/entry-proof.ts'
import { drawCertificate } from './draw-certificate.ts'
import type { CertificateRow } from './queries.ts'

const row: CertificateRow = {
  number: 'BEAA-2026-7KQ4XN',
  slug: 'harbour-lights-7kq4xn',
  status: 'active',
  statusReason: null,
  validFrom: '2026-01-05T12:00:00.000Z',
  validUntil: '2099-06-30T23:30:00.000Z',
  ended: null,
  title: 'Harbour Lights Festival',
  organiser: 'Harbour Lights Festival Ltd',
  organiserId: 1,
  isPrivate: false,
  date: '2027-08-21',
  time: '19:30',
  venue: 'Old Harbour',
  city: 'Whitby',
  sector: 'culture',
  isDemo: true,
  assurance: 'assessed',
  assuredOn: '2026-01-02',
  nextReviewOn: '2027-01-02',
  updatedAt: '2026-02-03T10:00:00.000Z',
  checks: [],
}
const given = {
  brand: { name: 'British Events Accreditation Authority', registration: 'Registered in England.' },
  publicUrl: 'https://authority.example',
  credential: {
    jws: 'aGVhZA.Ym9keQ.c2lnbmF0dXJl',
    json: '{"type":["VerifiableCredential"],"name":"Größe"}',
    logProof: { text: 'c2sp.org/tlog-proof@v1\n', isWitnessed: true },
  },
}
const address = 'https://authority.example/verify/BEAA-2026-7KQ4XN'

test('a screen reader follows the whole certificate, in its order and in words', async () => {
  const pdf = await readPdf(await drawCertificate(row, given))
  expect(pdf.problems).toEqual([])
  expect(pdf.title).toBe('Certificate of accreditation BEAA-2026-7KQ4XN: Harbour Lights Festival')
  expect(pdf.said).toEqual([
    { role: 'P', text: 'British Events Accreditation Authority' },
    { role: 'H1', text: 'Certificate of Accreditation' },
    { role: 'P', text: 'Accredited: assessed on 2 January 2026' },
    { role: 'P', text: 'The event' },
    { role: 'P', text: 'Harbour Lights Festival' },
    { role: 'P', text: 'organised by Harbour Lights Festival Ltd' },
    { role: 'P', text: 'Saturday 21 August 2027, 19:30 · Old Harbour, Whitby' },
    { role: 'P', text: 'is on the public register of accredited events.' },
    { role: 'P', text: 'Next review: 2 January 2027.' },
    { role: 'P', text: 'DEMONSTRATION: THIS EVENT DOES NOT EXIST' },
    { role: 'P', text: 'Certificate number' },
    { role: 'P', text: 'BEAA-2026-7KQ4XN' },
    { role: 'P', text: 'Valid from' },
    { role: 'P', text: '5 January 2026' },
    { role: 'P', text: 'Valid until' },
    { role: 'P', text: '1 July 2099' },
    { role: 'P', text: expect.stringContaining('Entry last changed on 3 February 2026. An accreditation can lapse') },
    { role: 'Link', text: address },
    { role: 'Figure', text: `QR code that leads to ${address}` },
  ])
  expect(pdf.links).toEqual([address])
  expect(pdf.attachments).toEqual([
    { name: 'credential.json', text: given.credential.json },
    { name: 'credential.jwt', text: given.credential.jws },
    { name: 'credential.tlog-proof', text: given.credential.logProof.text },
  ])
})

test('until enough witnesses have seen the entry in the public log, the page says so', async () => {
  const logProof = { ...given.credential.logProof, isWitnessed: false }
  const { said } = await readPdf(
    await drawCertificate(row, { ...given, credential: { ...given.credential, logProof } }),
  )
  expect(said).toContainEqual({ role: 'P', text: `Next review: 2 January 2027. ${notSeenYet}` })
})

test('what has no credential yet is a certificate all the same', async () => {
  const { attachments, problems } = await readPdf(await drawCertificate(row, { ...given, credential: null }))
  expect([attachments, problems]).toEqual([[], []])
})

test('names that cannot be printed are read out whole', async () => {
  const { said, problems } = await readPdf(await drawCertificate({ ...row, title: 'مهرجان الأضواء' }, given))
  expect(problems).toEqual([])
  expect(said[4]).toEqual({ role: 'P', text: 'مهرجان الأضواء' })
})

test('the same entry gives the same bytes: in another process, on another day, in another part of the world', async () => {
  const entries = [
    row,
    { ...row, title: '龙舟节 Dragon Boat Festival', organiser: 'Праздник огней', validUntil: null, date: null },
  ]
  for (const entry of entries) {
    const here = await drawCertificate(entry, given)
    const elsewhere = Bun.spawn([process.execPath, join(projectRoot, 'test/draw-elsewhere.ts')], {
      stdin: new TextEncoder().encode(JSON.stringify([entry, given])),
      env: { ...process.env, TZ: 'Pacific/Auckland', LANG: 'ja_JP.UTF-8' },
    })
    const there = await new Response(elsewhere.stdout).bytes()
    expect(await elsewhere.exited).toBe(0)
    expect(there.length).toBeGreaterThan(20_000)
    expect(Buffer.from(here).equals(there)).toBeTrue()
    expect((await readPdf(here)).createdOn).toBe('2026-02-03T10:00:00Z')
  }
})

test('what a screen reader would miss is found', async () => {
  const doc = new PDFDocument({ pdfVersion: '1.7', tagged: true, font: '' })
  const bytes = collectPdf(doc)
  doc.font((await pdfFonts()).sans)
  doc.text('Said to nobody')
  doc.rect(0, 0, 9, 9).fill('#000000')
  const root = doc.struct('Document')
  doc.addStructure(root)
  const later = doc.struct('H2', {}, () => doc.text('Printed first'))
  root.add(doc.struct('Figure', {}, () => doc.text('Drawn last')))
  root.add(later)
  doc.link(0, 0, 9, 9, 'https://authority.example')
  root.end()
  doc.end()
  expect((await readPdf(await bytes)).problems).toEqual([
    'no language',
    'no title, or another one in the metadata',
    'the title is not shown',
    'does not say that it is PDF/UA-1',
    'a text is outside of the structure: Said to nobody',
    'something is drawn outside of the structure',
    'a figure without alternative or place',
    'an annotation is outside of the structure',
    'the first heading is not of the first level',
    'headings leave out a level',
  ])
})
