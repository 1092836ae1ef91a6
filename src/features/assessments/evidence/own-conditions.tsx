import type { PageData } from '#page/page.ts'
import { Badge } from '#ui/badge.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { FileList } from './criterion-documents.tsx'
import { UploadList } from './criterion-row.tsx'
import { conditionDocuments, dayWords } from './rules.ts'
import type { OwnEvidence } from './server.ts'
import { UploadForm } from './upload-form.tsx'
import type { Uploads } from './uploads/use-uploads.ts'

type OwnConditionData = PageData<{ sends?: OwnEvidence['conditions'] }>
type SharedProps = { appId: string; isClosed: boolean; uploads?: Uploads }

/**
 * What an accreditation depends on, for its applicant: each condition with its day and a form that sends a document for it.
 *
 * @param isClosed nothing can be sent now. @param uploads of the evidence room; on other pages the form is posted to it.
 */
export function OwnConditions({ conditions, ...shared }: SharedProps & { conditions: OwnConditionData }) {
  if (conditions.length === 0) return null
  return (
    <section aria-labelledby="conditions">
      <h2 id="conditions" className="text-xl">
        Your accreditation depends on these conditions
      </h2>
      <ol className="mt-4 flex flex-col gap-6">
        {conditions.map((condition, index) => (
          <li
            key={condition.id}
            id={conditionDocuments(condition.id)}
            className="pl-4 border-l-3 border-gold scroll-mt-6 break-words"
          >
            <Condition condition={condition} number={index + 1} {...shared} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Condition({
  condition: { id, text, dueOn, files, isAnswered, isOverdue },
  number,
  appId,
  isClosed,
  uploads,
}: SharedProps & { condition: OwnConditionData[number]; number: number }) {
  const name = `Condition ${number}`
  const criterion = { id: conditionDocuments(id), name, expires: false, group: 'safety' as const, files }
  const form = <UploadForm criterion={criterion} appId={appId} uploads={uploads ?? posted} />
  return (
    <>
      <p id={`${criterion.id}-name`} tabIndex={-1} className="whitespace-pre-line">
        {text} <span className="figures">By {dayWords(dueOn)}.</span>
      </p>
      {isAnswered ? (
        <Badge tone="neutral">Received, an assessor reads it</Badge>
      ) : (
        isOverdue && <Badge tone="danger">Overdue</Badge>
      )}
      <FileList criterion={criterion} evidence={{ appId, closed: isClosed || !uploads ? 'deciding' : null }} />
      {uploads && <UploadList criterionId={criterion.id} uploads={uploads} />}
      {isClosed ? null : isAnswered ? (
        <Disclosure plain summary="Send another document">
          {form}
        </Disclosure>
      ) : (
        form
      )}
    </>
  )
}

const posted = { isReady: false, add: () => {} }
