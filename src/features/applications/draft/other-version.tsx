import { useAtomValue, useSetAtom } from 'jotai'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Answers, differingFields } from './rules.ts'
import { keepMineAtom, localDraftAtom, otherVersionAtom, takeOtherAtom } from './state.ts'

const maxShown = 6

export function OtherVersion({
  labels,
}: {
  /** What a field is called, in its order. */ labels: Record<string, string>
}) {
  const local = useAtomValue(localDraftAtom)
  const other = useAtomValue(otherVersionAtom)
  const keepMine = useSetAtom(keepMineAtom)
  const takeOther = useSetAtom(takeOtherAtom)
  if (!local || !other) return null
  const where = other.from === 'tab' ? 'in another tab or window' : 'on another device, or earlier'
  return (
    <Notice tone="warning" live="alert" className="mt-8" title="There are two versions of your answers">
      <p>
        This application was also changed {where}, at {timeOf(other.changedAt)}. Choose which version to keep. It
        replaces the other one.
      </p>
      <Differences mine={local.answers} theirs={other.answers} labels={labels} />
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

function Differences({ mine, theirs, labels }: { mine: Answers; theirs: Answers; labels: Record<string, string> }) {
  const differing = new Set(differingFields(mine, theirs))
  const named = Object.keys(labels).filter((field) => differing.has(field))
  if (named.length === 0) return null
  return (
    <dl className="mt-3 border-t border-border">
      {named.slice(0, maxShown).map((field) => (
        <div key={field} className="py-2 border-b border-border">
          <dt className="font-semibold">{labels[field]}</dt>
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

function timeOf(isoTime: string): string {
  return timeFormat.format(new Date(isoTime))
}
