import { londonClockOf } from '../../../domain/london-time.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choices.tsx'
import { Select, TextArea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { ReasonKind } from '../criteria/reason-kinds.ts'
import { postedTo } from './bench-form.tsx'
import { maxScore, type Verdict, verdictNames, verdicts } from './judged-criteria.ts'
import { noteLimit, reasonLimit } from './rules.ts'
import type { BenchCriterion, FoundCase } from './state.ts'
import { type OtherFinding, type Saving, useVerdict } from './use-verdict.ts'

/** Which texts fit a verdict; a criterion that is met needs none. */
const reasonsFor: Partial<Record<Verdict, ReasonKind>> = {
  'not-met': 'not-met',
  'met-with-condition': 'condition',
  'not-applicable': 'not-applicable',
}

/** What an assessor finds of one criterion: saved as it is typed, or by its button where there is no script. */
export function VerdictForm({ data, criterion, here }: { data: FoundCase; criterion: BenchCriterion; here: string }) {
  const { finding, change, saving, settle, isLive, revision } = useVerdict(data.id, criterion)
  const { id, name } = criterion
  const { typed, problem } = postedTo(data, 'verdict', id)
  const verdict = (typed.verdict as Verdict | undefined) ?? finding.verdict
  const kind = verdict ? reasonsFor[verdict] : undefined
  const texts = kind ? data.reasons[kind] : []
  return (
    <form
      // Saved by itself: nothing has to be asked before the page is left.
      method={isLive ? undefined : 'post'}
      action={here}
      noValidate
      onSubmit={isLive ? (event) => event.preventDefault() : undefined}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="intent" value="verdict" />
      <input type="hidden" name="criterion" value={id} />
      <input type="hidden" name="revision" value={revision} />
      <RadioGroup
        label={
          <>
            Verdict<VisuallyHidden> on {name}</VisuallyHidden>
          </>
        }
        name="verdict"
        id={`${id}-verdict`}
        inline
        choices={verdictNames.map((each) => ({ value: each, label: verdicts[each] }))}
        value={finding.verdict ?? ''}
        onChange={(value) => change({ verdict: value as Verdict })}
        error={problem('verdict')}
      />
      {finding.verdict !== 'not-applicable' && (
        <RadioGroup
          label="Score"
          hint={`0 means not met at all, ${maxScore} means fully met.`}
          name="score"
          id={`${id}-score`}
          inline
          choices={Array.from({ length: maxScore + 1 }, (_, score) => ({ value: String(score), label: String(score) }))}
          value={finding.score === null ? '' : String(finding.score)}
          onChange={(value) => change({ score: Number(value) })}
          error={problem('score')}
        />
      )}
      {texts.length > 0 && (
        <Select
          name="preset"
          id={`${id}-preset`}
          label="Choose a text"
          placeholder="Your own words"
          value=""
          options={texts.map((text) => ({ value: text, label: text }))}
          onChange={({ target }) => change({ reason: [finding.reason, target.value].filter(Boolean).join('\n') })}
        />
      )}
      <TextArea
        name="reason"
        id={`${id}-reason`}
        label="Reason"
        hint="For the applicant and the record."
        rows={2}
        maxLength={reasonLimit}
        value={finding.reason}
        onChange={({ target }) => change({ reason: target.value })}
        error={problem('reason')}
      />
      <TextArea
        name="note"
        id={`${id}-note`}
        label="Note"
        hint="Only assessors can see this."
        rows={1}
        maxLength={noteLimit}
        value={finding.note}
        onChange={({ target }) => change({ note: target.value })}
        error={problem('note')}
      />
      {isLive ? (
        <>
          <p role="status" className="text-sm text-muted">
            {savingWords(saving, criterion)}
          </p>
          {saving.state === 'conflict' && <Conflict other={saving.other} settle={settle} />}
        </>
      ) : (
        <Button type="submit" variant="quiet" className="self-start">
          Save
        </Button>
      )}
    </form>
  )
}

function savingWords(saving: Saving, { found }: BenchCriterion): string {
  switch (saving.state) {
    case 'typing':
    case 'saving':
      return 'Saving…'
    case 'saved':
      return 'Saved'
    case 'kept':
      return 'Not sent yet. Saved in this browser, and sent when you are connected again.'
    case 'conflict':
      return 'Not saved'
    case 'refused':
      return `Not saved: ${saving.why}`
    case 'idle':
      return found.judged_at ? `Saved by ${found.judged_by_name}` : ''
  }
}

function Conflict({
  other,
  settle,
}: {
  other: OtherFinding
  settle: (whose: 'mine' | 'theirs', other: OtherFinding) => void
}) {
  const { verdict, score, reason, judgedBy, judgedAt } = other
  return (
    <Notice
      tone="warning"
      live="alert"
      title={`${judgedBy} changed this${judgedAt ? ` at ${londonClockOf(judgedAt)}` : ''}, while you were writing`}
    >
      <p>
        {verdict ? verdicts[verdict] : 'No verdict'}
        {score === null ? '' : `, score ${score}`}
        {reason && `: ${reason}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => settle('theirs', other)}>
          Use their version
        </Button>
        <Button variant="quiet" onClick={() => settle('mine', other)}>
          Use my version
        </Button>
      </div>
    </Notice>
  )
}
