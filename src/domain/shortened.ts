/** Cut between words with an ellipsis, or within a first word that is longer than `max`. */
export function shortened(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
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
