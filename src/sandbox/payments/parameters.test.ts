import { expect, test } from 'bun:test'
import { parseForm } from './parameters.ts'

const plain = (text: string) => JSON.parse(JSON.stringify(parseForm(text)))

test('bracketed names become branches and lists', () => {
  expect(plain('a[0][b][c]=x&a[1][b][c]=y+z&d=%C2%A3')).toEqual({
    a: { 0: { b: { c: 'x' } }, 1: { b: { c: 'y z' } } },
    d: '£',
  })
  expect(plain('e[]=one&e[]=two')).toEqual({ e: { 0: 'one', 1: 'two' } })
  expect(plain('m%5Bkey%5D=v&empty=')).toEqual({ m: { key: 'v' }, empty: '' })
})

test('names that reach for the prototype stay names', () => {
  const form = parseForm('__proto__[polluted]=1&constructor[prototype][x]=2')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor'])
})

test('what is no form of that kind is refused', () => {
  for (const bad of ['a[b=1', 'a]=1', '[a]=1', 'a=1&a[b]=2', 'a[b]=1&a=2', 'x=%00', 'a[b][c][d][e][f][g][h][i]=1']) {
    expect(() => parseForm(bad), bad).toThrow()
  }
})
