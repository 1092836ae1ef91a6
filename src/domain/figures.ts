export function showingText({
  before,
  shown,
  total,
  isMore,
}: {
  before: number
  shown: number
  total: number
  isMore: boolean
}): string {
  const range = shown > 1 ? `${figure(before + 1)}–${figure(before + shown)}` : figure(before + shown)
  return `Showing ${range} of ${isMore ? 'more than ' : ''}${figure(total)}`
}

/** '1,250' for a count. By hand, for the first formatter of a browser is the longest step of a page's hydration. */
export function figure(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
