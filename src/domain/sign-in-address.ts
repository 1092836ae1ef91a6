/** Null where the address can be used. */
export function signInAddressProblem(email: string): string | null {
  const usable =
    email.length <= 254 && /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(email)
  return usable ? null : 'This email address cannot be used. It needs a name, an @ and a full domain, without accents.'
}
