export type LikeWord = {
  place: number
  typed: string
  word: string
  likeness: number
}

const perWord = 3

/** The likeliest first; a word that is like none is left out while most are like something. @param found shares trigrams with the typed words. */
export function searchVariants(found: LikeWord[], words: number, max: number): string[][] {
  const alternatives = new Map<number, LikeWord[]>()
  for (const like of found) {
    if (!isSlip(like.typed, like.word)) continue
    const known = alternatives.get(like.place) ?? []
    alternatives.set(like.place, [...known, like].sort((a, b) => b.likeness - a.likeness).slice(0, perWord))
  }
  if (alternatives.size === 0 || alternatives.size * 2 <= words - 1) return []
  let variants: { words: string[]; likeness: number }[] = [{ words: [], likeness: 1 }]
  for (const [, choices] of [...alternatives].sort(([a], [b]) => a - b)) {
    variants = variants
      .flatMap(({ words, likeness }) =>
        choices.map((choice) => ({ words: [...words, choice.word], likeness: likeness * choice.likeness })),
      )
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, max)
  }
  return variants.map(({ words }) => words)
}

/** A few letters wrong, missing, doubled or swapped; the known word may go on after what was typed, with one slip fewer. */
export function isSlip(typed: string, known: string): boolean {
  const allowed = typed.length <= 5 ? 1 : typed.length <= 9 ? 2 : 3
  const edits = editsToBeginnings(typed, known)
  return edits.at(-1)! <= allowed || Math.min(...edits) < allowed
}

/** Fewest edits (one letter more, less, changed, or two swapped) to each beginning of `known`, the whole word last. */
function editsToBeginnings(typed: string, known: string): number[] {
  const width = known.length + 1
  let before: number[] = []
  let last = Array.from({ length: width }, (_, index) => index)
  for (let row = 1; row <= typed.length; row++) {
    const next = [row]
    for (let column = 1; column < width; column++) {
      const same = typed[row - 1] === known[column - 1]
      let cost = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      const swapped = row > 1 && typed[row - 1] === known[column - 2] && typed[row - 2] === known[column - 1]
      if (swapped && column > 1) cost = Math.min(cost, before[column - 2]! + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return last
}
