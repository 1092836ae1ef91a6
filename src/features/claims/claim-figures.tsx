import type { ShownClaim } from '#domain/claims.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { StatCard } from '#ui/card.tsx'

/** Figures that are claimed, each with what it counts, and since when and by what it is proven, or that it is a sample. Their parent is a `dl`. */
export function ClaimFigures({ claims }: { claims: readonly ShownClaim[] }) {
  return claims.map(({ value, label, isSample, since, source, link }) => (
    <StatCard
      key={`${value} ${label}`}
      value={value}
      label={label}
      note={
        isSample
          ? 'Sample: an invented figure'
          : since && (
              <>
                Since {londonDateOf(since)}. Source: {link ? <a href={link}>{source}</a> : source}
              </>
            )
      }
    />
  ))
}
