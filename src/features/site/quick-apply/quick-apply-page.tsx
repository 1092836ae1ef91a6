import { href } from '../../../pages.ts'
import { Card } from '../../../ui/card.tsx'
import { Container } from '../../../ui/layout.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { definePage } from '../../../wire/page.ts'
import { Quotations } from '../quotations.tsx'
import { content } from './content.ts'
import { QuickApplyForm } from './quick-apply-form.tsx'
import type { QuickApplyData } from './rules.ts'

export const page = definePage<QuickApplyData>({
  Component: QuickApplyPage,
  meta: () => ({ title: content.title, description: content.description, canonical: href('quickApply') }),
})

function QuickApplyPage({ data }: { data: QuickApplyData }) {
  return (
    <>
      <Container className="py-10 lg:py-14">
        <PageHeading lead={content.lead}>{content.title}</PageHeading>
        <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)] lg:gap-16 items-start">
          <Card>
            <QuickApplyForm data={data} />
          </Card>
          <aside aria-label={data.flags.claims ? 'The scheme in figures' : content.full.text}>
            {data.flags.claims && (
              <dl className="mb-8 grid gap-8 sm:grid-cols-2 lg:grid-cols-1">
                {content.claims.map((claim) => (
                  <StatCard key={claim.label} {...claim} />
                ))}
              </dl>
            )}
            <h2 className="text-lg">{content.expect.title}</h2>
            <p className="mt-2 text-muted">{content.expect.text}</p>
            <p className="mt-4">
              <SiteLink href={href('prices')}>{content.expect.prices}</SiteLink>
            </p>
            <p className="mt-4 text-muted">
              {content.full.text} <SiteLink href={href('apply')}>{content.full.link}</SiteLink>.
            </p>
          </aside>
        </div>
      </Container>
      {data.flags.testimonials && <Quotations id="testimonials" {...content.testimonials} tone="sunken" />}
    </>
  )
}
