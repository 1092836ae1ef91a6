import { carries } from '#domain/permissions.ts'
import { CaseFrame, NoCase } from '#features/applications/case/case-frame.tsx'
import type { PageData } from '#page/page.ts'
import { type AdminPerson, definePage } from '#wire/page.ts'
import {
  ClosedCheckout,
  DecisionForm,
  OtherDecision,
  Overtaken,
  ProposedChange,
  WithdrawalForm,
} from '../decision-form.tsx'
import { IdentitySection } from '../identity-section.tsx'
import { ReviewFormFrame } from '../review-form-frame.tsx'
import { Sampled } from '../sampled.tsx'
import { timelineHref } from '../timeline/timeline-kinds.ts'
import { useReviewForm } from '../use-review-form.ts'
import type { caseDecision, DecisionData } from './server.ts'

type Data = PageData<typeof caseDecision>

export const page = definePage<Data>({
  Component: DecisionPage,
  meta: (data) => ({ title: data.kind === 'found' ? `Decision on ${data.head.reference}` : 'Decision' }),
})

function DecisionPage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  if (data.kind !== 'found') return <NoCase data={data} />
  return <Decision key={data.head.id} data={data} admin={admin} />
}

function Decision({ data, admin }: { data: DecisionData; admin: AdminPerson | undefined }) {
  const form = useReviewForm(data, 'caseDecision')
  const may = (permission: 'assess' | 'register') => admin !== undefined && carries(admin.roles, permission)
  return (
    <CaseFrame head={data.head} current="caseDecision" admin={admin}>
      <ReviewFormFrame revision={data.application.revision} form={form} />
      <div className="mt-8 flex flex-col gap-8 max-w-form">
        <p>
          <a href={timelineHref(data.head.id, 'decisions')}>Every decision on this case</a>
        </p>
        <Overtaken data={data} form={form} />
        <DecisionForm data={data} form={form} />
        <ProposedChange data={data} form={form} />
        <Sampled data={data} form={form} />
        <IdentitySection data={data} form={form} />
        <OtherDecision data={data} form={form} mayAssess={may('assess')} />
        <ClosedCheckout data={data} form={form} />
        <WithdrawalForm data={data} form={form} maySuspend={may('register')} />
      </div>
    </CaseFrame>
  )
}
