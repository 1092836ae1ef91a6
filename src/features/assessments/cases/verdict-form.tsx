import type { FormEvent } from 'react'
import { type Basis, bases, basisWords, needsBasis } from '#domain/assurance.ts'
import type { Day } from '#domain/formats.ts'
import { londonClockOf, longDay } from '#domain/london-time.ts'
import { wantsLastDay } from '#features/assessments/criteria/criterion.ts'
import { Button } from '#ui/button.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { FieldNotes, Select, TextArea, TextInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { usePostedForm } from './case-form.tsx'
import { maxScore, restsOn, type Verdict, verdictNames, verdicts } from './judged-criteria.ts'
import { basisLimit, noteLimit, reasonLimit } from './rules.ts'
import type { CaseCriterion, FoundCase } from './server/load-case.ts'
import type { Finding, OtherFinding, SavingState, useVerdict } from './use-verdict.ts'

export const verdictFormId = 'verdict'

const reasonsFor: Partial<Record<Verdict, keyof FoundCase['reasons']>> = {
  'not-met': 'not-met',
  'met-with-condition': 'condition',
  'not-applicable': 'not-applicable',
}

/** @param verdict what `useVerdict` holds of the criterion. @param acceptance what is said beside the button that accepts. */
export function VerdictForm({
  data,
  criterion,
  here,
  verdict: { finding, change, saving, settle, isLive, revision },
  onAccept,
  acceptance,
}: {
  data: FoundCase
  criterion: CaseCriterion
  here: string
  verdict: ReturnType<typeof useVerdict>
  onAccept: () => void
  acceptance: string | null
}) {
  const { id, name } = criterion
  const { typed, problem } = usePostedForm('verdict', id)
  const accepting = usePostedForm('accept', id)
  const field = (name: string) => ({
    name,
    id: `${id}-${name}`,
    error: problem(name) ?? accepting.problem(name),
  })
  const verdict = (typed.verdict as Verdict | undefined) ?? finding.verdict
  const kind = verdict ? reasonsFor[verdict] : undefined
  const texts = kind ? data.reasons[kind] : []
  const undated = criterion.expires
    ? criterion.files.filter(({ isCurrent, expiresOn }) => isCurrent && expiresOn === null)
    : []
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Enter in another field presses the first button of the form.
    const focused = document.activeElement
    const isMeant = focused === (event.nativeEvent as SubmitEvent).submitter || focused?.id.startsWith(`${id}-lastDay-`)
    if (isMeant) onAccept()
  }
  return (
    <form
      id={verdictFormId}
      // A form without a method is not asked about before the page is left: what is typed is saved already.
      method={isLive ? undefined : 'post'}
      action={here}
      noValidate
      onSubmit={isLive ? onSubmit : undefined}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="criterion" value={id} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="seen" value={criterion.found.state} />
      {undated.map((file) => (
        <TextInput
          key={file.id}
          type="date"
          {...field(`lastDay-${file.id}`)}
          label={`Last day of ${file.name}`}
          hint={
            wantsLastDay(criterion)
              ? 'It was sent without one. Read it in the document.'
              : 'It was sent without one. Leave this empty if the document names none.'
          }
          defaultValue={accepting.typed[`lastDay-${file.id}`]}
        />
      ))}
      <div>
        <FieldNotes id={`${id}-accept`} error={accepting.problem('accept')} />
        <Button name="intent" value="accept" id={`${id}-accept`} aria-keyshortcuts="a">
          {finding.verdict === 'met-with-condition' ? 'Accept, met with the condition' : 'Accept and met'}
        </Button>
        {/* Two lines high, so that nothing below moves under the pointer when the last page comes into view. */}
        <p role="status" className="mt-2 min-h-11 text-sm text-muted">
          {acceptance}
        </p>
      </div>
      <RadioGroup
        label={
          <>
            Verdict<VisuallyHidden> on {name}</VisuallyHidden>
          </>
        }
        {...field('verdict')}
        inline
        choices={verdictNames.map((each) => ({ value: each, label: verdicts[each] }))}
        value={finding.verdict ?? ''}
        onChange={(value) => change({ verdict: value as Verdict })}
      />
      {finding.verdict !== 'not-applicable' && (
        <RadioGroup
          label="Score"
          hint={`0 means not met at all, ${maxScore} means fully met.`}
          {...field('score')}
          inline
          choices={Array.from({ length: maxScore + 1 }, (_, score) => ({ value: String(score), label: String(score) }))}
          value={finding.score === null ? '' : String(finding.score)}
          onChange={(value) => change({ score: Number(value) })}
        />
      )}
      {(needsBasis(finding.verdict) || !isLive) && (
        <BasisFields {...{ criterion, finding, change, isLive, field }} today={data.today} />
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
        {...field('reason')}
        label="Reason"
        hint="For the applicant and the record."
        rows={2}
        maxLength={reasonLimit}
        value={finding.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <TextArea
        {...field('note')}
        label="Note"
        hint="Only assessors can see this."
        rows={1}
        maxLength={noteLimit}
        value={finding.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      {isLive ? (
        <>
          <p role="status" className="text-sm text-muted">
            {savingWords(saving, criterion)}
          </p>
          {saving.state === 'conflict' && (
            <Conflict mine={finding} other={saving.other} settle={settle} me={data.me.name} />
          )}
        </>
      ) : (
        <Button name="intent" value="verdict" variant="quiet" className="self-start">
          Save
        </Button>
      )}
    </form>
  )
}

function savingWords(saving: SavingState, { found }: CaseCriterion): string {
  if (saving.state === 'refused') return `Not saved: ${saving.why}`
  const words = {
    idle: found.judgedAt ? `Saved by ${found.judgedByName}` : '',
    typing: 'Saving…',
    saving: 'Saving…',
    saved: 'Saved',
    kept: 'Not sent yet. Saved in this browser, and sent when you are connected again.',
    conflict: 'Not saved',
  }
  return words[saving.state]
}

function BasisFields({
  criterion,
  today,
  finding,
  change,
  isLive,
  field,
}: {
  criterion: CaseCriterion
  today: Day
  finding: Finding
  change: (changed: Partial<Finding>) => void
  isLive: boolean
  field: (name: string) => { name: string; id: string; error: string | undefined }
}) {
  return (
    <>
      <Select
        {...field('basis')}
        label="What it rests on"
        hint={documentWords(criterion, today)}
        value={finding.basis ?? ''}
        options={[{ value: '', label: bases.document }, ...writtenBases]}
        onChange={({ target }) => change({ basis: (target.value || null) as Basis | null })}
      />
      {(finding.basis || !isLive) && (
        <>
          <TextInput
            type="date"
            {...field('basisOn')}
            label="Day on which it was seen or said"
            max={today}
            value={finding.basisOn ?? ''}
            onChange={({ target }) => change({ basisOn: target.value || null })}
          />
          <TextArea
            {...field('basisText')}
            label="What was seen or said"
            hint="Public: everyone can read it on the page of the entry. Do not name people."
            rows={2}
            maxLength={basisLimit}
            value={finding.basisText}
            onChange={({ target }) => change({ basisText: target.value })}
          />
        </>
      )}
    </>
  )
}

const writtenBases = Object.entries(bases)
  .filter(([value]) => value !== 'document')
  .map(([value, label]) => ({ value, label }))

function documentWords({ group, expires, found }: CaseCriterion, today: Day): string {
  const rests = restsOn({ group, expires, found: { ...found, verdict: 'met', basis: null } }, today)
  if (rests.basis) return `${basisWords({ result: 'met', ...rests })}.`
  if (!found.hasDocument) return 'No document is accepted.'
  const until = found.documentUntil
  return until ? `The accepted document was valid until ${longDay(until)}.` : 'The accepted document has no last day.'
}

function differences(mine: Finding, other: Finding): [string, string][] {
  const named = ({ verdict, score, reason, note, ...rests }: Finding): [string, string][] => [
    ['Verdict', verdict ? verdicts[verdict] : ''],
    ['Score', score === null ? '' : String(score)],
    ['Rests on', rests.basis ? basisWords({ result: 'met', ...rests }) : ''],
    ['Reason', reason],
    ['Note', note],
  ]
  const own = named(mine)
  return named(other).filter(([, text], index) => text.trim() !== own[index]![1].trim())
}

function Conflict({
  mine,
  other,
  settle,
  me,
}: {
  mine: Finding
  other: OtherFinding
  settle: (whose: 'mine' | 'theirs', other: OtherFinding) => void
  me: string
}) {
  const { judgedBy, judgedAt } = other
  const isOwn = judgedBy === me
  return (
    <Notice
      tone="warning"
      live="alert"
      title={`${isOwn ? 'You' : judgedBy} changed this${judgedAt ? ` at ${londonClockOf(judgedAt)}` : ''}${
        isOwn ? ' in another browser' : ', while you were writing'
      }`}
    >
      <p>{isOwn ? 'What differs there:' : 'What differs in their version:'}</p>
      <ul className="break-words whitespace-pre-line">
        {differences(mine, other).map(([name, text]) => (
          <li key={name}>
            {name}: {text || 'nothing'}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => settle('theirs', other)}>
          {isOwn ? 'Use that version' : 'Use their version'}
        </Button>
        <Button variant="quiet" onClick={() => settle('mine', other)}>
          {isOwn ? 'Use this version' : 'Use my version'}
        </Button>
      </div>
    </Notice>
  )
}
