import { type FormEvent, type ReactNode, useContext, useState } from 'react'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox, RadioGroup } from '#ui/choices.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import { useSendForm } from '#ui/use-send-form.ts'
import { problemOf } from '#wire/form.ts'
import {
  conditionLimit,
  hasDeclared,
  maxConditions,
  outcomeNames,
  outcomes,
  reasonLimit,
  type suggestedOutcome,
} from './rules.ts'
import type { FoundCase } from './server/load-case.ts'

/** A form that a script sends from within the page, so that what is typed in other forms stays. @param here the address of the page. */
export function CaseForm({
  here,
  intent,
  criterion,
  button,
  variant = 'quiet',
  className,
  children,
}: {
  here: string
  intent: string
  criterion?: string | undefined
  button: string
  variant?: ButtonVariant
  className?: string
  children?: ReactNode
}) {
  const send = useSendForm()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await send(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    setBusy(false)
  }
  return (
    <form method="post" action={here} onSubmit={submit} noValidate className={className ?? 'flex flex-col gap-4'}>
      <input type="hidden" name="intent" value={intent} />
      {criterion && <input type="hidden" name="criterion" value={criterion} />}
      {children}
      <Button variant={variant} busy={busy} className={className ? undefined : 'self-start'}>
        {button}
      </Button>
    </form>
  )
}

/** What was typed into one of the forms and not taken, and what is wrong with it; nothing for every other form. */
export function usePostedForm(command: string, criterion?: string) {
  const posted = useContext(PostedContext)
  const isThis = posted?.command === command && (criterion === undefined || posted.typed.criterion === criterion)
  const typed: Readonly<Record<string, string | undefined>> = isThis ? posted.typed : {}
  const problem = (field: string) => (isThis ? problemOf(posted.problems, field) : undefined)
  const field = (name: string) => ({ name, defaultValue: typed[name], error: problem(name) })
  return { isPosted: isThis, typed, problem, field }
}

type TextPresetProps = { name: string; id?: string; label: string; texts: string[]; fieldId: string }

/** A choice of texts; the chosen one is added to what is typed in a field. */
export function TextPreset({ texts, fieldId, ...select }: TextPresetProps) {
  return (
    <Select
      {...select}
      placeholder="Your own words"
      options={texts.map((text) => ({ value: text, label: text }))}
      onChange={({ target }) => {
        const field = document.getElementById(fieldId) as HTMLTextAreaElement | null
        if (field) field.value = [field.value, target.value].filter(Boolean).join('\n')
        target.value = ''
      }}
    />
  )
}

export function CaseOutcome() {
  const posted = useContext(PostedContext)
  if (!posted) return null
  const { outcome, command, typed, problems } = posted
  const isOfCriterion = command === 'evidence' || command === 'verdict' || command === 'accept'
  const prefix = isOfCriterion ? `${typed.criterion}-` : ''
  const named = problems.map(({ field, message }) => ({ field: prefix + field, message }))
  return (
    <>
      <AdminNotice says={outcome} />
      {problems.length > 0 && (
        <div className="mt-6">
          <ErrorSummary key={JSON.stringify(posted)} problems={named} />
        </div>
      )}
    </>
  )
}

type OutcomeFieldsProps = { data: FoundCase; command: string; suggested?: ReturnType<typeof suggestedOutcome> }

/** The fields of a proposal and of a vote. @param suggested filled in before somebody has typed. */
export function OutcomeFields({ data, command, suggested }: OutcomeFieldsProps) {
  const { isPosted, typed, field } = usePostedForm(command)
  const filled: Readonly<Record<string, string | undefined>> =
    isPosted || !suggested
      ? typed
      : Object.fromEntries(suggested.conditions.map((text, index) => [`condition${index + 1}`, text]))
  return (
    <>
      <RadioGroup
        {...field('outcome')}
        label="Outcome"
        defaultValue={isPosted ? typed.outcome : suggested?.outcome}
        choices={outcomeNames.map((outcome) => ({ value: outcome, label: outcomes[outcome] }))}
      />
      <TextPreset
        name="reasonPreset"
        label="Choose a text for a refusal"
        texts={data.reasons.refuse}
        fieldId="reason"
      />
      <TextArea
        {...field('reason')}
        label="Reasons"
        hint="For the applicant and the record."
        rows={5}
        maxLength={reasonLimit}
      />
      <Checkbox
        name="isSafety"
        label="Safety"
        hint="For a refusal only. It takes effect at once, without a notice and time to answer."
        defaultChecked={typed.isSafety !== undefined}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="font-semibold">Conditions</legend>
        <p className="text-sm text-muted">
          For an accreditation with conditions: what the organiser must do, and by when.
        </p>
        {numbers(shownConditions(filled)).map((number) => (
          <div key={number} className="flex flex-col gap-2">
            <TextArea
              {...field(`condition${number}`)}
              label={`Condition ${number}`}
              defaultValue={filled[`condition${number}`]}
              rows={2}
              maxLength={conditionLimit}
            />
            <TextInput
              type="date"
              {...field(`due${number}`)}
              label={`To be met by (condition ${number})`}
              min={data.today}
            />
          </div>
        ))}
      </fieldset>
    </>
  )
}

