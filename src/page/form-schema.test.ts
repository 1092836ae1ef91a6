import { expect, test } from 'bun:test'
import { checkInput, inputOfForm } from '#wire/check-input.ts'
import {
  box,
  boxes,
  choice,
  day,
  email,
  form,
  paragraphs,
  password,
  problemsOf,
  text,
  website,
  wholeNumber,
} from '#wire/define-form.ts'
import { schemaOf, schemaOfParams } from './form-schema.ts'

const example = form(
  {
    code: text({
      label: 'Code',
      max: 10,
      required: 'Enter a code',
      change: (code) => code.toUpperCase(),
      check: (code) => !/^[A-Z-]+$/.test(code) && 'Use letters and hyphens',
    }),
    name: text({ label: 'Name', max: 20, optional: true, nullable: true }),
    email: email({ label: 'Email', required: 'Enter an email address' }),
    share: wholeNumber({ label: 'Share', max: 100, required: 'Enter a share' }),
    uses: wholeNumber({ label: 'Uses', max: 5 }),
    until: day({ label: 'Until' }),
    about: choice({
      label: 'About',
      choices: { safety: 'Safety', other: 'Other' },
      required: 'Choose what it is about',
    }),
    for: boxes({ label: 'For', choices: { one: 'One', two: 'Two' }, required: 'Choose at least one' }),
    once: box({ label: 'Once' }),
    words: paragraphs({ label: 'Words', max: 30, required: 'Write something' }),
  },
  { honeypot: true },
)
const schema = schemaOf(example)
const read = (typed: Record<string, string>) => checkInput(schema, inputOfForm(schema, typed))
const right = {
  code: ' ab-c ',
  email: 'ann@larkmoor.example',
  share: '25',
  about: 'safety',
  for: 'two,one',
  once: '1',
  words: ' one\r\ntwo ',
}

test('what was typed is read as its fields say, and what the form does not name is dropped', () => {
  expect(read({ ...right, more: 'x' })).toEqual({
    input: {
      code: 'AB-C',
      name: '',
      email: 'ann@larkmoor.example',
      share: 25,
      uses: null,
      until: '',
      about: 'safety',
      for: ['two', 'one'],
      once: true,
      words: 'one\ntwo',
      internal_note: '',
    },
  } as never)
})

const wrong = {
  code: 'a1',
  email: 'ann',
  share: '101',
  uses: '0',
  until: '2026-02-30',
  about: 'nothing',
  for: 'three',
  words: ' ',
}

test('everything that is wrong is said at once, in the browser as on the server', () => {
  const found = read(wrong)
  const said = [
    ['code', 'Use letters and hyphens'],
    ['email', 'Enter an email address, like name@example.com'],
    ['share', 'Use a whole number from 1 to 100'],
    ['uses', 'Use a whole number from 1 to 5'],
    ['until', 'Give the day as YYYY-MM-DD'],
    ['about', 'Choose what it is about'],
    ['for', 'Choose at least one'],
    ['words', 'Write something'],
  ]
  const sentences = (problems: { field: string; message: string }[] = []) =>
    problems.map(({ field, message }) => [field, message])
  expect(sentences('fields' in found ? found.fields : []).toSorted()).toEqual(said.toSorted())
  expect(sentences(problemsOf(example, wrong))).toEqual(said)
})

test('what is left out is asked for, and a call may send null for nothing', () => {
  const found = checkInput(schema, { once: false, name: null })
  expect('fields' in found && found.fields?.map(({ message }) => message).toSorted()).toEqual(
    [
      'Enter a code',
      'Enter an email address',
      'Enter a share',
      'Choose what it is about',
      'Choose at least one',
      'Write something',
    ].toSorted(),
  )
})

test('a text too long, and one with what a mail header or the database refuses', () => {
  const said = (code: string) => problemsOf(example, { ...right, code })[0]?.message
  expect(said('A'.repeat(11))).toBe('Use at most 10 characters')
  expect(said('A\nB')).toBe('Use letters, numbers and punctuation only')
  expect(said('A\ud800')).toBe('Use letters, numbers and punctuation only')
  expect(said('A\u202eB')).toBeUndefined()
})

