/** What the sign-in page shows. The password is never given back. */
export type SignInData = {
  next: string
  email: string
  /** The sentence above the form; null before the first attempt. */
  problem: string | null
}
