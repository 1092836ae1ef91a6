import { figure } from '#domain/figures.ts'
import { ClaimFigures } from '#features/claims/claim-figures.tsx'
import { Quotations } from '#features/site/quotations.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Card } from '#ui/card.tsx'
import { TitledPage } from '#ui/layout.tsx'
import { StatCard } from '#ui/stat-card.tsx'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import { QuickApplyForm } from './quick-apply-form.tsx'
import type { quickApply } from './server.ts'

type Data = PageData<typeof quickApply>

export const page = definePage<Data>({
  Component: QuickApplyPage,
  meta: () => ({ title: content.title, description: content.description, canonical: href('quickApply') }),
})

function QuickApplyPage({ data }: { data: Data }) {
  const { figures, testimonials } = data.claims
  return (
    <>
      <TitledPage lead={content.lead} title={content.title}>
        <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16 items-start">
          <Card>
            <QuickApplyForm data={data} />
          </Card>
          <aside aria-label="The scheme in figures">
            {figures.length > 0 && (
              <div className="mb-8">
                <p className="mb-4 font-semibold">{content.figures.claimed}</p>
                <dl className="grid gap-8 sm:grid-cols-2 lg:grid-cols-1">
                  <ClaimFigures claims={figures} />
                </dl>
              </div>
            )}
            <p className="mb-4 font-semibold">{content.figures.live}</p>
            <dl>
              <StatCard value={figure(data.accredited)} label={content.figures.accredited} />
            </dl>
            <p className="mt-4 mb-8">
              <a href={href('howWeCount')}>{content.figures.how}</a>
            </p>
            <h2 className="text-lg">{content.expect.title}</h2>
            <p className="mt-2 text-muted">{content.expect.text}</p>
            <p className="mt-4">
              <a href={href('prices')}>{content.expect.prices}</a>
            </p>
            <p className="mt-4 text-muted">
              {content.full.text} <a href={href('apply')}>{content.full.link}</a>.
            </p>
          </aside>
        </div>
      </TitledPage>
      <Quotations id="testimonials" title={content.testimonials.title} claims={testimonials} tone="sunken" />
    </>
  )
}