test('one of several radio buttons is not two', () => {
  expect(problemsOf(example, { ...right, about: 'safety,other' })).toEqual([
    { field: 'about', message: 'Choose what it is about' },
  ])
})

test('a part of an address that cannot exist does not fit', () => {
  const params = schemaOfParams({ id: (id) => /^\d+$/.test(id) })
  expect(checkInput(params, { id: '12', more: 'x' })).toEqual({ input: { id: '12' } })
  expect('fields' in checkInput(params, { id: 'x' })).toBe(true)
})

const account = form(
  {
    password: password({ label: 'Password', max: 100, required: 'Enter a password' }),
    again: password({ label: 'Once more', max: 100, required: 'Enter it once more' }),
    site: website({ label: 'Website', max: 100, optional: true }),
    places: wholeNumber({ label: 'Places', min: 0, max: 9 }),
  },
  {
    check: ({ password, again }) => ({
      ...(password === 'password' && { password: 'Choose another' }),
      ...(password && password !== again && { again: 'The passwords differ' }),
    }),
  },
)

test('a password is read to the letter, an address as it is kept, and a number from the least on', () => {
  const typed = { password: ' a\u200b ', again: ' a\u200b ', site: 'fete.example.org', places: '0' }
  expect(checkInput(schemaOf(account), inputOfForm(schemaOf(account), typed))).toEqual({
    input: { password: ' a\u200b ', again: ' a\u200b ', site: 'https://fete.example.org', places: 0 },
  } as never)
  expect(problemsOf(account, { ...typed, site: 'a fete', places: '10' })).toEqual([
    { field: 'site', message: 'Enter a web address, like fete.org.uk' },
    { field: 'places', message: 'Use a whole number from 0 to 9' },
  ])
})

test('what is wrong with a form as a whole is said with what is wrong with its fields, in the browser as on the server', () => {
  const typed = { password: 'one', again: 'two', site: '', places: '' }
  const said = [{ field: 'again', message: 'The passwords differ' }]
  expect(problemsOf(account, typed)).toEqual(said)
  const found = checkInput(schemaOf(account), inputOfForm(schemaOf(account), typed))
  expect('fields' in found ? found.fields : []).toEqual(said)
  const twice = [{ field: 'password', message: 'Choose another' }, ...said]
  const worse = { ...typed, password: 'password' }
  expect(problemsOf(account, worse)).toEqual(twice)
  expect(checkInput(schemaOf(account), inputOfForm(schemaOf(account), worse))).toMatchObject({ fields: twice })
  expect(problemsOf(account, { ...typed, again: '' })).toEqual([{ field: 'again', message: 'Enter it once more' }])
  const all = [{ field: 'site', message: 'Enter a web address, like fete.org.uk' }, ...twice]
  const worst = { ...worse, site: 'a fete' }
  expect(problemsOf(account, worst)).toEqual(all)
  expect(checkInput(schemaOf(account), inputOfForm(schemaOf(account), worst))).toMatchObject({ fields: all })
  expect('fields' in checkInput(schemaOf(account), null)).toBe(true)
})

test('a box that has to be ticked says so', () => {
  const sure = form({ sure: box({ label: 'I am sure', required: 'Tick the box' }) })
  const check = (typed: Record<string, string>) => checkInput(schemaOf(sure), inputOfForm(schemaOf(sure), typed))
  expect(check({ sure: '1' })).toEqual({ input: { sure: true } })
  const said = [{ field: 'sure', message: 'Tick the box' }]
  for (const typed of [{}, { sure: '' }, { sure: '0' }] as Record<string, string>[]) {
    expect(problemsOf(sure, typed)).toEqual(said)
    expect(check(typed)).toMatchObject({ fields: said })
  }
})
