import { expect, test } from 'bun:test'
import { SettingProblem } from '#env.ts'
import { databaseProblem, mayComeUp } from './database-problem.ts'

// What a real server answers is tried in src/main.test.ts; here is what a test cannot easily bring about.

const url = 'postgres://keeper:s3cret@db.internal:5433/register?sslmode=verify-full'
const failing = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate of the database server at db.internal:5433 is not trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)'],
  ['25006', 'only reads'],
  ['53300', 'takes no more connections'],
  ['57P03', 'is starting up'],
  ['57P01', 'ended the connection'],
  ['EAI_AGAIN', 'host of DATABASE_URL is not known: db.internal:5433'],
])('%s has a sentence without the password', (code, words) => {
  const sentence = databaseProblem(failing(code), url)
  expect(sentence).toContain(words)
  expect(sentence).not.toContain('s3cret')
})

test('what has nothing to do with reaching the database has none', () => {
  expect(databaseProblem(failing('23505', 'duplicate key'), url)).toBeNull()
  expect(databaseProblem(new TypeError('x is not a function'), url)).toBeNull()
  expect(databaseProblem(new SettingProblem('Said before.'), url)).toBe('Said before.')
})

test.each([
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['57P03', true],
  ['28P01', false],
  ['3D000', false],
  ['25006', false],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', false],
])('waiting may mend %s: %p', (code, mends) => {
  expect(mayComeUp(failing(code))).toBe(mends)
})
