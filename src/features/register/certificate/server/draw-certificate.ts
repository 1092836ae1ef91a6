import type { Brand } from '#brand.ts'
import { statusWords } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { drawGuilloche } from '#drawing/draw-guilloche.ts'
import { type FontName, pdfFont } from '#drawing/pdf-fonts.ts'
import { drawSeal, pdfColours, plain, taggedPdf } from '#drawing/tagged-pdf.ts'
import { href } from '#pages.ts'
import { guillochePaths } from '#ui/guilloche.ts'
import { notSeenYet, type ProvenCredential } from '#wire/entry-proof.ts'
import { drawQrCode } from './qr-code.ts'
import type { CertificateRow } from './queries.ts'

type Doc = PDFKit.PDFDocument

/** A4 landscape, in points. */
const page = { width: 841.89, height: 595.28 }
const { ink, muted, green, gold, paper, red } = pdfColours
const inset = 30
const band = { top: inset, height: 128 }
const column = { left: 90, width: page.width - 180 }

type CertificateOptions = {
  brand: Pick<Brand, 'name' | 'registration'>
  publicUrl: string
  /** Of the same version of the entry; null for none yet. */
  credential: ProvenCredential | null
}

/** Callers check the status. */
export async function drawCertificate(row: CertificateRow, given: CertificateOptions): Promise<Uint8Array> {
  const names = await setNames(row)
  const createdAt = new Date(row.updatedAt)
  const document = {
    layout: 'landscape',
    margin: 0,
    fonts: new Set<FontName>(['serif', 'sans', 'sansBold', ...Object.values(names).map(({ font }) => font)]),
    title: `Certificate of accreditation ${row.number}: ${row.title}`,
    author: given.brand.name,
    subject: `Accreditation of ${row.title} by ${row.organiser}`,
    createdAt,
  } as const
  return await taggedPdf(document, (doc) => {
    drawGround(doc, row)
    drawWords(doc, row, names, given)
    if (given.credential) attachCredential(doc, given.credential, createdAt)
  })
}

/** Everything without words, left out of the structure. */
function drawGround(doc: Doc, row: CertificateRow): void {
  doc.markContent('Artifact', { type: 'Layout' } as never)
  doc.rect(0, 0, page.width, page.height).fill(paper)
  const width = page.width - inset * 2
  doc.save()
  doc.rect(inset, band.top, width, band.height).clip()
  doc.translate(inset, band.top)
  drawGuilloche(doc, guillochePaths({ seed: row.slug, width, height: band.height, isWhole: true }), row.sector)
  doc.restore()
  drawSeal(doc, page.width / 2, 194, 24)
  doc
    .moveTo(inset, band.top + band.height)
    .lineTo(page.width - inset, band.top + band.height)
    .lineWidth(0.8)
    .stroke(gold)
  for (const [out, lineWidth, colour] of [
    [0, 0.8, gold],
    [7, 2.2, green],
  ] as const) {
    doc.rect(inset - out, inset - out, width + out * 2, page.height - inset * 2 + out * 2)
    doc.lineWidth(lineWidth).stroke(colour)
  }
  doc.endMarkedContent()
}

