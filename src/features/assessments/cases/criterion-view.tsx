import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { basisWords } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { wantsLastDay } from '#features/assessments/criteria/criterion.ts'
import { evidenceStates } from '#features/assessments/evidence/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { focusOn, ShortcutHelp, useShortcuts } from '#ui/shortcuts.tsx'
import { useSendForm } from '#ui/use-send-form.ts'
import { CaseForm, InterestForm, TextPreset, usePostedForm } from './case-form.tsx'
import type { AddressOf } from './criteria-index.tsx'
import { Documents, pageId, useLooks } from './documents.tsx'
import { restsOn, usualScores, type Verdict, verdicts } from './judged-criteria.ts'
import { reasonLimit } from './rules.ts'
import type { CaseCriterion, FoundCase } from './server/load-case.ts'
import { useVerdict } from './use-verdict.ts'
import { VerdictForm, verdictFormId } from './verdict-form.tsx'

type Props = {
  data: FoundCase
  criterion: CaseCriterion
  addressOf: AddressOf
  /** Of the list that led here; null where there is none. */
  list: { next: string; back: string } | null
}

/** One criterion: what it asks, its documents as pictures, and beside them the verdict. */
export function CriterionView(props: Props) {
  const { data } = props
  return data.may.judge && !data.may.declare ? <JudgedCriterion {...props} /> : <ReadCriterion {...props} />
}

const commonHelp = [
  { key: 'j', does: 'Next criterion' },
  { key: 'k', does: 'Previous criterion' },
  { key: 'g', does: 'The case as a whole, with the decision' },
]
const listHelp = [
  { key: 'e', does: 'Next assessment' },
  { key: 'u', does: 'Back to the list' },
]
const judgeHelp = [
  { key: 'a', does: 'Accept the document: criterion met' },
  { key: 'n', does: 'Criterion not met, then the reason' },
  { key: 'c', does: 'Met with a condition, then the condition' },
  { key: 'x', does: 'Not applicable, then the reason' },
  { key: '0 to 4', does: 'Score' },
  { key: 'p', does: 'To the page that was not on the screen' },
  { key: 'r', does: 'To the reason' },
  { key: 't', does: 'To the note' },
]
const questionHelp = { key: '?', does: 'Show these keys' }

/** The keys that lead from one criterion, or from the case as a whole, to the others. */
export function useCaseKeys(
  { data, addressOf, list }: Omit<Props, 'criterion'>,
  more: Record<string, () => void> = {},
) {
  const [, navigate] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const { criteria, criterionId } = data
  const at = criteria.findIndex(({ id }) => id === criterionId)
  const next = criteria[at + 1]?.id
  const previous = criterionId === null ? undefined : (criteria[at - 1]?.id ?? null)
  const keys = {
    ...(next && { j: () => navigate(addressOf(next)) }),
    ...(previous !== undefined && { k: () => navigate(addressOf(previous)) }),
    g: () => navigate(addressOf(null)),
    ...(list && { e: () => navigate(list.next), u: () => navigate(list.back) }),
    '?': () => setOpen(true),
    ...more,
  }
  const [on, turn] = useShortcuts(keys, true)
  const help = (special: readonly { key: string; does: string }[]) => (
    <ShortcutHelp
      keys={[...special, ...commonHelp, ...(list ? listHelp : []), questionHelp]}
      on={on}
      turn={turn}
      shown={{ isOpen, close: () => setOpen(false) }}
    />
  )
  return { help, next, previous }
}

function ReadCriterion(props: Props) {
  const { data, criterion } = props
  const { help, next, previous } = useCaseKeys(props)
  return (
    <Frame {...props} {...{ next, previous }} documents={<Documents files={criterion.files} />} help={help([])}>
      {data.may.declare && <InterestForm data={data} here={props.addressOf(criterion.id)} />}
      <FoundVerdict data={data} criterion={criterion} />
      {data.status === 'notice' && !data.may.declare && (
        <EvidenceForm data={data} criterion={criterion} here={props.addressOf(criterion.id)} />
      )}
    </Frame>
  )
}

