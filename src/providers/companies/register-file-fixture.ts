/** The heading line of Companies House's free company data, with the blanks that the real one has. */
export const registerHeading = [
  'CompanyName, CompanyNumber,RegAddress.CareOf,RegAddress.POBox,RegAddress.AddressLine1, RegAddress.AddressLine2',
  'RegAddress.PostTown,RegAddress.County,RegAddress.Country,RegAddress.PostCode,CompanyCategory,CompanyStatus',
  'CountryOfOrigin,DissolutionDate,IncorporationDate,Accounts.AccountRefDay,Accounts.AccountRefMonth',
  'Accounts.NextDueDate,Accounts.LastMadeUpDate,Accounts.AccountCategory,Returns.NextDueDate,Returns.LastMadeUpDate',
  'Mortgages.NumMortCharges,Mortgages.NumMortOutstanding,Mortgages.NumMortPartSatisfied,Mortgages.NumMortSatisfied',
  'SICCode.SicText_1,SICCode.SicText_2,SICCode.SicText_3,SICCode.SicText_4',
  'LimitedPartnerships.NumGenPartners,LimitedPartnerships.NumLimPartners,URI',
  ...Array.from(
    { length: 10 },
    (_, index) => `PreviousName_${index + 1}.CONDATE, PreviousName_${index + 1}.CompanyName`,
  ),
  'ConfStmtNextDueDate, ConfStmtLastMadeUpDate',
].join(',')

const columns = registerHeading.split(',').map((name) => name.trim())

/** A line of such a file; what is not given is an empty cell. */
export function registerLine(given: Record<string, string>): string {
  return columns.map((column) => `"${(given[column] ?? '').replaceAll('"', '""')}"`).join(',')
}

/**
 * A whole file of invented companies in pieces, always the same for the same count. Names are made of some 40,000 words, few
 * of them common and most of them rare, as in the real register.
 */
export async function* registerFile(count: number): AsyncGenerator<Uint8Array> {
  const random = randomNumbers(7)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() ** 3 * list.length)]!
  const words = Array.from({ length: 40_000 }, () => inventWord(random))
  const encoder = new TextEncoder()
  let lines = [registerHeading]
  for (let index = 1; index <= count; index++) {
    const name = () =>
      [
        ...Array.from({ length: random() < 0.6 ? 1 : 2 }, () => pick(words)),
        random() < 0.7 ? pick(trades) : '',
        pick(forms),
      ]
        .filter(Boolean)
        .join(' ')
    // Six figures after the letters are enough for the first million.
    const prefix = random() < 0.9 || index >= 1e6 ? '' : pick(['SC', 'NI', 'OC'])
    lines.push(
      registerLine({
        CompanyName: name(),
        CompanyNumber: prefix + String(index).padStart(8 - prefix.length, '0'),
        'RegAddress.AddressLine1': `${1 + (index % 250)} ${pick(words)} ROAD`,
        'RegAddress.PostTown': pick(towns),
        'RegAddress.Country': 'ENGLAND',
        'RegAddress.PostCode': `${pick(['M', 'B', 'LS', 'E'])}${index % 20} ${index % 9}ZZ`,
        CompanyCategory: 'Private Limited Company',
        CompanyStatus: random() < 0.9 ? 'Active' : pick(['Active - Proposal to Strike off', 'Liquidation']),
        CountryOfOrigin: 'United Kingdom',
        IncorporationDate: '01/02/2003',
        'Accounts.AccountCategory': 'MICRO ENTITY',
        'SICCode.SicText_1': '82301 - Activities of exhibition and fair organisers',
        URI: `http://business.data.gov.uk/id/company/${index}`,
        ...(random() < 0.15 ? { 'PreviousName_1.CONDATE': '03/04/2010', 'PreviousName_1.CompanyName': name() } : {}),
      }),
    )
    if (lines.length === 500 || index === count) {
      yield encoder.encode(`${lines.join('\r\n')}\r\n`)
      lines = []
    }
  }
}

const trades = 'SERVICES CONSULTING PROPERTIES GROUP SOLUTIONS HOLDINGS UK EVENTS MANAGEMENT DESIGN TRADING'.split(' ')
const forms = ['LIMITED', 'LTD', 'LTD', 'LIMITED', 'LLP', 'C.I.C.', 'PLC']
const towns = ['LONDON', 'MANCHESTER', 'BIRMINGHAM', 'LEEDS', 'BRISTOL', 'CARDIFF', 'GLASGOW', 'BELFAST']

function inventWord(random: () => number): string {
  const letter = (letters: string) => letters[Math.floor(random() * letters.length)]!
  const syllables = 1 + Math.floor(random() * 3)
  return Array.from({ length: syllables }, () => letter('BCDFGHLMNPRSTVW') + letter('AEIOU') + letter('LNRSTMK '))
    .join('')
    .trim()
}

/** Mulberry32: small, and good enough for names. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
