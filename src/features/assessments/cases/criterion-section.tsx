import { basisWords, type RestsOn } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { evidenceStates } from '#features/assessments/evidence/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { CaseForm, TextPreset, usePostedForm } from './case-form.tsx'
import { EvidenceFiles } from './evidence-files.tsx'
import { restsOn, verdicts } from './judged-criteria.ts'
import { reasonLimit } from './rules.ts'
import type { CaseCriterion, FoundCase } from './server/load-case.ts'
import { VerdictForm } from './verdict-form.tsx'

export function CriterionSection({
  data,
  criterion,
  here,
  mayPurge = false,
}: {
  data: FoundCase
  criterion: CaseCriterion
  here: string
  mayPurge?: boolean
}) {
  const { id, name, level, asked, good, files, found } = criterion
  const { label, tone } = evidenceStates[found.state]
  return (
    <section
      id={id}
      data-criterion=""
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      className="pt-6 border-t border-border"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h3 id={`${id}-name`} className="text-lg">
          {name}
        </h3>
        <Badge tone={level === 'must' ? 'gold' : 'neutral'}>{level === 'must' ? 'Must' : 'Should'}</Badge>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className="mt-4 grid gap-8 lg:grid-cols-2 items-start">
        <div className="flex flex-col gap-4 min-w-0">
          <p>{asked}</p>
          <p className="text-sm text-muted">A good document: {good}</p>
          <EvidenceFiles files={files} purgeAt={mayPurge ? here : undefined} />
          {found.stateReason && (
            <p className="whitespace-pre-line break-words">
              {found.state === 'not-applicable' ? 'Why it does not apply: ' : 'More is needed: '}
              {found.stateReason}
              {found.toldAt && <span className="block text-sm text-muted">Told on {londonDateOf(found.toldAt)}</span>}
            </p>
          )}
          {data.may.judge || data.status === 'notice' ? (
            <EvidenceForm data={data} criterion={criterion} here={here} />
          ) : null}
        </div>
        <div className="min-w-0">
          {data.may.judge ? (
            <VerdictForm data={data} criterion={criterion} here={here} />
          ) : (
            <FoundVerdict data={data} criterion={criterion} />
          )}
        </div>
      </div>
    </section>
  )
}

/** What was found, for people who may not change it now. */
function FoundVerdict({ data, criterion }: { data: FoundCase; criterion: CaseCriterion }) {
  const { found } = criterion
  const { verdict, score, reason, note, judgedByName: by } = found
  const basis = basisWords({ result: verdict, ...restsOnNow(data, criterion) })
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

/** After the decision a result rests on what was recorded with it. */
function restsOnNow({ status, today }: FoundCase, criterion: CaseCriterion): RestsOn {
  const { basis, basisOn, basisText } = criterion.found
  return status === 'decided' ? { basis, basisOn, basisText } : restsOn(criterion, today)
}

function EvidenceForm({ data, criterion, here }: { data: FoundCase; criterion: CaseCriterion; here: string }) {
  const { id, found, files } = criterion
  const { isPosted, field } = usePostedForm('evidence', id)
  return (
    <Disclosure
      key={`${found.state} ${found.stateAt}`}
      summary="Mark the evidence"
      open={isPosted || (found.state === 'received' && files.length > 0) || undefined}
    >
      <CaseForm here={here} intent="evidence" criterion={id} button="Mark the evidence">
        <input type="hidden" name="seen" value={found.state} />
        <RadioGroup
          label="Evidence"
          labelHidden
          {...field('state')}
          id={`${id}-state`}
          choices={[
            { value: 'accepted', label: 'Accept' },
            {
              value: 'more-needed',
              label: 'More needed',
              hint: 'We email the applicant within 10 minutes, once for all criteria.',
            },
            { value: 'not-applicable', label: 'Not applicable' },
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
