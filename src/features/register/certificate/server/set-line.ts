import { type FontName, pdfFont } from '#drawing/pdf-fonts.ts'

export type SetLine = {
  /** What can be printed: the text itself, or what stands in for it. */
  text: string
  font: FontName
  /** Letters of the text are missing in it, so that the structure has to hold the text itself. */
  isPart: boolean
}

/** Typefaces in the order in which they are asked; those of scripts that run from right to left or join their letters are not among them. */
const after: Record<'serif' | 'sans' | 'sansBold', FontName[]> = {
  serif: ['serif', 'sansBold', 'wide'],
  sans: ['sans', 'wide'],
  sansBold: ['sansBold', 'wide'],
}
/** Of what is left when a typeface lacks letters, this share has to be there for the rest to be read as the name. */
const minLeft = 0.6

/**
 * Finds the typeface that has every letter of a line. A symbol that none has (an emoji) is left out; a name in a script that none has
 * is replaced by words that say so, never by empty boxes.
 *
 * @param instead what stands in for a name that cannot be printed.
 */
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
