import { expect, test } from 'bun:test'
import { townInSmallLetters } from './ideal-postcodes.ts'

test.each([
  ['LONDON', 'London'],
  ['STOKE-ON-TRENT', 'Stoke-on-Trent'],
  ['WESTON-SUPER-MARE', 'Weston-super-Mare'],
  ['NEWCASTLE UPON TYNE', 'Newcastle upon Tyne'],
  ['CHESTER LE STREET', 'Chester le Street'],
  ["BISHOP'S STORTFORD", "Bishop's Stortford"],
  ['Kingston upon Hull', 'Kingston upon Hull'],
  ['', ''],
])('%p reads %p', (town, read) => expect(townInSmallLetters(town)).toBe(read))
