import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type ApplyData, carriedFields, readDraft, type StepId } from './rules.ts'

/** The answers were changed after an application had been made of them. */
export function SentBefore({ id, reference }: { id: string; reference: string }) {
  return (
    <Notice tone="warning" title="We already have your application" live="alert" className="mt-8">
      <p>
        Application {reference} has the answers that you sent first. It does not have the changes you made since then.
        Until someone begins to review it, you can{' '}
        <a href={href('changeApplication', { appId: id })}>correct application {reference}</a>.
      </p>
      <p className="mt-2">
        Your changed answers are still on this page. If you submit them, you make a second application.
      </p>
      <p className="mt-4">
        <ButtonLink href={href('myApplication', { appId: id })}>Continue with {reference}</ButtonLink>
      </p>
    </Notice>
  )
}

/** For browsers without a script. @param of.usingIt the address that shows the other version. */
export function OtherSaved({ usingIt }: { usingIt: string }) {
  return (
    <noscript>
      <Notice tone="warning" title="There are two versions of your answers" live="alert" className="mt-8">
        <p>
          This application was also changed on another device or page. If you continue here, the answers on this page
          replace the others. Or <a href={usingIt}>use the other answers</a>.
        </p>
      </Notice>
    </noscript>
  )
}

type PostedAnswers = Pick<NonNullable<ApplyData['posted']>, 'draft' | 'submissionKey' | 'saved'> & { writer?: string }

/** What a link has brought is carried along as posted answers are. */
export function broughtAlong({ saved }: ApplyData): PostedAnswers | null {
  return saved && { draft: readDraft(saved.answers), submissionKey: saved.submissionKey, saved }
}

/** For browsers without a script: the answers of the other steps. */
export function CarriedAnswers({ step, posted }: { step: StepId; posted: PostedAnswers }) {
  return (
    <>
      <input type="hidden" name="submissionKey" defaultValue={posted.submissionKey} />
      {posted.writer && <input type="hidden" name="writer" defaultValue={posted.writer} />}
      {posted.saved && (
        <>
          <input type="hidden" name="draftId" defaultValue={posted.saved.id} />
          <input type="hidden" name="draftRevision" defaultValue={posted.saved.revision} />
        </>
      )}
      {carriedFields(step).map((field) => (
        <input key={field} type="hidden" name={field} defaultValue={posted.draft[field]} />
      ))}
    </>
  )
}
