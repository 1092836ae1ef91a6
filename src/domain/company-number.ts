/**
 * A registered number as the United Kingdom's register writes it: eight characters, digits with their leading zeros or one or two
 * letters for the part of the register (`SC` Scotland, `NI` Northern Ireland, `OC` partnerships, `R` old Northern Irish entries).
 *
 * What a person leaves out or adds is mended: blanks, small letters, missing zeros (`sc 12345` is `SC012345`).
 *
 * @returns the number, or null when it cannot be one. What comes back is safe in a path.
 */
export function normaliseCompanyNumber(typed: string): string | null {
  if (typed.length > 40) return null
  const packed = typed.replace(/[\s-]/g, '').toUpperCase()
  const [, letters, digits] = /^([A-Z]{0,2})(\d+)$/.exec(packed) ?? []
  const number = digits === undefined ? packed : letters + digits.padStart(8 - letters!.length, '0')
  return pattern.test(number) && !/^0+$/.test(number) ? number : null
}

/** The last line: registered societies, old partnerships and Scottish limited partnerships carry letters in other places too. */
const pattern = /^(?:\d{8}|[A-Z]\d{7}|[A-Z]{2}\d{6}|(?:IP|SP|RS|NP|NO)\d{5}[A-Z]|SL\d{5}[A-Z])$/

/** A company's page in the register of Companies House. */
export function companyAddress(number: string): string {
  return `https://find-and-update.company-information.service.gov.uk/company/${number}`
}