function JudgedCriterion(props: Props) {
  const { data, criterion, addressOf } = props
  const { id, files } = criterion
  const here = addressOf(id)
  const verdict = useVerdict(data.id, criterion, data.me.id)
  const { finding, change, sendWith } = verdict
  const looks = useLooks()
  const send = useSendForm(false)
  const [said, say] = useState('')
  const isSending = useRef(false)
  const current = files.filter(({ isCurrent }) => isCurrent)
  const unseen = looks.firstUnseen(current)

  const toUnseen = () => {
    if (unseen && unseen.page > 0)
      document.getElementById(pageId(unseen.file.id, unseen.page))?.scrollIntoView({ block: 'start' })
  }
  const judge = (to: Verdict) => {
    if (finding.verdict !== to) change({ verdict: to, score: to === 'not-applicable' ? null : usualScores[to] })
    focusOn(`${id}-reason`)
  }
  const accept = () => {
    if (current.length === 0) {
      change({ verdict: 'met', score: finding.verdict === 'met' ? finding.score : usualScores.met })
      say('There is no document. Choose what the result rests on.')
      requestAnimationFrame(() => focusOn(`${id}-basis`))
      return
    }
    if (unseen) return say(unseenWords(unseen))
    const undated = wantsLastDay(criterion) && current.find(({ expiresOn }) => expiresOn === null)
    const day = undated && (document.getElementById(`${id}-lastDay-${undated.id}`) as HTMLInputElement | null)
    if (day && day.value === '') {
      say('Give the last day of the document, then press Enter.')
      return day.focus()
    }
    if (finding.verdict === 'met-with-condition' && finding.reason.trim() === '') return focusOn(`${id}-reason`)
    say('')
    const form = document.getElementById(verdictFormId) as HTMLFormElement
    const button = document.getElementById(`${id}-accept`)
    if (isSending.current) return
    isSending.current = true
    void sendWith(() => send(form, button)).finally(() => {
      isSending.current = false
    })
  }
  const keys = {
    a: accept,
    n: () => judge('not-met'),
    c: () => judge('met-with-condition'),
    x: () => judge('not-applicable'),
    ...Object.fromEntries([0, 1, 2, 3, 4].map((score) => [String(score), () => change({ score })] as const)),
    p: toUnseen,
    r: () => focusOn(`${id}-reason`),
    t: () => focusOn(`${id}-note`),
  }
  const { help, next, previous } = useCaseKeys(props, keys)
  const acceptance = said || (unseen ? unseenWords(unseen) : current.length > 0 ? 'All of it was on the screen.' : null)
  return (
    <Frame
      {...props}
      {...{ next, previous }}
      documents={<Documents files={files} looks={looks} purge={{ here, criterion: id }} />}
      help={help(judgeHelp)}
    >
      <VerdictForm {...{ data, criterion, here, verdict, acceptance }} onAccept={accept} />
      <EvidenceForm data={data} criterion={criterion} here={here} />
    </Frame>
  )
}

function unseenWords({ file, page }: { file: { name: string; pages: number | null }; page: number }): string {
  return page === 0
    ? `Download ${file.name} to read it first.`
    : `Look at every page first: page ${page} of ${file.pages} of ${file.name} was not on the screen yet.`
}

