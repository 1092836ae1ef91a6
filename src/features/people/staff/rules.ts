import { roleLabels } from '#domain/permissions.ts'
import { newPassword } from '#features/people/sign-in/rules.ts'
import { boxes, email, form, text } from '#wire/define-form.ts'
import type { Sort } from '#wire/list-pages.ts'

/** `invited`: without a password. */
export type PersonState = 'invited' | 'active' | 'deactivated'

export const personStateLabels: Record<PersonState, string> = {
  invited: 'Invited',
  active: 'Active',
  deactivated: 'Deactivated',
}

/** By name, people who may sign in come first. */
export const peopleColumns = ['name', 'signed-in'] as const
export type PeopleSort = Sort<(typeof peopleColumns)[number]>
export const usualPeopleSort: PeopleSort = { by: 'name', descending: false }

export const linkDays = 7

const rolesField = boxes({
  label: 'Roles',
  choices: roleLabels,
  hints: {
    reviewer: 'Applications and assessments: review, notes, decisions and calls with applicants',
    panel: 'Votes on the assessments that are referred to a panel',
    editor: 'The register and what the site shows, enquiries and sign-ups',
    concerns: 'Concerns that the public reports, who reported them, and appeals',
    finance: 'Orders, refunds, coupons and payment events',
    support: 'Reads and answers the emails of applications, and decides nothing',
    owner: 'Everything, people and the audit log included',
  },
  required: 'Choose at least one role',
})

export const inviteForm = form({
  name: text({ label: 'Name', max: 100, required: 'Enter a name', autoComplete: 'off' }),
  email: email({ label: 'Email address', required: 'Enter an email address', autoComplete: 'off' }),
  roles: rolesField,
})

export const choosePasswordForm = form({ password: newPassword('Password') })

export const rolesForm = form({ roles: { ...rolesField, labelHidden: true } })
