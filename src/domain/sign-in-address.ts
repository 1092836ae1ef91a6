/** What keeps an address from being signed in with, in the person's words; null when nothing does. */
export function signInAddressProblem(email: string): string | null {
  const usable =
    email.length <= 254 && /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(email)
  return usable ? null : 'This email address cannot be used. It needs a name, an @ and a full domain, without accents.'
}
