import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '#admin-pages.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { CaseTabs } from '#features/applications/case/case-frame.tsx'
import type { PageData } from '#page/page.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/field.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ShortcutHelp } from '#ui/shortcut-help.tsx'
import { stepFocus, useShortcuts } from '#ui/use-shortcuts.ts'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { ApplicationFacts, CaseState } from './case-facts.tsx'
import { CaseForm, CaseOutcome, usePostedForm } from './case-form.tsx'
import { CriterionSection } from './criterion-section.tsx'
import { DecisionSection } from './decision-section.tsx'
import { InterestSection } from './interest-section.tsx'
import { verdictNames } from './judged-criteria.ts'
import { assessmentHref, nextHref, queueHref } from './queue.ts'
import { outcomes } from './rules.ts'
import type { FoundCase } from './server/load-case.ts'
import type { assessment } from './server.ts'
import { historyOf } from './steps.ts'

export type CaseData = PageData<typeof assessment>

export const page = definePage<CaseData>({
  Component: AssessmentPage,
  meta: (data) => ({ title: data.kind === 'found' ? `Assessment of ${data.reference}` : 'Assessment' }),
})

function AssessmentPage({ data, admin }: { data: CaseData; admin?: AdminPerson | undefined }) {
  return data.kind === 'found' ? <Assessment key={data.id} data={data} admin={admin} /> : <NoCase data={data} />
}

/** There is no such case, or a conflict of interest has taken it from the viewer. */
export function NoCase({ data }: { data: Exclude<CaseData, { kind: 'found' }> }) {
  return data.kind === 'conflicted' ? (
    <EmptyState
      level="h1"
      icon="i-file-question"
      title="This assessment is not yours"
      text={`You declared a conflict of interest in ${data.reference}.`}
    />
  ) : (
    <EmptyState
      level="h1"
      icon="i-file-question"
      title="Assessment not found"
      text="There is no assessment at this address."
    >
      <ButtonLink href={adminHref('admin')}>Back to the overview</ButtonLink>
    </EmptyState>
  )
}

const keysHelp = [
  { key: 'j', does: 'Next criterion' },
  { key: 'k', does: 'Previous criterion' },
  { key: 'm', does: 'Criterion met' },
  { key: 'x', does: 'Criterion not met' },
  { key: 'c', does: 'Met with a condition' },
  { key: 'a', does: 'Not applicable' },
  { key: '0 to 4', does: 'Score' },
  { key: 'r', does: 'To the reason' },
  { key: 'n', does: 'To the note' },
  { key: 'p', does: 'Show or hide the document' },
  { key: 'e', does: 'Next assessment' },
  { key: 'u', does: 'Back to the list' },
]

function inFocusedCriterion(selector: string): HTMLElement | null {
  return document.activeElement?.closest('[data-criterion]')?.querySelector<HTMLElement>(selector) ?? null
}

function Assessment({ data, admin }: { data: FoundCase; admin: AdminPerson | undefined }) {
  const { id, place } = data
  const here = assessmentHref(id, place)
  const [, navigate] = useLocation()
  const keys = useMemo(() => {
    const verdict = (value: string) => () => inFocusedCriterion(`[name=verdict][value=${value}]`)?.click()
    const [met, notMet, conditional, notApplicable] = verdictNames.map(verdict)
    const scores = [0, 1, 2, 3, 4].map((score) => [
      String(score),
      () => inFocusedCriterion(`[name=score][value="${score}"]`)?.click(),
    ])
    return {
      j: () => stepFocus('[data-criterion]', 1),
      k: () => stepFocus('[data-criterion]', -1),
      m: met!,
      x: notMet!,
      c: conditional!,
      a: notApplicable!,
      ...Object.fromEntries(scores),
      r: () => inFocusedCriterion('textarea[name=reason]')?.focus(),
      n: () => inFocusedCriterion('textarea[name=note]')?.focus(),
      p: () => inFocusedCriterion('details[data-preview] > summary')?.click(),
      e: () => navigate(nextHref(id, place)),
      u: () => navigate(queueHref(place)),
    }
  }, [navigate, id, place])
  const [on, turn] = useShortcuts(keys)
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Assessments', href: queueHref(place) }, { label: data.reference }]} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow={`Assessment of ${data.reference}`} lead={data.organisation.name}>
          {data.title}
        </PageHeading>
        <ButtonLink href={nextHref(id, place)} variant="quiet">
          Next assessment
        </ButtonLink>
      </div>
      <CaseTabs id={data.applicationId} showsMoney={data.showsMoney} current="caseDocuments" admin={admin} />
      <CaseOutcome />
      <div className="mt-8 grid gap-8 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="min-w-0 flex flex-col gap-8">
          <ApplicationFacts data={data} open />
          {data.conditions.length > 0 && <ConditionsSection data={data} here={here} />}
        </div>
        <div className="min-w-0 flex flex-col gap-6">
          <CaseState data={data} isAssessor />
          {data.status !== 'decided' && <Assignment data={data} here={here} />}
        </div>
      </div>
      <h2 className="mt-10 mb-4 text-xl">Criteria</h2>
      <div className="flex flex-col gap-8">
        {data.criteria.map((criterion) => (
          <CriterionSection key={criterion.id} data={data} criterion={criterion} here={here} mayPurge />
        ))}
      </div>
      <div className="mt-10 pt-8 border-t border-border grid gap-8 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="min-w-0 flex flex-col gap-6">
          {data.panel.length > 0 && <PanelSection data={data} here={here} />}
          <DecisionSection data={data} here={here} />
        </div>
        <div className="min-w-0 flex flex-col gap-8">
          <InterestSection data={data} here={here} />
          <AdminHistory events={historyOf(data.steps)} />
        </div>
      </div>
      <ShortcutHelp keys={keysHelp} on={on} turn={turn} />
    </>
  )
}

