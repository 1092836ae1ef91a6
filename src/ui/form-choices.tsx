import { Checkbox, CheckboxGroup, RadioGroup } from './choices.tsx'
import type { FieldProps } from './form.tsx'

export function ChoiceField({ name, field, typed, error, choices }: FieldProps) {
  const { control, label, hint, optional, labelHidden, inline } = field
  if (control === 'box')
    return <Checkbox name={name} label={label} hint={hint} error={error} value="1" defaultChecked={typed === '1'} />
  const shared = { name, label, hint, optional, labelHidden, error }
  if (control === 'radio') return <RadioGroup {...shared} inline={inline} choices={choices} defaultValue={typed} />
  return <CheckboxGroup {...shared} choices={choices} defaultValue={typed.split(',')} />
}
