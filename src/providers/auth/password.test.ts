import { expect, test } from 'bun:test'
import { passwordProblem } from './password.ts'

test.each([
  'password1234',
  'Password1234!',
  'PASSWORD1234',
  '1234password',
  'qwertyuiop12',
  'passwordpassword',
  '123456789012',
  'administrator',
  'Liverpool2026',
  'iloveyou!!!!',
  '1qaz2wsx3edc',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '12 dragon 34 !!',
  'ｐａｓｓｗｏｒｄ1234',
])('%s is refused as common', async (password) => {
  expect(await passwordProblem(password)).toContain('many people choose')
})

test.each([
  'a wardrobe full of herring',
  'correct horse battery staple',
  'demonstration-only',
  'Tk7#vQ2!mZp9xR',
  'café in the harbour',
  '845120379946',
  '日本語のパスワードは長いです',
])('%s is taken', async (password) => {
  expect(await passwordProblem(password)).toBeNull()
})

test('length is said first', async () => {
  expect(await passwordProblem('password')).toBe('The password is shorter than 12 characters.')
  expect(await passwordProblem('x'.repeat(201))).toBe('The password is longer than 200 characters.')
})