function Assignment({ data, here }: { data: FoundCase; here: string }) {
  const { field } = usePostedForm('assign')
  return (
    <CaseForm
      key={data.assigned?.id ?? ''}
      here={here}
      intent="assign"
      button="Hand over"
      className="flex flex-wrap items-end gap-3"
    >
      <Select
        {...field('person')}
        label="Looked after by"
        placeholder="Nobody"
        defaultValue={data.assigned?.id ?? ''}
        options={data.assessors.map(({ id, name }) => ({ value: id, label: name }))}
        fieldClassName="grow"
      />
    </CaseForm>
  )
}

function ConditionsSection({ data, here }: { data: FoundCase; here: string }) {
  return (
    <TitledSection id="conditions" title="Conditions" heading="mb-3 text-xl">
      <ul className="flex flex-col gap-4">
        {data.conditions.map(({ id, text, dueOn: due, metAt, metByName: by }) => (
          <li key={id} className="pl-4 border-l-3 border-border break-words">
            <p className="whitespace-pre-line">{text}</p>
            <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
              By {longDay(due)}
              {metAt ? (
                <Badge tone="accredited">
                  Met, {by}, {londonDateOf(metAt)}
                </Badge>
              ) : (
                due < data.today && <Badge tone="danger">Overdue</Badge>
              )}
            </p>
            {!metAt && (
              <CaseForm here={here} intent="condition-met" button="Note as met" className="mt-2">
                <input type="hidden" name="condition" value={id} />
              </CaseForm>
            )}
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}

function PanelSection({ data, here }: { data: FoundCase; here: string }) {
  const { field } = usePostedForm('seat')
  const waiting = data.panel.filter(({ vote }) => !vote)
  const seated = data.panel.map(({ personId }) => personId)
  const free = data.candidates.filter(({ id }) => !seated.includes(id))
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-xl">Panel</h2>
      <ul className="flex flex-col gap-3">
        {data.panel.map(({ personId, name, vote, isVacant }) => (
          <li key={personId} className="flex flex-wrap items-center gap-3">
            {name}
            <Badge tone={vote ? 'accredited' : isVacant ? 'danger' : 'neutral'}>
              {vote ? `Voted: ${outcomes[vote.outcome].toLowerCase()}` : isVacant ? 'Cannot vote' : 'Has not voted'}
            </Badge>
          </li>
        ))}
      </ul>
      {data.status === 'panel' && !data.may.declare && waiting.length > 0 && free.length > 0 && (
        <CaseForm key={data.steps.length} here={here} intent="seat" button="Name another member">
          <Select
            {...field('seat')}
            label="In place of"
            options={waiting.map(({ personId, name }) => ({ value: personId, label: name }))}
          />
          <Select
            {...field('seatPerson')}
            label="New member"
            placeholder="Choose a person"
            options={free.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </CaseForm>
      )}
    </Card>
  )
}
