/** Where a register entry stands. Only `active` is accredited. */
export const registerStatuses = ['active', 'lapsed', 'suspended', 'revoked'] as const
export type RegisterStatus = (typeof registerStatuses)[number]

/** The word on the badge, and how it is coloured. */
export const registerStatusBadges: Record<
  RegisterStatus,
  { label: string; tone: 'accredited' | 'neutral' | 'warning' | 'danger' }
> = {
  active: { label: 'Accredited', tone: 'accredited' },
  lapsed: { label: 'Accreditation lapsed', tone: 'neutral' },
  suspended: { label: 'Accreditation suspended', tone: 'warning' },
  revoked: { label: 'Accreditation revoked', tone: 'danger' },
}
