import { adminHref } from '#admin-pages.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { type CaseData, NoCase } from './assessment-page.tsx'
import { ApplicationFacts, CaseState } from './case-facts.tsx'
import { CaseForm, CaseOutcome, usePostedForm } from './case-form.tsx'
import { CriterionSection } from './criterion-section.tsx'
import { InterestSection } from './interest-section.tsx'
import { OutcomeFields } from './outcome-fields.tsx'
import type { FoundCase } from './server/load-case.ts'
import { historyOf, lastStep } from './steps.ts'

export const page = definePage<CaseData>({
  Component: PanelCasePage,
  meta: (data) => ({ title: data.kind === 'found' ? `Panel on ${data.reference}` : 'Panel' }),
})

function PanelCasePage({ data }: { data: CaseData }) {
  return data.kind === 'found' ? <PanelCase key={data.id} data={data} /> : <NoCase data={data} />
}

function PanelCase({ data }: { data: FoundCase }) {
  const here = adminHref('panelCase', { id: data.id })
  const referral = lastStep(data.steps, 'referred')!
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Panel', href: adminHref('panel') }, { label: data.reference }]} />
      <div className="mt-6">
        <PageHeading eyebrow={`Panel on ${data.reference}`} lead={data.organisation.name}>
          {data.title}
        </PageHeading>
      </div>
      <CaseOutcome />
      <div className="mt-8 grid gap-8 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="min-w-0 flex flex-col gap-6">
          <Notice title={`${referral.byName} asks the panel`}>
            <p className="whitespace-pre-line">{referral.reason}</p>
          </Notice>
          <ApplicationFacts data={data} open={false} />
        </div>
        <CaseState data={data} isAssessor={false} />
      </div>
      <h2 className="mt-10 mb-4 text-xl">Criteria</h2>
      <div className="flex flex-col gap-8">
        {data.criteria.map((criterion) => (
          <CriterionSection key={criterion.id} data={data} criterion={criterion} here={here} />
        ))}
      </div>
      <div className="mt-10 pt-8 border-t border-border grid gap-8 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="min-w-0 flex flex-col gap-6">
          <Vote data={data} here={here} referral={referral.id} />
        </div>
        <div className="min-w-0 flex flex-col gap-8">
          <InterestSection data={data} here={here} />
          <AdminHistory events={historyOf(data.steps)} />
        </div>
      </div>
    </>
  )
}

function Vote({ data, here, referral }: { data: FoundCase; here: string; referral: number }) {
  const posted = usePostedForm('vote')
  if (!data.may.vote)
    return (
      <p>{data.status === 'panel' ? 'You have voted. The panel waits for the others.' : 'The panel has decided.'}</p>
    )
  if (data.may.declare)
    return (
      <Notice tone="warning" title="Declare first whether you have a conflict of interest">
        <p>Then you can vote.</p>
      </Notice>
    )
  return (
    <Card as="section">
      <h2 className="mb-4 text-xl">Your vote</h2>
      <CaseForm here={here} intent="vote" button="Vote" variant="action">
        <input type="hidden" name="referral" value={referral} />
        <p>You vote once, with your reasons. Nobody can change a vote.</p>
        <OutcomeFields data={data} posted={posted} />
      </CaseForm>
    </Card>
  )
}
