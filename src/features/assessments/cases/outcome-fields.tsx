import { Checkbox, RadioGroup } from '#ui/choices.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { conditionLimit, maxConditions, outcomeNames, outcomes, reasonLimit } from './rules.ts'
import type { FoundCase } from './server/load-case.ts'

/** Outcome, reasons, conditions and safety: what a proposal and a vote have in common. */
export function OutcomeFields({
  data,
  typed,
  problem,
}: {
  data: FoundCase
  typed: Readonly<Record<string, string | undefined>>
  problem: (field: string) => string | undefined
}) {
  return (
    <>
      <RadioGroup
        label="Outcome"
        name="outcome"
        choices={outcomeNames.map((outcome) => ({ value: outcome, label: outcomes[outcome] }))}
        defaultValue={typed.outcome}
        error={problem('outcome')}
      />
      <Select
        name="reasonPreset"
        label="Choose a text for a refusal"
        placeholder="Your own words"
        options={data.reasons.refuse.map((text) => ({ value: text, label: text }))}
        onChange={({ target }) => {
          const field = document.getElementById('reason') as HTMLTextAreaElement | null
          if (field) field.value = [field.value, target.value].filter(Boolean).join('\n')
          target.value = ''
        }}
      />
      <TextArea
        name="reason"
        label="Reasons"
        hint="For the applicant and the record."
        rows={5}
        maxLength={reasonLimit}
        defaultValue={typed.reason}
        error={problem('reason')}
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
        {numbers(shownConditions(typed)).map((number) => (
          <div key={number} className="flex flex-col gap-2">
            <TextArea
              name={`condition${number}`}
              label={`Condition ${number}`}
              rows={2}
              maxLength={conditionLimit}
              defaultValue={typed[`condition${number}`]}
              error={problem(`condition${number}`)}
            />
            <TextInput
              type="date"
              name={`due${number}`}
              label={`To be met by (condition ${number})`}
              min={data.today}
              defaultValue={typed[`due${number}`]}
              error={problem(`due${number}`)}
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
