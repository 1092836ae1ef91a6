/**
 * Samples of eight invented broadcasters, by width at a height of 40: an authority puts its partners' drawings in their place
 * (`public/wordmarks.svg`).
 */
const widths: Record<string, number> = {
  tarnlight: 132,
  wrenfield: 160,
  ostlermere: 148,
  kittiwake: 142,
  fellgate: 138,
  quillmoor: 150,
  hexbeck: 172,
  saltmarsh: 140,
}

export const wordmarkNames = Object.keys(widths)

type WordmarkProps = { drawing?: string | undefined; name: string; className?: string | undefined }

/** In the colour of the text around it; in letters where there is no such drawing. */
export function Wordmark({ drawing = '', name, className }: WordmarkProps) {
  const width = Object.hasOwn(widths, drawing) && widths[drawing]
  if (!width) return <span className="font-serif text-lg">{name}</span>
  return (
    <svg role="img" fill="currentColor" aria-label={name} viewBox={`0 0 ${width} 40`} className={className}>
      <use href={`/wordmarks.svg#${drawing}`} />
    </svg>
  )
}
