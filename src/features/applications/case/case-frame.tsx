import type { ReactNode } from 'react'
import { adminHref, adminPages } from '#admin-pages.ts'
import { applicationStatusBadge } from '#domain/application-state.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { AdminPerson } from '#wire/page.ts'
import type { CaseHead, ClosedCase } from './open-case.ts'

const tabs = {
  review: 'Case',
  caseDocuments: 'Documents and criteria',
  caseDecision: 'Decision',
  caseMails: 'Emails',
  caseOrders: 'Orders',
} as const
type CaseTab = keyof typeof tabs

type CaseFrameProps = {
  head: CaseHead
  current: CaseTab
  admin: AdminPerson | undefined
  children: ReactNode
}

/** One page of a case, below what all of them share. */
export function CaseFrame({ head, current, admin, children }: CaseFrameProps) {
  const mayReview = admin !== undefined && carries(admin.roles, 'review')
  const { label, tone } = applicationStatusBadge(head.status)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: 'Applications', href: mayReview ? adminHref('queue') : undefined },
          { label: head.reference },
        ]}
      />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading
          eyebrow={`Application ${head.reference}`}
          lead={`${head.organisationName}, submitted on ${londonDateOf(head.submittedAt)}`}
        >
          {head.title}
        </PageHeading>
        {head.withdrawnAt ? <Badge>Withdrawn</Badge> : <Badge tone={tone}>{label}</Badge>}
      </div>
      <CaseTabs id={head.id} showsMoney={head.showsMoney} current={current} admin={admin} />
      {children}
    </>
  )
}

type CaseTabsProps = Pick<CaseHead, 'id' | 'showsMoney'> & Pick<CaseFrameProps, 'current' | 'admin'>

/** The pages of a case that the person may open. @param id of the application. */
export function CaseTabs({ id, showsMoney, current, admin }: CaseTabsProps) {
  const open = (Object.keys(tabs) as CaseTab[]).filter((tab) =>
    tab === 'caseOrders' ? showsMoney : admin && carries(admin.roles, adminPages[tab].permission),
  )
  return (
    <AdminTabs
      label="Parts of this case"
      tabs={open.map((tab) => ({ label: tabs[tab], href: adminHref(tab, { id }), isCurrent: tab === current }))}
    />
  )
}

/** There is no such case, or a conflict of interest keeps the viewer out of all of it. */
export function NoCase({ data }: { data: ClosedCase }) {
  const isMissing = data.kind === 'missing'
  return (
    <EmptyState
      level="h1"
      icon="i-file-question"
      title={
        isMissing
          ? 'Application Not Found'
          : data.kind === 'declared'
            ? 'Your conflict of interest is recorded'
            : 'This application is not yours'
      }
      text={
        isMissing
          ? "The application you're looking for doesn't exist."
          : `You declared a conflict of interest in ${data.reference}. Someone else reviews it.`
      }
    >
      <ButtonLink href={adminHref('queue')}>Back to the applications</ButtonLink>
    </EmptyState>
  )
}
