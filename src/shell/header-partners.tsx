import { areSamples, type ShownClaim } from '#domain/claims.ts'
import { Wordmark } from '#ui/wordmark.tsx'

/** Rendered on the server alone, so nothing in it may listen. */
export function HeaderPartners({ claims }: { claims: readonly ShownClaim[] }) {
  return (
    <>
      <p className="text-sm text-muted">Partners{areSamples(claims) && ' (sample: invented)'}</p>
      <ul>
        {claims.map(({ name = '', value }) => (
          <li key={name}>
            <Wordmark drawing={value} name={name} />
          </li>
        ))}
      </ul>
    </>
  )
}
