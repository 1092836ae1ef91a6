/** `SC` Scotland, `NI` Northern Ireland, `OC` partnerships. `sc 12345` becomes `SC012345`, which is safe in a path; null when it cannot be one. */
export function normaliseCompanyNumber(typed: string): string | null {
  if (typed.length > 40) return null
  const packed = typed.replace(/[\s-]/g, '').toUpperCase()
  const [, letters, digits] = /^([A-Z]{0,2})(\d+)$/.exec(packed) ?? []
  const number = digits === undefined ? packed : letters + digits.padStart(8 - letters!.length, '0')
  return pattern.test(number) && !/^0+$/.test(number) ? number : null
}

/** The last line: registered societies, old partnerships and Scottish limited partnerships. */
const pattern = /^(?:\d{8}|[A-Z]\d{7}|[A-Z]{2}\d{6}|(?:IP|SP|RS|NP|NO)\d{5}[A-Z]|SL\d{5}[A-Z])$/

export function companyAddress(number: string): string {
  return `https://find-and-update.company-information.service.gov.uk/company/${number}`
}
