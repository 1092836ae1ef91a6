/** Whether a text is a whole postcode of the United Kingdom in form, with or without its blank (Royal Mail's rules for an outward and an inward code). */
export function isPostcode(typed: string): boolean {
  return /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i.test(typed.trim().replace(/\s+/g, ' '))
}

/** Whether a country, as somebody types it, has such postcodes; nothing typed is England. */
export function isInTheKingdom(country: string): boolean {
  return /^(|england|scotland|wales|cymru|northern ireland|(the )?united kingdom|(great )?britain|uk|gb)$/i.test(
    country.trim(),
  )
}
