import { Checkbox, RadioGroup } from '#ui/choices.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { type PostedForm, TextPreset } from './case-form.tsx'
import { conditionLimit, maxConditions, outcomeNames, outcomes, reasonLimit, type suggestedOutcome } from './rules.ts'
import type { FoundCase } from './server/load-case.ts'

type OutcomeFieldsProps = { data: FoundCase; posted: PostedForm; suggested?: ReturnType<typeof suggestedOutcome> }

/** The fields of a proposal and of a vote. @param suggested filled in before somebody has typed. */
export function OutcomeFields({ data, posted: { isPosted, typed, field }, suggested }: OutcomeFieldsProps) {
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
