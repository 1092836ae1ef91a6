import { useStore } from '@tanstack/react-form'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApplicationFields } from '#features/applications/application-fields.tsx'
import { findProblems, useStillWrong } from '#features/applications/draft-field.tsx'
import { type Draft, unseenFields } from '#features/applications/rules.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Section } from '#ui/layout.tsx'
import { isReachable, noConnection } from '#ui/no-connection.ts'
import { Notice, NotSent } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { SearchFieldsForm } from '#ui/suggestion-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useCheckedForm, useSubmitSoon } from '#ui/use-checked-form.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { definePage } from '#wire/page.ts'
import { ComplianceLink, OnlyTheApplicant } from './only-the-applicant.tsx'
import { closedWords, decidedAgainWords, type WayToChange } from './rules.ts'
import type { changeApplication } from './server.ts'

type ChangeData = PageData<typeof changeApplication>

export const page = definePage<ChangeData>(ChangePage, (data) =>
  data.kind === 'not-yours' ? 'Your application' : `Correct application ${data.reference}`,
)

function ChangePage({ data }: { data: ChangeData }) {
  return (
    <Section narrow>
      {data.kind === 'not-yours' ? (
        <OnlyTheApplicant appId={data.appId} />
      ) : data.kind === 'closed' ? (
        <Closed data={data} />
      ) : (
        <Form key={data.revision} data={data} />
      )}
    </Section>
  )
}

function Closed({ data: { appId, reference, closed } }: { data: Extract<ChangeData, { kind: 'closed' }> }) {
  return (
    <>
      <PageHeading eyebrow={`Application ${reference}`} lead={closedWords(closed)}>
        It can no longer be corrected here
      </PageHeading>
      <p className="mt-6">
        Write to <ComplianceLink reference={reference} /> and quote {reference}.
      </p>
      <ButtonLink href={href('myApplication', { appId })} className="mt-6">
        See your application
      </ButtonLink>
    </>
  )
}

/** With a script the fields are checked before they are posted. */
function Form({ data }: { data: Extract<ChangeData, { kind: 'form' }> }) {
  const { appId, reference, revision, draft, failure, way } = data
  const isProposal = way === 'proposal'
  const isWhole = way === 'whole'
  const step = isWhole ? 'review' : 'event'
  const element = useRef<HTMLFormElement>(null)
  const toast = useToast()
  const [attempt, setAttempt] = useState<{ count: number; problems: FieldFailure[] }>({
    count: 0,
    problems: data.problems,
  })
  const form = useCheckedForm<Draft>({
    values: draft,
    check: (values) => findProblems(step, values),
    onValid: async () => {
      if (await isReachable()) element.current?.submit()
      else toast(noConnection)
    },
    onInvalid: async (values) => {
      const problems = await findProblems(step, values)
      setAttempt(({ count }) => ({ count: count + 1, problems }))
    },
  })
  const submitSoon = useSubmitSoon(form)
  const values = useStore(form.store, (state) => state.values)
  const said = { problems: data.problems, draft }
  const isWrong = useStillWrong(form, said)

  useEffect(() => {
    const [first] = attempt.problems
    if (attempt.count > 0 && first) document.getElementById(first.field)?.focus()
  }, [attempt])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submitSoon()
  }

  return (
    <>
      <PageHeading eyebrow={`Application ${reference}`} lead={leads[way]}>
        {isProposal ? 'Propose a change' : 'Correct your application'}
      </PageHeading>
      <NotSent title="Nothing was saved" notice={failure} className="mt-6" />
      <div className="mt-6 empty:hidden">
        <ErrorSummary
          key={attempt.count}
          heading="Please fix the following errors"
          problems={attempt.problems.filter(isWrong)}
          takeFocus={attempt.count === 0}
        />
      </div>
      <form
        ref={element}
        method="post"
        action={href('changeApplication', { appId })}
        noValidate
        onSubmit={onSubmit}
        className="mt-8"
      >
        <input type="hidden" name="revision" value={revision} />
        {unseenFields.map((field) => (
          <input key={field} type="hidden" name={field} value={values[field]} />
        ))}
        {!isWhole && <input type="hidden" name="intent" value={isProposal ? 'propose' : 'event'} />}
        <ApplicationFields form={form} refusal={said} only={isWhole ? undefined : 'event'} />
        {data.isApproved && !isProposal && (
          <Notice tone="warning" className="mt-8" title="Some changes need a new decision" text={decidedAgainWords} />
        )}
        {isWhole && (
          <p className="mt-8 text-muted">
            If you change the email address, you must confirm the new one. If you change the company’s name or number,
            we check the company registry again.
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button>{isProposal ? 'Propose the change' : 'Save the correction'}</Button>
          <ButtonLink variant="quiet" href={href('myApplication', { appId })}>
            Cancel
          </ButtonLink>
        </div>
      </form>
      <SearchFieldsForm />
    </>
  )
}

const leads: Record<WayToChange, string> = {
  whole: 'You can correct your application until we start to review it. It keeps its reference and its date.',
  event: 'You can correct your event until you pay for the listing. The application keeps its reference and its date.',
  proposal:
    'A reviewer accepts or refuses the change, and we email you. The old facts stay until then, and what you paid stays paid.',
}
