/**
 * Whether two spellings name the same company: compared without case, accents, punctuation and blanks, with `&` and `+` read as
 * "and", and without the legal form at the end (Ltd, Limited, PLC, LLP, CIC and their Welsh forms).
 *
 * The registrar compares names in much the same way before it lets a new one in (Company, Limited Liability Partnership and
 * Business (Names and Trading Disclosures) Regulations 2015, regulation 7 and schedule 3).
 *
 * A name that holds no letter or digit is the same as no other.
 */
export function sameCompanyName(left: string, right: string): boolean {
  const core = companyNameKey(left)
  return core !== '' && core === companyNameKey(right)
}

/** What is compared of a company's name: letters and digits alone, without the legal form; empty where it holds none. */
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

/** Letters that Unicode does not take apart. */
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
