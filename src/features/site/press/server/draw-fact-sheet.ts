import type { Brand } from '#brand.ts'
import { drawSeal, pdfColours, taggedPdf } from '#drawing/tagged-pdf.ts'
import { about } from '#features/site/authority/content.ts'
import { href } from '#pages.ts'

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
const { ink, muted, green, gold } = pdfColours

/** One page. It says what the about page says. */
export async function drawFactSheet(brand: Brand, publicUrl: string, now: Date): Promise<Uint8Array> {
  const document = {
    layout: 'portrait',
    margin,
    fonts: ['serif', 'sans', 'sansBold'],
    title: `${title}: ${brand.name}`,
    author: brand.name,
    createdAt: now,
  } as const
  return await taggedPdf(document, (doc) => {
    drawHead(doc)
    drawWords(doc, brand, publicUrl)
  })
}

/** It says nothing that the name beside it does not, so it is left out of the structure. */
function drawHead(doc: Doc): void {
  const radius = 27
  doc.markContent('Artifact', { type: 'Layout' } as never)
  drawSeal(doc, margin + radius, margin + radius, radius)
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
        .font('sansBold')
        .fontSize(9.5)
        .fillColor(ink, 1)
        .text(`${term}: `, margin, doc.y, { width, continued: true, lineGap: 1 })
      doc.font('sans').text(details, { lineGap: 1 })
    })

  const beside = { width: width - 72 }
  say('P', () =>
    doc
      .font('sansBold')
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
