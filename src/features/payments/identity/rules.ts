/** Days after which a paid listing that is not published is refunded, and the days before on which its payer is reminded. */
export const waitDays = 30
export const waitReminderDays = [14, 25] as const

export const askAgain = 'confirm-address'
