import { expect, test } from 'bun:test'
import { nameInSmallLetters } from './name-in-small-letters.ts'

test.each([
  ['HARBOUR LIGHTS FESTIVAL LIMITED', 'Harbour Lights Festival Limited'],
  ['THE FRIENDS OF THE OLD QUAY LTD', 'The Friends of the Old Quay Ltd'],
  ['BBQ & BREWS (UK) PLC', 'BBQ & Brews (UK) PLC'],
  ["CHILDREN'S STORY DAYS CIC", "Children's Story Days CIC"],
  ["O'NEILL & MCALLISTER EVENTS LLP", "O'Neill & McAllister Events LLP"],
  ['ST MARY-LE-BOW CONCERTS', 'St Mary-le-Bow Concerts'],
  ['4TH STREET MARKETS', '4th Street Markets'],
  ['ÉCLAIR FÊTES', 'Éclair Fêtes'],
  ['eventsRus Ltd', 'eventsRus Ltd'],
  ['LONDON', 'London'],
  ['STOKE-ON-TRENT', 'Stoke-on-Trent'],
  ['WESTON-SUPER-MARE', 'Weston-super-Mare'],
  ['NEWCASTLE UPON TYNE', 'Newcastle upon Tyne'],
  ['CHESTER LE STREET', 'Chester le Street'],
  ["BISHOP'S STORTFORD", "Bishop's Stortford"],
  ['Kingston upon Hull', 'Kingston upon Hull'],
  ['', ''],
])('%p is written %p', (registered, written) => {
  expect(nameInSmallLetters(registered)).toBe(written)
})
