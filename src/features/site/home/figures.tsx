import { classNames } from '../../../ui/class-names.ts'
import { Section } from '../../../ui/layout.tsx'
import { StatCard, StatList } from '../../../ui/stat-card.tsx'
import { content } from './content.ts'

// Side by side, the figures stand on one line, however long the note above them is.
const group = 'lg:grid lg:row-span-3 lg:grid-rows-subgrid'

/** The headline claims, unless the admin area has them off, and beside them what the register itself can count; each group says what it is. */
export function Figures({
  accredited,
  partners,
  hasClaims,
}: {
  accredited: number
  partners: number
  hasClaims: boolean
}) {
  const { title, claims, live } = content.figures
  return (
    <Section labelledBy="figures">
      <h2 id="figures" className="visually-hidden">
        {title}
      </h2>
      <div className={classNames('grid gap-x-14 gap-y-12 lg:gap-y-0', hasClaims && 'lg:grid-cols-[2fr_1fr]')}>
        {hasClaims && (
          <div className={group}>
            <h3 className="font-sans text-base font-semibold">{claims.title}</h3>
            <p className="text-sm text-muted">{claims.note}</p>
            <StatList className="mt-6">
              {claims.items.map(({ value, label }) => (
                <StatCard key={label} value={value} label={label} />
              ))}
            </StatList>
          </div>
        )}
        <div className={group}>
          <h3 className="font-sans text-base font-semibold">{live.title}</h3>
          <p className="text-sm text-muted">{live.note}</p>
          <StatList className="mt-6">
            <StatCard value={accredited.toLocaleString('en-GB')} label={live.accredited} />
            <StatCard value={partners.toLocaleString('en-GB')} label={live.partners} />
          </StatList>
        </div>
      </div>
    </Section>
  )
}
