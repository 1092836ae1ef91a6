/**
 * The beginning of a text on one line, at most `max` characters: cut between words, with an ellipsis where something was left out. Of a
 * first word that is longer than that, its beginning.
 */
export function shortened(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  // One more than fits beside the ellipsis: a word that ends just there is whole.
  const room = line.slice(0, max)
  const end = room.lastIndexOf(' ')
  const words =
    end > 0
      ? room.slice(0, end)
      : room
          .slice(0, max - 1)
          .toWellFormed()
          .replace(/\uFFFD$/, '')
  return `${words.replace(/[\s,.;:–-]+$/, '')}…`
}
