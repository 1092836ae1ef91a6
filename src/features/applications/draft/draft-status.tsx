import { useAtomValue, useSetAtom } from 'jotai'
import { londonDateOf } from '#domain/london-time.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { type ApplyData, type Draft, fieldLabels } from '../rules.ts'
import { type Answers, canBeSaved, differingFields, expiryOf } from './rules.ts'
import { keepMineAtom, localDraftAtom, otherVersionAtom, savingAtom, takeOtherAtom } from './state.ts'

type DraftStatusProps = {
  posted: Pick<NonNullable<ApplyData['posted']>, 'saved' | 'hasOther' | 'link' | 'asksToDelete'> | null
  linkBusy: boolean
  /** The button that deletes was pressed, and asks once more. */
  asksToDelete: boolean
}

/** Its buttons submit the form around it (`go`), so that they work without a script. @param posted the answer to an ordinary post. */
export function DraftStatus({ posted, linkBusy, asksToDelete }: DraftStatusProps) {
  const local = useAtomValue(localDraftAtom)
  const hasOther = useAtomValue(otherVersionAtom) !== null || (local === null && posted?.hasOther === true)
  const saving = useAtomValue(savingAtom)
  const mark = local ? local.saved : (posted?.saved ?? null)
  const expiry = local ? expiryOf(local) : (posted?.saved?.expiresAt ?? null)
  const isDue = saving !== 'refused' && local?.isAhead === true && canBeSaved(local.answers)
  const canLink = mark !== null || isDue
  return (
    <div className={classNames('mt-8 text-sm', (expiry || hasOther || posted?.link) && 'pt-4 border-t border-border')}>
      {posted?.link && <LinkSaid link={posted.link} />}
      <p role="status" className="text-muted">
        {expiry && !hasOther && (
          <>
            {words(mark !== null && !isDue, isDue, saving)} Kept until{' '}
            <strong className="figures">{londonDateOf(expiry)}</strong>, 60 days after your last change.
          </>
        )}
        {hasOther && 'Nothing is saved until you choose between the two versions.'}
      </p>
      {canLink && !hasOther && (
        <Button
          name="go"
          value="link"
          variant="link"
          busy={linkBusy}
          busyText="Sending the link..."
          aria-describedby="link-hint"
        >
          Continue on another device
        </Button>
      )}
      {canLink && !hasOther && (
        <p id="link-hint" className="text-muted">
          We email you a link to these answers. It works once.
        </p>
      )}
      {expiry && <Deletion asks={asksToDelete || posted?.asksToDelete === true} />}
    </div>
  )
}

/** For example on a device that others use. */
function Deletion({ asks }: { asks: boolean }) {
  if (!asks) {
    return (
      <p>
        <Button name="go" value="delete" variant="link">
          Delete these answers
        </Button>
      </p>
    )
  }
  return (
    <Notice tone="warning" title="Delete all of these answers?" live="status" className="mt-4">
      <p>We delete them from this device and our server. You cannot get them back.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button name="go" value="delete-now" variant="danger">
          Delete the answers
        </Button>
        <Button name="go" value="stay" variant="quiet">
          Keep them
        </Button>
      </div>
    </Notice>
  )
}

function words(isSaved: boolean, isDue: boolean, saving: 'idle' | 'failed' | 'refused'): string {
  if (isSaved) return 'Your answers are saved.'
  if (isDue && saving === 'failed')
    return 'We cannot reach our server. Your answers are saved on this device, and we will try again.'
  return isDue ? 'Saving your answers…' : 'Your answers are saved on this device.'
}

function LinkSaid({ link }: { link: 'sent' | 'too-often' }) {
  return link === 'sent' ? (
    <Notice tone="success" className="mb-4" title="We have sent the link">
      <p>Open the email on your other device. The link works once, within 14 days.</p>
    </Notice>
  ) : (
    <Notice tone="warning" className="mb-4" title="You have tried too many times">
      <p>Please wait before you ask for another link. Your answers are saved.</p>
    </Notice>
  )
}

const maxShown = 6

export function OtherVersion() {
  const local = useAtomValue(localDraftAtom)
  const other = useAtomValue(otherVersionAtom)
  const keepMine = useSetAtom(keepMineAtom)
  const takeOther = useSetAtom(takeOtherAtom)
  if (!local || !other) return null
  const where = other.from === 'tab' ? 'in another tab or window' : 'on another device, or earlier'
  return (
    <Notice tone="warning" live="alert" className="mt-8" title="There are two versions of your answers">
      <p>
        This application was also changed {where}, at {timeFormat.format(new Date(other.changedAt))}. Choose which
        version to keep. It replaces the other one.
      </p>
      <Differences mine={local.answers} theirs={other.answers} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={keepMine} className="max-sm:w-full">
          Keep the answers on this page
        </Button>
        <Button variant="quiet" onClick={takeOther} className="max-sm:w-full">
          Use the other answers
        </Button>
      </div>
    </Notice>
  )
}

function Differences({ mine, theirs }: { mine: Answers; theirs: Answers }) {
  const differing = new Set(differingFields(mine, theirs))
  const named = (Object.keys(fieldLabels) as (keyof Draft)[]).filter((field) => differing.has(field))
  if (named.length === 0) return null
  return (
    <dl className="mt-3 border-t border-border">
      {named.slice(0, maxShown).map((field) => (
        <div key={field} className="py-2 border-b border-border">
          <dt className="font-semibold">{fieldLabels[field]}</dt>
          <dd className="break-words">On this page: {shortened(mine[field])}</dd>
          <dd className="break-words">Other version: {shortened(theirs[field])}</dd>
        </div>
      ))}
      {named.length > maxShown && (
        <div className="py-2">
          <dt>And {named.length - maxShown} more</dt>
        </div>
      )}
    </dl>
  )
}

function shortened(answer: string | undefined): string {
  if (!answer) return 'not given'
  return answer.length > 80 ? `${answer.slice(0, 80)}…` : answer
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  day: 'numeric',
  month: 'long',
})
