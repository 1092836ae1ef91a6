import { type } from 'arktype'
import { isMailAddress } from '#domain/mail-address.ts'
import { roles } from '#domain/permissions.ts'
import { refuse } from '#wire/field-failures.ts'
import { requiredLine } from '#wire/text-schema.ts'

const sentence = 'Choose at least one role'

/** One role or several, in their published order. */
const chosenRoles = type
  .enumerated(...roles)
  .configure({ sentence })
  .array()
  .atLeastLength(1)
  .pipe((chosen) => roles.filter((role) => chosen.includes(role)))
  .configure({ sentence })

/** The form that invites somebody. */
export const invitationForm = type({
  name: requiredLine(100, 'Name is required'),
  email: requiredLine(254, 'Email is required').narrow(
    (address, ctx) => isMailAddress(address) || refuse(ctx, 'Please enter a valid email address'),
  ),
  roles: chosenRoles,
}).onUndeclaredKey('delete')
export type InvitationForm = typeof invitationForm.infer

/** The form that gives somebody other roles. */
export const rolesForm = type({ roles: chosenRoles }).onUndeclaredKey('delete')
