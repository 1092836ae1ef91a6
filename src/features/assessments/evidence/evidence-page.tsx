import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { AskForLink } from '#features/applications/access/ask-for-link.tsx'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Section, TitledSection } from '#ui/layout.tsx'
import { Notice, NotSent, TooOften } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { definePage } from '#wire/page.ts'
import { criterionGroups } from '../criteria/criterion-groups.ts'
import { CriterionRow } from './criterion-row.tsx'
import { OwnConditions } from './own-conditions.tsx'
import { closedWords, isAnswered } from './rules.ts'
import type { EvidenceCriterion, EvidenceData, OwnEvidence } from './server.ts'
import { type Uploads, useUploads } from './uploads/use-uploads.ts'

export const page = definePage<EvidenceData>(
  ({ data }) => <Section narrow>{data.kind === 'own' ? <Evidence data={data} /> : <NoAccess data={data} />}</Section>,
  ({ kind }) => (kind === 'unknown' ? 'Application Not Found' : 'Your evidence'),
)

function NoAccess({ data }: { data: Exclude<EvidenceData, OwnEvidence> }) {
  if (data.kind === 'unknown') {
    return (
      <EmptyState level="h1" icon="i-file-search" title="Application Not Found">
        <ButtonLink href={href('myApplications')}>My applications</ButtonLink>
      </EmptyState>
    )
  }
  if (data.kind === 'unconfirmed') return <Unconfirmed data={data} />
  return (
    <>
      <PageHeading>Your evidence</PageHeading>
      <Notice className="mt-6" title="Only the applicant can see these documents">
        <p className="text-sm">
          Open this page in the browser that you applied with, or have a link sent to the address that you applied with.
        </p>
        <AskForLink applicationId={data.appId} />
      </Notice>
    </>
  )
}

/** Otherwise people could send documents who have applied with somebody else's address. */
function Unconfirmed({ data }: { data: Extract<EvidenceData, { kind: 'unconfirmed' }> }) {
  const { appId, email, isSent, wait } = data
  return (
    <>
      <TooOften wait={wait} />
      <PageHeading>Your evidence</PageHeading>
      <Notice tone="warning" className="mt-6" title={closedWords.unconfirmed.title}>
        <p>{closedWords.unconfirmed.text}</p>
        <p className="mt-2 break-words">
          We sent the email to <strong>{email}</strong>.
        </p>
        {isSent ? (
          <p role="status" className="mt-4 font-semibold">
            We have sent the email again. It can take a few minutes. Check your spam folder too.
          </p>
        ) : (
          <PostButton command="confirm-again" label="Send the email again" className="mt-4" />
        )}
      </Notice>
      <p className="mt-6">
        Is the address wrong? You can correct it in <a href={href('myApplication', { appId })}>your application</a>.
      </p>
    </>
  )
}

function Evidence({ data }: { data: OwnEvidence }) {
  const { appId, reference, title, closed, deletedAt, conditions, criteria, hasArrived, form } = data
  const listed = [...criteria, ...conditions].flatMap(({ files }) => files)
  const uploads = useUploads(appId, { isOpen: closed === null, listed })
  const { uploadId, criterionId } = form.typed
  const problemField = uploadId ? `last-day-${uploadId}` : `reason-${criterionId}`
  return (
    <>
      <PageHeading eyebrow={`Application ${reference}`} lead={title} />
      <div className="mt-8 flex flex-col gap-6">
        <ErrorSummary problems={form.problems.map(({ message }) => ({ field: problemField, message }))} />
        {hasArrived && (
          <Notice tone="success" live="status" title="We have your document">
            <p>We are checking it. You can see its status below.</p>
          </Notice>
        )}
        <NotSent title="Nothing was changed" notice={form.notice} />
        <OwnConditions appId={appId} conditions={conditions} isClosed={closed !== null} uploads={uploads} />
        {!closed && deletedAt && (
          <Notice tone="warning" title={`We deleted your documents on ${londonDateOf(deletedAt)}`}>
            <p>We only keep documents for a limited time. You can send them again.</p>
          </Notice>
        )}
        {closed ? (
          <Notice tone={closed === 'deciding' ? 'info' : 'warning'} title={closedWords[closed].title}>
            <p>{closedWords[closed].text}</p>
          </Notice>
        ) : (
          <WhatToDo criteria={criteria} conditions={conditions} />
        )}
      </div>
      <p role="status" className="visually-hidden">
        {uploads.announcement}
      </p>
      {!closed && <WhatNotToSend />}
      {Object.entries(criterionGroups).map(([group, label]) => (
        <Group key={group} {...{ group, label, data, uploads }} />
      ))}
      <p className="mt-10">
        <a href={href('myApplication', { appId })}>Status of your application</a>
      </p>
    </>
  )
}

