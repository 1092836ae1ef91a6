import { roleLabel, roles } from '#domain/permissions.ts'
import { CheckboxGroup } from '#ui/choices.tsx'
import { roleHints } from './rules.ts'

/** The roles that somebody has, or is to have; what was posted may hold others. */
export function RolesField({
  label,
  labelHidden,
  held,
  error,
}: {
  label: string
  labelHidden?: boolean | undefined
  held: readonly string[]
  error?: string | undefined
}) {
  return (
    <CheckboxGroup
      label={label}
      labelHidden={labelHidden}
      name="roles"
      choices={roles.map((role) => ({ value: role, label: roleLabel(role), hint: roleHints[role] }))}
      defaultValue={held}
      error={error}
    />
  )
}
