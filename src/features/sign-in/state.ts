/** What the sign-in page shows. The password is never given back. */
export type SignInData = {
  next: string
  email: string
  /** The sentence above the form; null before the first attempt. */
  problem: string | null
}

/** What a person's own account shows. */
export type AccountData = {
  email: string
  /** What has just been done. */
  notice: 'password' | null
  passwordProblem: { field: 'current' | 'password'; message: string } | null
}
