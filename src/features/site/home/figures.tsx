import { areSamples, type ShownClaim } from '#domain/claims.ts'
import { ClaimFigures } from '#features/claims/claim-figures.tsx'
import { href } from '#pages.ts'
import { classNames } from '#ui/class-names.ts'
import { Section } from '#ui/layout.tsx'
import { StatCard, StatList } from '#ui/stat-card.tsx'
import { content } from './content.ts'

// Side by side, the figures stand on one line, however long the note above them is.
const group = 'lg:grid lg:row-span-3 lg:grid-rows-subgrid'

/** The headline claims that are shown, and beside them what the register itself can count; each group says what it is. */
export function Figures({
  accredited,
  partners,
  claimed,
}: {
  accredited: number
  partners: number
  claimed: readonly ShownClaim[]
}) {
  const { title, claims, live, how } = content.figures
  return (
    <Section labelledBy="figures">
      <h2 id="figures" className="visually-hidden">
        {title}
      </h2>
      <div className={classNames('grid gap-x-12 gap-y-10 lg:gap-y-0', claimed.length > 0 && 'lg:grid-cols-[2fr_1fr]')}>
        {claimed.length > 0 && (
          <div className={group}>
            <h3 className="font-sans text-base font-semibold">{claims.title}</h3>
            <p className="text-sm text-muted">
              {claims.note}
              {areSamples(claimed) && ' Sample: invented figures.'}
            </p>
            <StatList className="mt-6">
              <ClaimFigures claims={claimed} />
            </StatList>
          </div>
        )}
        <div className={group}>
          <h3 className="font-sans text-base font-semibold">{live.title}</h3>
          <p className="text-sm text-muted">
            {live.note} <a href={href('howWeCount')}>{how}</a>
          </p>
          <StatList className="mt-6">
            <StatCard value={accredited.toLocaleString('en-GB')} label={live.accredited} />
            <StatCard value={partners.toLocaleString('en-GB')} label={live.partners} />
          </StatList>
        </div>
      </div>
    </Section>
  )
}