function drawWords(
  doc: Doc,
  row: CertificateRow,
  names: Names,
  { brand, publicUrl, credential }: CertificateOptions,
): void {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const say = (tag: string, draw: () => void, options: PDFKit.Mixins.StructureElementOptions = {}) =>
    root.add(doc.struct(tag, options, draw))
  /** Where letters cannot be printed, the structure still holds the whole name. */
  const name = ({ isPart }: SetLine, actual: string, draw: () => void) =>
    say('P', draw, isPart ? { actual: plain(actual) } : {})
  const line = (text: string, y: number, font: string, size: number, colour: string, more = {}) =>
    doc
      .font(font)
      .fontSize(size)
      .fillColor(colour, 1)
      .text(text, column.left, y, { width: column.width, align: 'center', ...more })

  // Spaced letters are read out one by one.
  say('P', () => line(brand.name.toUpperCase(), 222, 'sansBold', 11, muted, { characterSpacing: 1.6 }), {
    actual: plain(brand.name),
  })
  say('H1', () => line('Certificate of Accreditation', 240, 'serif', 32, green))
  say('P', () => line(statusWords(row), 281, 'sansBold', 16, green))
  say('P', () => line('The event', 304, 'sans', 13, muted))
  name(names.title, row.title, () => {
    const { size, height } = fit(doc, names.title)
    line(names.title.text, 320 + (58 - height) / 2, names.title.font, size, ink, { height: 60, ellipsis: true })
  })
  const oneLineOnly = { height: 18, ellipsis: true }
  name(names.organiser, organisedBy(row.organiser), () =>
    line(names.organiser.text, 382, names.organiser.font, 14, ink, oneLineOnly),
  )
  name(names.where, whenAndWhere(row, place(row.venue, row.city)), () =>
    line(names.where.text, 402, names.where.font, 12, muted, oneLineOnly),
  )
  say('P', () => line('is on the public register of accredited events.', 421, 'sans', 13, ink))
  const notes = [
    row.nextReviewOn && `Next review: ${londonDateOf(row.nextReviewOn)}.`,
    !credential?.logProof?.isWitnessed && notSeenYet,
  ].filter(Boolean)
  if (notes.length > 0) say('P', () => line(notes.join(' '), 440, 'sans', 10.5, muted))
  if (row.isDemo) {
    say('P', () => line('DEMONSTRATION: THIS EVENT DOES NOT EXIST', 170, 'sansBold', 12, red, { align: 'left' }))
  }

  const facts = [
    ['Certificate number', row.number],
    ['Valid from', londonDateOf(row.validFrom)],
    ['Valid until', row.validUntil ? londonDateOf(row.validUntil) : 'No end date'],
  ] as const
  const left = 60
  const wide = 185
  for (const [index, [term, details]] of facts.entries()) {
    const x = left + index * wide
    const below = { width: wide - 12 }
    // Two paragraphs, so that a reader pauses between them.
    say('P', () => doc.font('sans').fontSize(10.5).fillColor(muted, 1).text(term, x, 458, below))
    say('P', () => doc.font('sansBold').fontSize(15).fillColor(ink, 1).text(details, x, 473, below))
  }
  const address = publicUrl + href('verification', { number: row.number })
  const isInPart = Object.values(names).some(({ isPart }) => isPart)
  say('P', () => {
    doc
      .font('sans')
      .fontSize(9.5)
      .fillColor(muted, 1)
      .text(
        `Entry last changed on ${londonDateOf(row.updatedAt)}. An accreditation can lapse, be suspended or be revoked at any time. Check whether this one is still valid at the address below, or scan the code.${isInPart ? ' Names in letters that this page cannot print are shown there in full.' : ''} ${brand.registration} A private scheme, not a public authority.`,
        left,
        isInPart ? 496 : 504,
        { width: 540 },
      )
  })
  const link = doc.struct('Link')
  root.add(link)
  link.add(() => {
    doc.font('sansBold').fontSize(9.5).fillColor(green, 1).text(address, left, 541, { lineBreak: false })
    // The library tells its strings from its names by their being objects.
    const Contents = Object(`Check whether ${row.number} is valid today`)
    doc.link(left, 541, doc.widthOfString(address), 12, address, { structParent: link, Contents } as never)
  })
  link.end()
  const size = 112
  const [x, y] = [page.width - 60 - size, 442]
  root.add(
    doc.struct('Figure', { alt: `QR code that leads to ${address}`, bbox: [x, y, x + size, y + size] } as never, () =>
      drawQrCode(doc, address, x, y, size),
    ),
  )
  root.end()
}