function Frame({
  data,
  criterion,
  addressOf,
  next,
  previous,
  documents,
  help,
  children,
}: Props & {
  next: string | undefined
  previous: string | null | undefined
  documents: ReactNode
  help: ReactNode
  children: ReactNode
}) {
  const { id, name, level, asked, good, found } = criterion
  const { label, tone } = evidenceStates[found.state]
  return (
    <div className="min-w-0">
      <section id={id} aria-labelledby={`${id}-name`}>
        <div className="flex flex-wrap items-center gap-3">
          <h2 id={`${id}-name`} data-criterion-heading="" tabIndex={-1} className="text-xl scroll-mt-24">
            {name}
          </h2>
          <Badge tone={level === 'must' ? 'gold' : 'neutral'}>{level === 'must' ? 'Must' : 'Should'}</Badge>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <div className="mt-4 grid gap-8 xl:grid-cols-[minmax(0,1fr)_24rem] items-start">
          <div className="min-w-0 flex flex-col gap-4">
            <p>{asked}</p>
            <p className="text-sm text-muted">A good document: {good}</p>
            {found.stateReason && (
              <p className="whitespace-pre-line break-words">
                {found.state === 'not-applicable' ? 'Why it does not apply: ' : 'More is needed: '}
                {found.stateReason}
                {found.toldAt && <span className="block text-sm text-muted">Told on {londonDateOf(found.toldAt)}</span>}
              </p>
            )}
            {documents}
          </div>
          <div className="min-w-0 flex flex-col gap-6 xl:sticky xl:top-4 xl:max-h-screen xl:overflow-y-auto p-1">
            {children}
            <p className="flex flex-wrap gap-3">
              {previous !== undefined && (
                <ButtonLink href={addressOf(previous)} variant="quiet">
                  {previous === null ? 'The case' : 'Previous criterion'}
                </ButtonLink>
              )}
              <ButtonLink href={addressOf(next ?? null)} variant="quiet">
                {next ? 'Next criterion' : data.may.propose ? 'To the proposal' : 'The case'}
              </ButtonLink>
            </p>
          </div>
        </div>
      </section>
      {help}
    </div>
  )
}

/** All that was found, for the person who decides. */
export function Results({ data, addressOf }: { data: FoundCase; addressOf: AddressOf }) {
  return (
    <Disclosure summary="Results of the criteria" open={data.status === 'proposed' || undefined}>
      <ul className="flex flex-col gap-4">
        {data.criteria.map((criterion) => (
          <li key={criterion.id} className="pl-4 border-l-3 border-border">
            <a href={addressOf(criterion.id)}>{criterion.name}</a>
            <FoundVerdict data={data} criterion={criterion} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** What was found, for people who may not change it now. */
function FoundVerdict({ data, criterion }: { data: FoundCase; criterion: CaseCriterion }) {
  const { found } = criterion
  const { verdict, score, reason, note, judgedByName: by } = found
  // After the decision a result rests on what was recorded with it.
  const rests = data.status === 'decided' ? found : restsOn(criterion, data.today)
  const basis = basisWords({ result: verdict, ...rests })
  if (!verdict && !note) return <p className="text-muted">No verdict yet.</p>
  return (
    <div className="flex flex-col gap-2 break-words">
      <p className="font-semibold">
        {verdict ? verdicts[verdict] : 'No verdict'}
        {score !== null && `, score ${score}`}
      </p>
      {basis && <p>{basis}</p>}
      {reason && <p className="whitespace-pre-line">{reason}</p>}
      {note && <p className="whitespace-pre-line text-muted">Note: {note}</p>}
      {by && <p className="text-sm text-muted">{by}</p>}
    </div>
  )
}

function EvidenceForm({ data, criterion, here }: { data: FoundCase; criterion: CaseCriterion; here: string }) {
  const { id, found } = criterion
  const { isPosted, field } = usePostedForm('evidence', id)
  return (
    <Disclosure key={`${found.state} ${found.stateAt}`} summary="Mark the evidence only" open={isPosted || undefined}>
      <CaseForm here={here} intent="evidence" criterion={id} button="Mark the evidence">
        <input type="hidden" name="seen" value={found.state} />
        <RadioGroup
          label="Evidence"
          labelHidden
          {...field('state')}
          id={`${id}-state`}
          choices={[
            {
              value: 'more-needed',
              label: 'More needed',
              hint: 'We email the applicant within 10 minutes, once for all criteria.',
            },
            { value: 'not-applicable', label: 'Not applicable' },
            { value: 'accepted', label: 'Accept', hint: 'Without a verdict.' },
          ]}
        />
        <TextPreset
          name="preset"
          id={`${id}-state-preset`}
          label="Choose a text"
          texts={[...data.reasons['more-needed'], ...data.reasons['not-applicable']]}
          fieldId={`${id}-stateReason`}
        />
        <TextArea
          {...field('stateReason')}
          id={`${id}-stateReason`}
          label="Reason"
          hint="What more is needed, or why it does not apply. The applicant can read this."
          rows={3}
          maxLength={reasonLimit}
        />
      </CaseForm>
    </Disclosure>
  )
}
