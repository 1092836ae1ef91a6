import { adminHref } from '#admin-pages.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { type CaseData, NoCase, useArrival } from './assessment-page.tsx'
import { ApplicationFacts, CaseState } from './case-facts.tsx'
import { CaseForm, CaseOutcome, InterestSection, OutcomeFields } from './case-form.tsx'
import { type AddressOf, CriteriaIndex } from './criteria-index.tsx'
import { CriterionView, Results, useCaseKeys } from './criterion-view.tsx'
import { historyOf, lastStep } from './rules.ts'
import type { FoundCase } from './server/load-case.ts'

export const page = definePage<CaseData>(PanelCasePage, (data) =>
  data.kind === 'found' ? `Panel on ${data.reference}` : 'Panel',
)

function PanelCasePage({ data }: { data: CaseData }) {
  useArrival(data.kind === 'found' ? `${data.id} ${data.criterionId}` : '')
  return data.kind === 'found' ? <PanelCase key={data.id} data={data} /> : <NoCase data={data} />
}

function PanelCase({ data }: { data: FoundCase }) {
  const addressOf: AddressOf = (criterion) => adminHref('panelCase', { id: data.id }, { criterion })
  const criterion = data.criteria.find((each) => each.id === data.criterionId)
  const props = { data, addressOf, list: null }
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Panel', href: adminHref('panel') }, { label: data.reference }]} />
      <div className="mt-4">
        <PageHeading eyebrow={`Panel on ${data.reference}`} lead={data.organisation.name}>
          {data.title}
        </PageHeading>
      </div>
      <CaseOutcome />
      <div className="mt-4 grid gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)] items-start">
        <CriteriaIndex data={data} addressOf={addressOf} />
        {criterion ? <CriterionView key={criterion.id} {...props} criterion={criterion} /> : <WholeCase {...props} />}
      </div>
    </>
  )
}

function WholeCase(props: { data: FoundCase; addressOf: AddressOf; list: null }) {
  const { data, addressOf } = props
  const here = addressOf(null)
  const referral = lastStep(data.steps, 'referred')!
  const { help } = useCaseKeys(props)
  return (
    <div className="min-w-0">
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="min-w-0 flex flex-col gap-6">
          <Notice title={`${referral.byName} asks the panel`}>
            <p className="whitespace-pre-line">{referral.reason}</p>
          </Notice>
          <Results data={data} addressOf={addressOf} />
          <Vote data={data} here={here} referral={referral.id} />
          <ApplicationFacts data={data} />
        </div>
        <div className="min-w-0 flex flex-col gap-6">
          <CaseState data={data} isAssessor={false} />
          {!data.may.declare && <InterestSection data={data} here={here} />}
          <AdminHistory events={historyOf(data.steps)} />
        </div>
      </div>
      {help([])}
    </div>
  )
}

function Vote({ data, here, referral }: { data: FoundCase; here: string; referral: number }) {
  if (!data.may.vote)
    return (
      <p>{data.status === 'panel' ? 'You have voted. The panel waits for the others.' : 'The panel has decided.'}</p>
    )
  if (data.may.declare) return <InterestSection data={data} here={here} />
  return (
    <Card as="section">
      <h2 className="mb-4 text-xl">Your vote</h2>
      <CaseForm here={here} intent="vote" button="Vote" variant="action">
        <input type="hidden" name="referral" value={referral} />
        <p>You vote once, with your reasons. Nobody can change a vote.</p>
        <OutcomeFields data={data} command="vote" />
      </CaseForm>
    </Card>
  )
}
