import { useState } from 'react'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { FileList, headingId, type RowProps, UndatedFiles, useRowForm } from './criterion-documents.tsx'
import { evidenceStates, isAnswered, phaseWords, reasonLimit, refusalOf, type ShownUpload, sizeWords } from './rules.ts'
import type { EvidenceCriterion } from './server.ts'
import { UploadForm } from './upload-form.tsx'
import type { Uploads } from './uploads/use-uploads.ts'

/** A criterion that was answered before the page was opened is folded; what is answered now stays open, so that its answer is seen. */
export function CriterionRow({ criterion, evidence, uploads }: RowProps & { uploads: Uploads }) {
  const { name, level, state, reason, undated } = criterion
  const { label, tone } = evidenceStates[state]
  const [wasAnswered] = useState(isAnswered(state))
  const isFolded = wasAnswered && isAnswered(state) && undated.length === 0
  const details = <Details criterion={criterion} evidence={evidence} uploads={uploads} />
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h3 id={headingId(criterion.id)} tabIndex={-1} className="text-lg">
          {name}
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-sm text-muted">{level === 'must' ? 'Required for your event' : 'Recommended'}</p>
      {reason && (state === 'more-needed' || state === 'wanted') && (
        <Notice
          tone="warning"
          className="mt-3"
          title={state === 'wanted' ? 'A new document is needed' : 'More is needed'}
        >
          <p className="whitespace-pre-line break-words">{reason}</p>
        </Notice>
      )}
      {isFolded ? (
        <Disclosure plain summary={<span className="break-words min-w-0">{foldedWords(criterion)}</span>}>
          {details}
        </Disclosure>
      ) : (
        details
      )}
      <UploadList criterionId={criterion.id} uploads={uploads} />
    </>
  )
}

function foldedWords({ state, files }: EvidenceCriterion): string {
  if (files.length === 1) return files[0]!.name
  return files.length > 1 ? `${files.length} documents` : state === 'not-applicable' ? 'Your reason' : 'Details'
}

function Details({ criterion, evidence, uploads }: RowProps & { uploads: Uploads }) {
  const { asked, why, good, state, reason, files } = criterion
  const form = <UploadForm criterion={criterion} appId={evidence.appId} uploads={uploads} />
  return (
    <>
      <p className="mt-2">{asked}</p>
      <Disclosure plain summary="Why, and what a good document looks like" className="text-sm">
        <p>{why}</p>
        <p className="mt-2">{good}</p>
      </Disclosure>
      {reason && state === 'not-applicable' && (
        <p className="mt-3 whitespace-pre-line break-words">
          <strong>Why it does not apply:</strong> {reason}
        </p>
      )}
      <FileList criterion={criterion} evidence={evidence} />
      <UndatedFiles criterion={criterion} evidence={evidence} />
      {evidence.closed === null &&
        (isAnswered(state) ? (
          <Disclosure plain summary={files.length > 0 ? 'Send another document' : 'Send a document'}>
            {form}
          </Disclosure>
        ) : (
          form
        ))}
      {evidence.canAnswer && <DoesNotApply criterion={criterion} evidence={evidence} />}
    </>
  )
}

function DoesNotApply({ criterion: { id, name, state, canTakeBack }, evidence }: RowProps) {
  const form = { ...useRowForm(id), action: href('evidence', { appId: evidence.appId }) }
  if (canTakeBack) {
    return (
      <form {...form} className="mt-3">
        <input type="hidden" name="intent" value="applies" />
        <input type="hidden" name="criterionId" value={id} />
        <Button variant="link" aria-label={`${name} does apply to us`}>
          This applies to us
        </Button>
      </form>
    )
  }
  if (state !== 'wanted' && state !== 'more-needed') return null
  const isPosted = evidence.form.typed.criterionId === id
  const problem = isPosted ? evidence.form.problems[0]?.message : undefined
  return (
    <Disclosure plain summary="This does not apply to us" open={isPosted || undefined} className="mt-3">
      <form {...form} noValidate className="mt-3 flex flex-col gap-5 items-start">
        <input type="hidden" name="intent" value="not-applicable" />
        <input type="hidden" name="criterionId" value={id} />
        <TextArea
          label="Why it does not apply"
          hint="An assessor reads this, and may still ask for a document."
          id={`reason-${id}`}
          name="reason"
          rows={3}
          maxLength={reasonLimit}
          defaultValue={isPosted ? evidence.form.typed.reason : ''}
          error={problem}
          fieldClassName="w-full"
        />
        <Button variant="quiet" aria-label={`Say that this does not apply: ${name}`}>
          Say that this does not apply
        </Button>
      </form>
    </Disclosure>
  )
}

export function UploadList({ criterionId, uploads }: { criterionId: string; uploads: Uploads }) {
  const own = uploads.shown.filter((each) => each.criterionId === criterionId)
  if (own.length === 0) return null
  return (
    <ul className="mt-4 flex flex-col gap-4">
      {own.map((upload) => (
        <li key={upload.key} className="pl-4 border-l-3 border-gold">
          <OneUpload upload={upload} uploads={uploads} />
        </li>
      ))}
    </ul>
  )
}

function OneUpload({ upload, uploads }: { upload: ShownUpload; uploads: Uploads }) {
  const { key, name, bytes, sent, phase } = upload
  const hasFailed = phase === 'failed'
  const stop = hasFailed ? 'Remove from the list' : 'Cancel'
  return (
    <>
      <p className="font-semibold break-words">
        {name} <span className="font-normal text-muted figures">({sizeWords(bytes)})</span>
      </p>
      {!hasFailed && (
        <progress className="progress" value={sent} max={bytes} aria-label={`Sending ${name}`}>
          {sent} of {bytes}
        </progress>
      )}
      <p className={hasFailed ? 'text-sm text-danger' : 'text-sm text-muted figures'}>{phaseWords(upload)}</p>
      <div className="flex flex-wrap gap-x-6">
        {hasFailed && !refusalOf({ name, size: bytes }) && (
          <Button variant="link" aria-label={`Try again: ${name}`} onClick={() => uploads.retry(key)}>
            Try again
          </Button>
        )}
        <Button variant="link" aria-label={`${stop}: ${name}`} onClick={() => uploads.cancel(key)}>
          {stop}
        </Button>
      </div>
    </>
  )
}
