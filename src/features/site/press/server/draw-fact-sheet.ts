import type { Brand } from '#brand.ts'
import { collectPdf } from '#drawing/collect-pdf.ts'
import { drawLayer } from '#drawing/draw-guilloche.ts'
import { pdfFonts } from '#drawing/pdf-fonts.ts'
import { about } from '#features/site/authority/content.ts'
import { href } from '#pages.ts'
import { guillocheRosette } from '#ui/guilloche.ts'

type Doc = PDFKit.PDFDocument

const title = 'Fact sheet for the press'
/** What the about page does not say. */
const registerParagraphs = [
  'Every event on the register has a public entry with its number, its dates and its status: accredited, listed while it is assessed, not accredited, lapsed, suspended or revoked. Entries are not removed. Please check an entry before you describe an event as accredited.',
  'The homepage shows how many entries are accredited now. The page ‘How we count’ explains each figure and its source. Please give the date with any figure.',
]

/** A4, in points (1/72 inch). */
const page = { width: 595.28, height: 841.89 }
const margin = 56
const width = page.width - margin * 2
const ink = '#14231b'
const muted = '#505a51'
const green = '#0c4029'
const gold = '#b08d35'
const paper = '#fffdf8'

/** One page of A4 with a structure that a screen reader can follow (PDF/UA-1). It says what the about page says. */
export async function drawFactSheet(brand: Brand, publicUrl: string, now: Date): Promise<Uint8Array> {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), pdfFonts()])
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    // A subset that the library knows and its types do not.
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    // The library writes these into XML unescaped.
    info: {
      Title: plain(`${title}: ${brand.name}`),
      Author: plain(brand.name),
      CreationDate: now,
    },
    // The library would begin with a font of its own.
    font: '',
  })
  doc.registerFont('serif', fonts.serif as never)
  doc.registerFont('sans', fonts.sans as never)
  doc.registerFont('bold', fonts.sansBold as never)
  const bytes = collectPdf(doc)
  drawSeal(doc)
  drawWords(doc, brand, publicUrl)
  doc.end()
  return await bytes
}

/** It says nothing that the name beside it does not, so it is left out of the structure. */
function drawSeal(doc: Doc): void {
  const radius = 27
  doc.markContent('Artifact', { type: 'Layout' } as never)
  doc.circle(margin + radius, margin + radius, radius).fill(green)
  doc
    .circle(margin + radius, margin + radius, radius - 2)
    .lineWidth(0.8)
    .stroke(gold)
  doc.save()
  doc.translate(margin, margin)
  const [outer, , inner] = guillocheRosette({ seed: 'crest', size: radius * 2 })
  drawLayer(doc, outer!, paper, 0.5)
  drawLayer(doc, inner!, gold, 1)
  doc.restore()
  doc
    .moveTo(margin, margin + 72)
    .lineTo(page.width - margin, margin + 72)
    .lineWidth(0.8)
    .stroke(gold)
  doc.endMarkedContent()
}

function drawWords(doc: Doc, brand: Brand, publicUrl: string): void {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const say = (tag: string, draw: () => void) => root.add(doc.struct(tag, {}, draw))
  const heading = (text: string) => {
    doc.moveDown(0.7)
    say('H2', () => doc.font('serif').fontSize(13).fillColor(green, 1).text(text, margin, doc.y, { width }))
    doc.moveDown(0.15)
  }
  const paragraph = (text: string) => {
    say('P', () => doc.font('sans').fontSize(9.5).fillColor(ink, 1).text(text, margin, doc.y, { width, lineGap: 1 }))
    doc.moveDown(0.25)
  }
  const fact = (term: string, details: string) =>
    say('P', () => {
      doc
        .font('bold')
        .fontSize(9.5)
        .fillColor(ink, 1)
        .text(`${term}: `, margin, doc.y, { width, continued: true, lineGap: 1 })
      doc.font('sans').text(details, { lineGap: 1 })
    })

  const beside = { width: width - 72 }
  say('P', () =>
    doc
      .font('bold')
      .fontSize(10)
      .fillColor(muted, 1)
      .text(title, margin + 72, margin + 4, beside),
  )
  say('H1', () =>
    doc
      .font('serif')
      .fontSize(20)
      .fillColor(green, 1)
      .text(brand.name, margin + 72, margin + 18, beside),
  )
  doc.y = margin + 80

  paragraph(about.lead)
  heading(about.mission.title)
  for (const { title, text } of about.mission.pillars) fact(title, text)
  heading(about.process.title)
  for (const [index, step] of about.process.steps.entries()) fact(`${index + 1}. ${step.title}`, step.text)
  heading('The register')
  for (const text of registerParagraphs) paragraph(text)
  heading(about.governance.title)
  for (const text of about.governance.paragraphs) paragraph(text)
  heading('Contact')
  fact('Press office', `${brand.pressEmail}, ${brand.phone}`)
  fact('Address', [brand.name, ...brand.address].join(', '))
  fact('Office hours', brand.officeHours)
  fact('The register', publicUrl + href('listings'))
  fact('How we count', publicUrl + href('howWeCount'))
  fact('For programs', publicUrl + href('apiDocs'))
  root.end()
}

/** As the metadata can hold it. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', 'and')
    .replace(/[<>\p{Cc}]/gu, '')
}
