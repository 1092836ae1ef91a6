/** Joins letters in some scripts (Persian, Malayalam) and emoji; dropped behind Latin, Greek and Cyrillic. */
const joined =
  '(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}][\\u200c\\u200d]'
/** The flags of England, Scotland and Wales: a black flag and invisible letters. */
const flag = '\\u{1f3f4}[\\u{e0061}-\\u{e007a}]+\\u{e007f}'
/** Controls of direction and what has no width. Signs of Arabic numbers are format characters too, but visible. */
const invisible = '(?=\\p{Default_Ignorable_Code_Point})\\p{Cf}|[\\ufff9-\\ufffb]'
const kept = new RegExp(`(${joined}|${flag})|${invisible}`, 'gu')
/** Besides blanks and controls: fillers and symbols without ink. */
const blank = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}]*$/u

/** Without characters that reorder letters or have no width, except those that join. Empty where nothing visible is left. */
export function readableText(text: string): string {
  const read = text.replace(kept, '$1')
  return blank.test(read) && /[^\s\p{Cc}]/u.test(read) ? '' : read
}

/** Typed into an address: one line of at most 100 characters that the database can hold. */
export function cleanText(text: string | null | undefined): string {
  return [
    ...readableText((text ?? '').toWellFormed())
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  ]
    .slice(0, 100)
    .join('')
    .trim()
}
