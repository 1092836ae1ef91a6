type RowWords = readonly [one: string, several: string]

/** What a list says after rows were handed over (`handed`, `undo`), marked (`marked`, `undo`) or taken back (`undone`), from its address. */
export function saysOfListChange(query: URLSearchParams, words: RowWords) {
  for (const [name, { nothing, done, undo }] of Object.entries(changes)) {
    const text = query.get(name) ?? ''
    if (!/^\d{1,3}$/.test(text)) continue
    const title = Number(text) === 0 ? nothing : `${counted(Number(text), words)} ${done}`
    return { tone: 'success' as const, title, ...(undo && { undo: query.get('undo') }) }
  }
  return null
}

const changes = {
  handed: { nothing: 'Nothing was changed: this person already has them', done: 'handed over', undo: true },
  marked: { nothing: 'Nothing was changed: they are marked so already', done: 'marked', undo: true },
  undone: { nothing: 'Nothing was taken back: it has changed since', done: 'given back', undo: false },
}

function counted(count: number, [one, several]: RowWords): string {
  return count === 1 ? `1 ${one} was` : `${count} ${several} were`
}