function WhatToDo({ criteria, conditions }: Pick<OwnEvidence, 'criteria' | 'conditions'>) {
  const musts = criteria.filter(({ level }) => level === 'must')
  const answered = musts.filter(({ state }) => isAnswered(state)).length
  const count = (state: EvidenceCriterion['state']) => criteria.filter((each) => each.state === state).length
  const missing = musts.length - answered
  const unanswered = conditions.filter(({ isAnswered }) => !isAnswered).length
  const facts = [
    ['More needed', count('more-needed')],
    ['Waiting for an assessor', count('received')],
    ['Accepted', count('accepted')],
  ] as const
  return (
    <TitledSection
      id="to-do"
      title={missing + unanswered === 0 ? 'We have everything that we need' : 'What you have to do'}
      heading="text-xl"
    >
      <p className="mt-2">
        {unanswered > 0 &&
          `Send a document for ${unanswered === 1 ? 'the condition' : `the ${figure(unanswered)} conditions`} above. `}
        {missing === 0
          ? unanswered === 0 &&
            'You do not have to send anything else. Recommended documents show how well your event is run, and count towards its assessment.'
          : `Send a document for each point below, or say why it does not apply. ${missing === 1 ? 'One required point is' : `${figure(missing)} required points are`} still open.`}
      </p>
      {musts.length > 0 && (
        <>
          <p className="mt-4 mb-2 text-sm figures">
            {answered} of {musts.length} required points answered
          </p>
          <progress className="progress" value={answered} max={musts.length} aria-label="Required points answered">
            {answered} of {musts.length}
          </progress>
        </>
      )}
      <p className="mt-2 text-sm text-muted figures">
        {facts
          .filter(([, number]) => number > 0)
          .map(([words, number]) => `${words}: ${number}`)
          .join(', ')}
      </p>
    </TitledSection>
  )
}

function WhatNotToSend() {
  return (
    <Notice tone="warning" className="mt-8" title="Do not upload these">
      <p>
        Criminal record (DBS) certificates, medical data, or data about children. We do not need them. If a document
        includes any of these, remove them first.
      </p>
      <p className="mt-2">
        We take PDF, Word (.docx) and Excel (.xlsx) files and pictures (JPEG, PNG, HEIC), up to 20 MB each and 200 MB in
        all. <span className="needs-script">Choose one or more files, or drag them onto the right point. </span>Only you
        and our assessors can see them.
      </p>
      <p className="mt-2">
        From pictures we remove hidden data, such as where they were taken. PDF, Word and Excel files stay as you send
        them, including hidden details: the names of their authors, comments, and the data of pictures in them.
      </p>
    </Notice>
  )
}

function Group({ group, label, data, uploads }: { group: string; label: string; data: OwnEvidence; uploads: Uploads }) {
  const criteria = data.criteria.filter((each) => each.group === group)
  if (criteria.length === 0) return null
  const ordered = ['must', 'should'].flatMap((level) => criteria.filter((each) => each.level === level))
  return (
    <section className="mt-10">
      <h2>{label}</h2>
      <ul className="mt-4 grid gap-4">
        {ordered.map((criterion) => (
          <li key={criterion.id} id={criterion.id} className="card min-w-0 scroll-mt-6">
            <CriterionRow criterion={criterion} evidence={data} uploads={uploads} />
          </li>
        ))}
      </ul>
    </section>
  )
}
