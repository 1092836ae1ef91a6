import { figure } from '#domain/figures.ts'
import { ClaimFigures } from '#features/claims/claim-figures.tsx'
import { Quotations } from '#features/site/quotations.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Card, StatCard } from '#ui/card.tsx'
import { TitledPage } from '#ui/layout.tsx'
import { definePage } from '#wire/page.ts'
import { QuickApplyForm } from './quick-apply-form.tsx'
import type { quickApply } from './server.ts'

type Data = PageData<typeof quickApply>

const title = 'Quick apply'
const lead =
  'Anyone can apply: a company, council, charity, club or committee. Answer two questions and give us your details. It takes about two minutes. You can then go straight to the full application.'
const description =
  'Two questions and your details, in about two minutes, on the way to the full application for event accreditation.'

export const page = definePage<Data>(QuickApplyPage, { title, description, canonical: href('quickApply') })

function QuickApplyPage({ data }: { data: Data }) {
  const { figures, testimonials } = data.claims
  return (
    <>
      <TitledPage lead={lead}>
        <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16 items-start">
          <Card>
            <QuickApplyForm data={data} />
          </Card>
          <aside aria-label="The scheme in figures">
            {figures.length > 0 && (
              <div className="mb-8">
                <p className="mb-4 font-semibold">Published by the authority</p>
                <dl className="grid gap-8 sm:grid-cols-2 lg:grid-cols-1">
                  <ClaimFigures claims={figures} />
                </dl>
              </div>
            )}
            <p className="mb-4 font-semibold">In the register now</p>
            <dl>
              <StatCard value={figure(data.accredited)} label="entries accredited now" />
            </dl>
            <p className="mt-4 mb-8">
              <a href={href('howWeCount')}>How we count</a>
            </p>
            <h2 className="text-lg">What your answers are for</h2>
            <p className="mt-2 text-muted">
              Whatever you answer, you can go on to the full application. We decide only on the full application.
            </p>
            <p className="mt-4">
              <a href={href('prices')}>Prices and terms</a>
            </p>
            <p className="mt-4 text-muted">
              Ready to apply now? <a href={href('apply')}>Go to the full application</a>.
            </p>
          </aside>
        </div>
      </TitledPage>
      <Quotations id="testimonials" title="What organisers say" claims={testimonials} />
    </>
  )
}
