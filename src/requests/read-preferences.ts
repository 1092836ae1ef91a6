/** Browsers send a handful; made-up ones beyond these are read each time. */
const maxHeaders = 100

export function readOnce<Result>(read: (header: string) => Result): (header: string) => Result {
  const known = new Map<string, Result>()
  return (header) => {
    const result = known.get(header)
    if (result !== undefined) return result
    const made = read(header)
    if (known.size < maxHeaders) known.set(header, made)
    return made
  }
}

/** In lower case (RFC 9110, 12.4.2). */
export function readQualities(header: string): Map<string, number> {
  const qualities = new Map<string, number>()
  for (const member of header.toLowerCase().split(',')) {
    const [name, ...parameters] = member.split(';').map((part) => part.trim())
    if (!name) continue
    const given = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = given === undefined ? 1 : Number(given.slice(2))
    qualities.set(name, quality >= 0 && quality <= 1 ? quality : 0)
  }
  return qualities
}

/** By quality, then by closeness: a program that names JSON and accepts anything else prefers JSON. Without a header HTML. */
export function prefersJson(accept: string | null): boolean {
  return accept !== null && readPreference(accept)
}

const readPreference = readOnce((accept) => {
  const qualities = readQualities(accept)
  const json = preferenceFor(qualities, 'application/json')
  const html = preferenceFor(qualities, 'text/html')
  if (json.quality !== html.quality) return json.quality > html.quality
  return json.quality > 0 && json.closeness > html.closeness
})

/** The closest range decides (RFC 9110, 12.5.1). */
function preferenceFor(qualities: Map<string, number>, type: string): { quality: number; closeness: number } {
  const ranges = ['*/*', `${type.split('/')[0]}/*`, type]
  const closeness = ranges.findLastIndex((range) => qualities.has(range))
  return { quality: qualities.get(ranges[closeness] ?? '') ?? 0, closeness }
}

/** `*`, or the tag, weak or not, alone or in a list. */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((member) => {
    const tag = member.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}
