/** In form only (Royal Mail's rules for outward and inward codes), with or without the blank. */
export function isPostcode(typed: string): boolean {
  return /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i.test(typed.trim().replace(/\s+/g, ' '))
}

export function isInTheKingdom(country: string): boolean {
  return /^(|england|scotland|wales|cymru|northern ireland|(the )?united kingdom|(great )?britain|uk|gb)$/i.test(
    country.trim(),
  )
}
