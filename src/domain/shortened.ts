/** Cut between words with an ellipsis, or within a first word that is longer than `max`. */
export function shortened(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const head = line.slice(0, max)
  const end = head.lastIndexOf(' ')
  const words =
    end > 0
      ? head.slice(0, end)
      : head
          .slice(0, max - 1)
          .toWellFormed()
          .replace(/\uFFFD$/, '')
  return `${words.replace(/[\s,.;:–-]+$/, '')}…`
}
