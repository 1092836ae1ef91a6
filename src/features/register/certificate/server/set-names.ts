import { dateAndTime, place } from '#domain/when-and-where.ts'
import { type FontName, pdfFont } from '#drawing/pdf-fonts.ts'
import type { CertificateRow } from './queries.ts'

export type Names = Awaited<ReturnType<typeof setNames>>

export async function setNames(row: CertificateRow) {
  const organiser = await setLine(oneLine(row.organiser), 'sansBold', 'the organisation named in the register')
  const where = await setLine(oneLine(place(row.venue, row.city)), 'sans', '')
  return {
    title: await setLine(oneLine(row.title), 'serif', `Number ${row.number}`),
    organiser: { ...organiser, text: organisedBy(organiser.text) },
    where: { ...where, text: whenAndWhere(row, where.text) },
  }
}

export function organisedBy(organiser: string): string {
  return `organised by ${oneLine(organiser)}`
}

export function whenAndWhere({ date, time, isPrivate }: CertificateRow, where: string): string {
  return oneLine([dateAndTime({ date, time, isPrivate }), where].filter(Boolean).join(' · '))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

export type SetLine = {
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
