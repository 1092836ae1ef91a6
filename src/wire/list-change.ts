type RowWords = readonly [one: string, several: string]

/** What a list says after rows were handed over (`handed`, `undo`), marked (`marked`, `undo`) or taken back (`undone`), from its address. */
export function saysOfListChange(query: URLSearchParams, words: RowWords) {
  const handed = countOf(query, 'handed')
  if (handed !== null) {
    const title =
      handed === 0 ? 'Nothing was changed: this person already has them' : `${counted(handed, words)} handed over`
    return { tone: 'success' as const, title, undo: query.get('undo') }
  }
  const marked = countOf(query, 'marked')
  if (marked !== null) {
    const title = marked === 0 ? 'Nothing was changed: they are marked so already' : `${counted(marked, words)} marked`
    return { tone: 'success' as const, title, undo: query.get('undo') }
  }
  const undone = countOf(query, 'undone')
  if (undone === null) return null
  const title = undone === 0 ? 'Nothing was taken back: it has changed since' : `${counted(undone, words)} given back`
  return { tone: 'success' as const, title }
}

function countOf(query: URLSearchParams, name: string): number | null {
  const text = /^\d{1,3}$/.exec(query.get(name) ?? '')?.[0]
  return text === undefined ? null : Number(text)
}

function counted(count: number, [one, several]: RowWords): string {
  return count === 1 ? `1 ${one} was` : `${count} ${several} were`
}
