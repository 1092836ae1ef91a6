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

export type CompanyCheck = {
  /** Only `confirmed` approves. */
  state: 'confirmed' | 'not-asked' | 'unknown' | 'name-differs' | 'not-active' | 'unavailable'
  checkedAt: string
  companyName?: string
  companyStatus?: string
}

type RegistryAnswer =
  | { kind: 'found'; name: string; status: string; statusDetail: string }
  | { kind: 'unknown' | 'limited' | 'unavailable' }

/** Any detail beside `active` (a proposal to strike off, a conversion) is left to a person, and so is a company that only used to have the name. */
export function judgeCompany(organisationName: string, answer: RegistryAnswer, checkedAt: string): CompanyCheck {
  if (answer.kind === 'unknown') return { state: 'unknown', checkedAt }
  if (answer.kind !== 'found') return { state: 'unavailable', checkedAt }
  const companyStatus = answer.statusDetail || answer.status
  const found = { checkedAt, companyName: answer.name, companyStatus }
  if (answer.status !== 'active' || answer.statusDetail !== '') return { state: 'not-active', ...found }
  return { state: sameCompanyName(organisationName, answer.name) ? 'confirmed' : 'name-differs', ...found }
}

/**
 * Compared as the registrar compares new names (Company, Limited Liability Partnership and Business (Names and Trading Disclosures) Regulations 2015,
 * regulation 7 and schedule 3), without the legal form at the end. A name without letters or digits equals no other.
 */
export function sameCompanyName(left: string, right: string): boolean {
  const core = companyNameKey(left)
  return core !== '' && core === companyNameKey(right)
}

/** Letters and digits without the legal form; may be empty. */
export function companyNameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđ]/g, (letter) => plain[letter]!)
    .replace(/[&+]/g, ' and ')
    .replace(/[.'’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return (words.replace(legalForm, '') || words).replaceAll(' ', '')
}

/** Letters that Unicode does not decompose. */
const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }

const legalForm = new RegExp(
  ` (?:${[
    'public limited company',
    'community interest company',
    'limited liability partnership',
    'cwmni cyfyngedig cyhoeddus',
    'partneriaeth atebolrwydd cyfyngedig',
    'cwmni buddiant cymunedol',
    'unlimited',
    'limited',
    'ltd',
    'plc',
    'llp',
    'cic',
    'cyfyngedig',
    'cyf',
    'ccc',
    'pac',
    'cbc',
  ].join('|')})$`,
)