/** What was signed, byte for byte, and the proof beside it. The JWS comes first: a browser can check it by itself (decision 0118). */
function attachCredential(doc: Doc, { jws, json, logProof }: ProvenCredential, signedFor: Date): void {
  const signed = 'The signed credential of this accreditation, for programs'
  const seen = logProof?.isWitnessed ? 'which its witnesses have seen' : 'which not enough witnesses have seen yet'
  // As served below /credentials/.
  const forms = [
    { name: 'credential.jwt', type: 'application/vc+jwt', text: jws, description: signed },
    { name: 'credential.json', type: 'application/vc+ld+json', text: json, description: signed },
    logProof && {
      name: 'credential.tlog-proof',
      type: 'text/plain',
      text: logProof.text,
      description: `The proof that this accreditation is in the public log, ${seen}`,
    },
  ].filter((form) => form !== null)
  for (const { text, ...named } of forms) {
    doc.file(Buffer.from(text), {
      ...named,
      // The library's types leave it out.
      ...{ relationship: 'Alternative' },
      creationDate: signedFor,
      modifiedDate: signedFor,
    })
  }
}

function fit(doc: Doc, { text, font }: SetLine): { size: number; height: number } {
  const heightAt = (size: number) =>
    doc.font(font).fontSize(size).heightOfString(text, { width: column.width, align: 'center' })
  const size = [30, 26, 22, 19].find((each) => heightAt(each) <= 58) ?? 17
  return { size, height: Math.min(58, heightAt(size)) }
}

type Names = Awaited<ReturnType<typeof setNames>>

async function setNames(row: CertificateRow) {
  const organiser = await setLine(oneLine(row.organiser), 'sansBold', 'the organisation named in the register')
  const where = await setLine(oneLine(place(row.venue, row.city)), 'sans', '')
  return {
    title: await setLine(oneLine(row.title), 'serif', `Number ${row.number}`),
    organiser: { ...organiser, text: organisedBy(organiser.text) },
    where: { ...where, text: whenAndWhere(row, where.text) },
  }
}

function organisedBy(organiser: string): string {
  return `organised by ${oneLine(organiser)}`
}

function whenAndWhere({ date, time, isPrivate }: CertificateRow, where: string): string {
  return oneLine([dateAndTime({ date, time, isPrivate }), where].filter(Boolean).join(' · '))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

type SetLine = {
  /** What can be printed: the text itself, or a replacement. */
  text: string
  font: FontName
  /** Letters are missing, so the structure has to hold the whole text. */
  isPart: boolean
}

/** In the order in which they are tried; none joins letters or runs from right to left. */
const after: Record<'serif' | 'sans' | 'sansBold', FontName[]> = {
  serif: ['serif', 'sansBold', 'wide'],
  sans: ['sans', 'wide'],
  sansBold: ['sansBold', 'wide'],
}
/** The share of letters that must be printable for the rest to be read as the name. */
const minLeft = 0.6

/** Leaves out symbols that no typeface has; a name in such a script becomes `instead`, never empty boxes. */
export async function setLine(typed: string, font: keyof typeof after, instead: string): Promise<SetLine> {
  const text = typed.normalize('NFC').replace(/\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu, '')
  for (const name of after[font]) {
    const { face } = await pdfFont(name)
    if (letters(text).every((letter) => face.hasGlyphForCodePoint(letter.codePointAt(0)!))) {
      return { text, font: name, isPart: false }
    }
  }
  const { face } = await pdfFont(font)
  const known = letters(text).filter((letter) => face.hasGlyphForCodePoint(letter.codePointAt(0)!))
  const isReadable = known.length / Math.max(1, letters(text).length) >= minLeft
  const printed = [...text].filter((letter) => letter === ' ' || known.includes(letter)).join('')
  return isReadable
    ? { text: printed.replace(/ +/g, ' ').trim(), font, isPart: true }
    : { text: instead, font, isPart: true }
}

function letters(text: string): string[] {
  return [...text].filter((letter) => letter.trim() !== '')
}