/** Three at first, and always one more than are filled in. */
function shownConditions(typed: Readonly<Record<string, string | undefined>>): number {
  const filled = numbers(maxConditions).filter((number) => typed[`condition${number}`] || typed[`due${number}`])
  return Math.min(maxConditions, Math.max(3, (filled.at(-1) ?? 0) + 1))
}

function numbers(upTo: number): number[] {
  return Array.from({ length: upTo }, (_, index) => index + 1)
}

type Props = { data: FoundCase; here: string }

/** Nobody decides about somebody they are close to: names to compare by hand, and the declaration. */
export function InterestSection(props: Props) {
  return (
    <Card as="section" className="flex flex-col gap-4">
      <InterestForm {...props} />
    </Card>
  )
}

/** Without a declaration nothing can be judged, proposed or decided. */
export function InterestForm({ data, here }: Props) {
  const { isPosted, field } = usePostedForm('interest')
  const isDeclared = hasDeclared(data.steps, data.me.id)
  return (
    <>
      <h2 id="conflict" className="text-xl">
        {data.may.declare ? 'Declare first whether you have a conflict of interest' : 'Conflict of interest'}
      </h2>
      <DescriptionList
        items={{
          You: data.me.name,
          Organisation: data.organisation.name,
          'Trading name': data.organisation.tradingName,
          Contact: data.organisation.contactName,
          Officers: data.officers && <Officers officers={data.officers} />,
        }}
      />
      {!data.officers && data.organisation.companyNo && (
        <p id="officers">
          <a href={`${here}${here.includes('?') ? '&' : '?'}officers=1#conflict`}>
            Show the names of the company’s officers
          </a>
        </p>
      )}
      {isDeclared ? (
        <p>You declared that you have none. If this changes, declare it.</p>
      ) : (
        <>
          <p>I am not related to, employed by, paid by or in competition with anyone in this organisation.</p>
          <CaseForm here={here} intent="interest" button="I have no conflict of interest" variant="action">
            <input type="hidden" name="interest" value="none" />
          </CaseForm>
        </>
      )}
      <Disclosure summary="I have a conflict of interest" open={isPosted || undefined}>
        <CaseForm here={here} intent="interest" button="Declare the conflict">
          <input type="hidden" name="interest" value="conflict" />
          <p>
            {data.status === 'decided'
              ? 'If you took part in the decision, other people will assess the case again.'
              : 'You can no longer work on this case.'}
          </p>
          <TextArea
            {...field('details')}
            label="What the conflict is"
            hint="It stays on the record."
            rows={2}
            maxLength={reasonLimit}
          />
        </CaseForm>
      </Disclosure>
    </>
  )
}

const notFound = {
  'no-number': 'The organisation has given no company number.',
  unknown: 'The registry does not know this company number.',
  unavailable: 'The registry cannot be asked at the moment. Try again later.',
}

function Officers({ officers }: { officers: NonNullable<FoundCase['officers']> }) {
  if (officers.kind !== 'found') return notFound[officers.kind]
  const { names, isWhole, isInvented } = officers
  return (
    <>
      {names.length === 0 ? 'The registry names none.' : names.join('; ')}
      {!isWhole && ' The registry has more names than it gives at once.'}
      {isInvented && (
        <span className="block text-sm text-muted">
          Invented: no key of the registry is set (COMPANIES_HOUSE_API_KEY).
        </span>
      )}
    </>
  )
}
