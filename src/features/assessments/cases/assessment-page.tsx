import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { adminHref } from '#admin-pages.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { CaseTabs } from '#features/applications/case/case-frame.tsx'
import { conditionDocuments } from '#features/assessments/evidence/rules.ts'
import type { PageData } from '#page/page.ts'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/field.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { callApi } from '#wire/call-api.ts'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { ApplicationFacts, CaseState } from './case-facts.tsx'
import { CaseForm, CaseOutcome, InterestSection, usePostedForm } from './case-form.tsx'
import { type AddressOf, CriteriaIndex } from './criteria-index.tsx'
import { CriterionView, Results, useCaseKeys } from './criterion-view.tsx'
import { DecisionSection } from './decision-section.tsx'
import { Documents } from './documents.tsx'
import { nextUnjudged } from './judged-criteria.ts'
import { assessmentHref, nextHref, queueHref } from './queue.ts'
import { outcomes, readerSeconds } from './rules.ts'
import type { FoundCase } from './server/load-case.ts'
import type { assessment } from './server.ts'

export type CaseData = PageData<typeof assessment>

export const page = definePage<CaseData>(AssessmentPage, (data) =>
  data.kind === 'found' ? `Assessment of ${data.reference}` : 'Assessment',
)

function AssessmentPage({ data, admin }: { data: CaseData; admin?: AdminPerson | undefined }) {
  useArrival(data.kind === 'found' ? `${data.id} ${data.criterionId}` : '')
  return data.kind === 'found' ? <Assessment key={data.id} data={data} admin={admin} /> : <NoCase data={data} />
}

/** Another criterion begins at the top, with the focus on its heading; Back returns to where one was. */
export function useArrival(at: string): void {
  const shown = useRef(at)
  useLayoutEffect(() => {
    if (shown.current === at) return
    shown.current = at
    scrollTo({ top: 0, behavior: 'instant' })
    const heading = document.querySelector<HTMLElement>('[data-criterion-heading]')
    const [first] = heading ? [heading] : document.querySelectorAll<HTMLElement>('[data-page-heading]')
    first?.focus({ preventScroll: true })
  }, [at])
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

function Assessment({ data, admin }: { data: FoundCase; admin: AdminPerson | undefined }) {
  const { id, place } = data
  const addressOf: AddressOf = (criterion) => assessmentHref(id, place, criterion)
  const list = { next: nextHref(id, place), back: queueHref(place) }
  const others = useReaders(id, data.others)
  const criterion = data.criteria.find((each) => each.id === data.criterionId)
  const props = { data, addressOf, list }
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Assessments', href: list.back }, { label: data.reference }]} />
      <div className="mt-4 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow={`Assessment of ${data.reference}`} lead={data.organisation.name}>
          {data.title}
        </PageHeading>
        <ButtonLink href={list.next} variant="quiet">
          Next assessment
        </ButtonLink>
      </div>
      <CaseTabs id={data.applicationId} showsMoney={data.showsMoney} current="caseDocuments" admin={admin} />
      <p role="status" className="text-sm text-warning font-semibold">
        {others.length > 0 && `${others.join(' and ')} ${others.length === 1 ? 'has' : 'have'} this open.`}
      </p>
      <CaseOutcome />
      <div className="mt-4 grid gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)] items-start">
        <CriteriaIndex data={data} addressOf={addressOf} />
        {criterion ? <CriterionView key={criterion.id} {...props} criterion={criterion} /> : <WholeCase {...props} />}
      </div>
    </>
  )
}

/** Says that this page is open, and hears who else has it open. @returns their names. */
function useReaders(id: string, atFirst: string[]): string[] {
  const [others, setOthers] = useState(atFirst)
  useEffect(() => {
    const tell = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await callApi<{ others: string[] }>('readAssessment', { params: { id }, body: {} }).catch(
        () => null,
      )
      if (answer) setOthers(answer.others)
    }
    void tell()
    const timer = setInterval(tell, readerSeconds * 1000)
    return () => clearInterval(timer)
  }, [id])
  return others
}

function WholeCase(props: { data: FoundCase; addressOf: AddressOf; list: { next: string; back: string } }) {
  const { data, addressOf } = props
  const here = addressOf(null)
  const { help } = useCaseKeys(props)
  const first = data.may.judge && !data.may.declare ? nextUnjudged(data.criteria, null) : null
  return (
    <div className="min-w-0">
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="min-w-0 flex flex-col gap-6">
          {data.conditions.length > 0 && <ConditionsSection data={data} here={here} />}
          {data.mailed.length > 0 && (
            <TitledSection id="mailed" title="Documents that came by email" heading="mb-3 text-xl">
              <Documents
                files={data.mailed}
                purge={{ here }}
                below={({ id, state }) => state === 'ready' && <Bring file={id} data={data} here={here} />}
              />
              <p className="mt-4">
                <a href={adminHref('caseMails', { id: data.applicationId })}>Emails of the case</a>
              </p>
            </TitledSection>
          )}
          {first && (
            <ButtonLink href={addressOf(first)} className="self-start">
              Judge the next criterion
            </ButtonLink>
          )}
          {data.panel.length > 0 && <PanelSection data={data} here={here} />}
          <div id="decision" className="flex flex-col gap-6 scroll-mt-16">
            <DecisionSection data={data} here={here} />
          </div>
          <Results data={data} addressOf={addressOf} />
          <ApplicationFacts data={data} />
        </div>
        <div className="min-w-0 flex flex-col gap-6">
          <CaseState data={data} isAssessor />
          {data.status !== 'decided' && <Assignment data={data} here={here} />}
          {!data.may.declare && <InterestSection data={data} here={here} />}
          <p>
            <a href={`${adminHref('review', { id: data.applicationId })}#timeline`}>Timeline of the case</a>
          </p>
        </div>
      </div>
      {help([])}
    </div>
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

function Bring({ file, data, here }: { file: string; data: FoundCase; here: string }) {
  const { isPosted, typed, problem } = usePostedForm('bring')
  const isThis = isPosted && typed.file === file
  const options =
    data.status === 'decided'
      ? data.conditions
          .filter(({ metAt }) => metAt === null)
          .map(({ id, text }) => ({ value: conditionDocuments(id), label: text }))
      : data.criteria.map(({ id, name }) => ({ value: id, label: name }))
  const mayBring = data.status === 'decided' || (data.may.judge && !data.may.declare)
  if (!mayBring || options.length === 0) return null
  return (
    <CaseForm here={here} intent="bring" button="Bring it there" className="mt-3 flex flex-wrap gap-3 items-end">
      <input type="hidden" name="file" value={file} />
      <Select
        name="to"
        id={`bring-${file}`}
        label="What this document is for"
        placeholder="Choose one"
        options={options}
        error={isThis ? problem('to') : undefined}
      />
    </CaseForm>
  )
}

function ConditionsSection({ data, here }: { data: FoundCase; here: string }) {
  return (
    <TitledSection id="conditions" title="Conditions" heading="mb-3 text-xl">
      <ul className="flex flex-col gap-4">
        {data.conditions.map(({ id, text, dueOn: due, metAt, metByName: by, files }) => (
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
            {files.length > 0 && (
              <Disclosure summary="Documents of the applicant" open={!metAt || undefined} className="mt-2">
                <Documents files={files} purge={{ here }} />
              </Disclosure>
            )}
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
