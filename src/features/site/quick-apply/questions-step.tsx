import { RadioGroup } from '#ui/choices.tsx'
import { content } from './content.ts'
import type { StepProps } from './rules.ts'

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

export function QuestionsStep({ draft, change, errorOf }: StepProps) {
  return (['hasTicketedEvents', 'wantsMoreAttendance'] as const).map((field) => (
    <RadioGroup
      key={field}
      name={field}
      label={content.questions[field]}
      error={errorOf(field)}
      choices={answers}
      inline
      value={draft[field]}
      onChange={(value) => change(field, value as 'yes' | 'no')}
    />
  ))
}
