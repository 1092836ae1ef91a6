// `bun test/audit.ts`: asks the package registry for known holes in production dependencies (`bun audit`). Ends with 1 where it names one; where
// its audit endpoint does not answer it says so and ends with 0, since nobody's change is at fault then.
const run = Bun.spawnSync(['bun', 'audit', '--production', '--json'], { stdout: 'pipe', stderr: 'pipe' })
const found = parse(run.stdout.toString())
if (!found) {
  const why = run.stderr.toString().trim().split('\n').at(-1) ?? ''
  console.info(`Dependencies not scanned: the registry's audit endpoint did not answer. ${why}`)
  process.exit(0)
}
const holes = Object.entries(found).flatMap(([name, advisories]) =>
  advisories.map(({ severity, title, url }) => `${name}: ${severity}: ${title} (${url})`),
)
console.info(holes.length === 0 ? 'No known holes in production dependencies.' : holes.join('\n'))
process.exit(holes.length === 0 ? 0 : 1)

type Advisory = { severity: string; title: string; url: string }

/** What the registry answered, by package; null for anything that is no such answer. */
function parse(text: string): Record<string, Advisory[]> | null {
  try {
    const answer: unknown = JSON.parse(text)
    const isAnswer = typeof answer === 'object' && answer !== null && Object.values(answer).every(Array.isArray)
    return isAnswer ? (answer as Record<string, Advisory[]>) : null
  } catch {
    return null
  }
}
