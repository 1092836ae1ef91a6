import type { QrPath } from './server/qr-path.ts'

/** What the sign-in page shows. The password is never given back. */
export type SignInData = {
  next: string
  email: string
  /** The sentence above the form; null before the first attempt. */
  problem: string | null
}

/** What the page of the second factor shows. */
export type SecondFactorData =
  | { step: 'code'; next: string; recovers: boolean; problem: string | null }
  | {
      step: 'enrol'
      next: string
      /** Whether the admin area stays shut without it. */
      isCompulsory: boolean
      /** Whether an earlier app stops working. */
      replaces: boolean
      asksPassword: boolean
      /** The secret for typing, in groups of four. */
      secret: string
      /** For the app on the same device. */
      address: string
      qr: QrPath
      encrypted: string
      problem: { field: 'code' | 'current'; message: string } | null
    }
  | RecoveryCodesShown

/** Shown once, right after they were made. */
export type RecoveryCodesShown = {
  step: 'codes'
  next: string
  codes: string[] /** The same as a text file. */
  file: string
}

/** What a person's own account shows. */
export type AccountData =
  | {
      step: 'account'
      email: string
      /** What has just been done. */
      notice: AccountNotice | null
      problem: { form: 'change-password' | 'renew-codes' | 'remove-factor'; field: string; message: string } | null
      secondFactor: { since: string; codesLeft: number } | null
      isFactorCompulsory: boolean
      /** `isHalf`: the password was given there, and the second factor was not. */
      sessions: { id: string; browser: string; since: string; isThis: boolean; isHalf: boolean }[]
      events: { id: number; at: string; event: string; browser: string }[]
    }
  | RecoveryCodesShown

export const accountNotices = ['password', 'session', 'sessions', 'factor-removed'] as const
export type AccountNotice = (typeof accountNotices)[number]
