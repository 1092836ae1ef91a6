import { type } from 'arktype'
import { isMailAddress } from '../../../domain/mail-address.ts'
import { roles } from '../../../domain/permissions.ts'
import { refuse } from '../../../wire/field-failures.ts'
import { requiredLine } from '../../../wire/text-schema.ts'

const role = type.enumerated(...roles).configure({ sentence: 'Choose a role' })

/** The form that invites somebody. */
export const invitationForm = type({
  name: requiredLine(100, 'Name is required'),
  email: requiredLine(254, 'Email is required').narrow(
    (address, ctx) => isMailAddress(address) || refuse(ctx, 'Please enter a valid email address'),
  ),
  role,
}).onUndeclaredKey('delete')
export type InvitationForm = typeof invitationForm.infer

/** The form that gives somebody another role. */
export const roleForm = type({ role }).onUndeclaredKey('delete')
