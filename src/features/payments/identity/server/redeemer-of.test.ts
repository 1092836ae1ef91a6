import { expect, test } from 'bun:test'
import { normaliseCompanyNumber } from '#domain/company.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { redeemerOf } from './redeemer-of.ts'

const database = await databaseOfFile()

test('the database writes a company number as everything else does, however it was typed', async () => {
  const typed = [
    '1234567',
    '01234567',
    ' 0123 4567 ',
    'sc 12345',
    'SC012345',
    'ni-000001',
    'OC301234',
    'R0000001',
    'IP12345R',
    'RC000123',
  ]
  for (const number of [
    ...typed,
    '',
    '0',
    '00000000',
    '123456789',
    'ABC12345',
    'x',
    '12 34a',
    'SL00123F',
    '12345678901234567890',
  ]) {
    const [row] = await database.sql`select company_key(${number}) as key`
    expect({ number, key: row!.key }).toEqual({ number, key: normaliseCompanyNumber(number) })
  }
})

test('a company is its number, and without one a mailbox and a name, in any spelling', () => {
  const fairs = { companyKey: null, email: 'Ann.Fair+2@gmail.com', name: 'Fairs & Co. Ltd' }
  expect(redeemerOf({ ...fairs, companyKey: '01234567' })).toBe('company 01234567')
  expect(redeemerOf(fairs)).toBe(
    redeemerOf({ companyKey: null, email: 'annfair@googlemail.com', name: 'FAIRS AND CO LIMITED' }),
  )
  expect(redeemerOf(fairs)).not.toContain('ann')
  expect(redeemerOf(fairs)).not.toBe(redeemerOf({ ...fairs, email: 'ann@fairs.example' }))
  expect(redeemerOf(fairs)).not.toBe(redeemerOf({ ...fairs, name: 'Another Fair' }))
})
