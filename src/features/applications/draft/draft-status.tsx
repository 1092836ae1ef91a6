import { useAtomValue } from 'jotai'
import { londonDateOf } from '#domain/london-time.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { canBeSaved, expiryOf, type SavedMark } from './rules.ts'
import { localDraftAtom, otherVersionAtom, savingAtom } from './state.ts'

type DraftStatusProps = {
  posted: {
    saved: SavedMark | null
    hasOther: boolean
    link: 'sent' | 'too-often' | null
    asksToDelete: boolean
  } | null
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
          type="submit"
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
        <Button type="submit" name="go" value="delete" variant="link">
          Delete these answers
        </Button>
      </p>
    )
  }
  return (
    <Notice tone="warning" title="Delete all of these answers?" live="status" className="mt-4">
      <p>We delete them from this device and our server. You cannot get them back.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" name="go" value="delete-now" variant="danger">
          Delete the answers
        </Button>
        <Button type="submit" name="go" value="stay" variant="quiet">
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
