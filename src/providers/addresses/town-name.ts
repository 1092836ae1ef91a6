const joiningWords = new Set(['and', 'by', 'in', 'le', 'next', 'of', 'on', 'super', 'the', 'under', 'upon', 'with'])

/**
 * A post town as people write it. The postal address file has its towns in capitals: `STOKE-ON-TRENT` becomes `Stoke-on-Trent`.
 * A town that holds a small letter already stays as it is.
 */
export function townInSmallLetters(town: string): string {
  if (town !== town.toUpperCase()) return town
  return town
    .toLowerCase()
    .split(/([\s-]+)/)
    .map((part, index) => (index > 0 && joiningWords.has(part) ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('')
}
