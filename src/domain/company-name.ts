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
