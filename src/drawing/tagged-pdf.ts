import { guillocheRosette } from '#ui/guilloche.ts'
import { drawLayer } from './draw-guilloche.ts'
import { type FontName, pdfFont } from './pdf-fonts.ts'

type Doc = PDFKit.PDFDocument

export const pdfColours = {
  ink: '#14231b',
  muted: '#505a51',
  green: '#0c4029',
  gold: '#b08d35',
  paper: '#fffdf8',
  red: '#a3211a',
}

type TaggedPdf = {
  layout: 'portrait' | 'landscape'
  margin: number
  fonts: Iterable<FontName>
  title: string
  author: string
  subject?: string
  createdAt: Date
}

/** A4, with a structure that a screen reader can follow (PDF/UA-1). The same input makes the same bytes. */
export async function taggedPdf(
  { layout, margin, fonts, title, author, subject, createdAt }: TaggedPdf,
  draw: (doc: Doc) => void,
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin,
    pdfVersion: '1.7',
    // The library knows it, its types do not.
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: plain(title),
      Author: plain(author),
      ...(subject === undefined ? {} : { Subject: plain(subject) }),
      CreationDate: createdAt,
    },
    // Otherwise the library begins with a font of its own and embeds nothing of it.
    font: '',
  })
  for (const name of fonts) doc.registerFont(name, (await pdfFont(name)).bytes)
  const bytes = collectPdf(doc)
  draw(doc)
  doc.end()
  return await bytes
}

/** The crest without words. To be left out of the structure. */
export function drawSeal(doc: Doc, x: number, y: number, radius: number): void {
  const { green, gold, paper } = pdfColours
  doc.circle(x, y, radius).fill(green)
  doc
    .circle(x, y, radius - 2)
    .lineWidth(0.8)
    .stroke(gold)
  doc.save()
  doc.translate(x - radius, y - radius)
  const [outer, , inner] = guillocheRosette({ seed: 'crest', size: radius * 2 })
  drawLayer(doc, outer!, paper, 0.5)
  drawLayer(doc, inner!, gold, 1)
  doc.restore()
}

/** The library writes metadata into XML as it is. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', 'and')
    .replace(/\s+/g, ' ')
    .replace(/[<>\p{Cc}]/gu, '')
}

/** To be called before anything is drawn: what is drawn before it is lost. */
export async function collectPdf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  await new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  return Buffer.concat(chunks)
}
