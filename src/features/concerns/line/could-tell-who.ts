/** So many words in a row as the reporter wrote them are a quotation. */
const quotedWords = 6
/** Shorter parts of a name, such as initials, are in too many other words. */
const minNameLength = 3

type Reporter = { name: string; email: string }

/**
 * Whether a text has the reporter's name or address, or quotes the report, by which its writer may be known. A name that is also a common word
 * counts with a capital letter only.
 *
 * @param texts what the reporter has written. @param event words of its name do not count.
 */
export function couldTellWho(
  text: string,
  reporter: Reporter | null,
  { texts, event }: { texts: readonly string[]; event: string },
): boolean {
  const written = wordsOf(text)
  const free = new Set(small(wordsOf(event)))
  const { name, email } = reporter ?? { name: '', email: '' }
  const names = wordsOf(name).filter((part) => part.length >= minNameLength && !free.has(part.toLowerCase()))
  if (names.some((part) => written.some((word) => /^\p{Lu}/u.test(word) && word.toLowerCase() === part.toLowerCase())))
    return true
  if (email && text.toLowerCase().includes(email.toLowerCase())) return true
  const words = small(written)
  return texts.some((each) => {
    const theirs = ` ${small(wordsOf(each)).join(' ')} `
    return words.some((_, at) => {
      const run = words.slice(at, at + quotedWords)
      return run.length === quotedWords && theirs.includes(` ${run.join(' ')} `)
    })
  })
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

const small = (words: string[]) => words.map((word) => word.toLowerCase())
