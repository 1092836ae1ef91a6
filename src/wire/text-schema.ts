import { type } from 'arktype'
import { isMailAddress } from '#domain/mail-address.ts'
import { isPhoneNumber, phoneSentence } from '#domain/phone-number.ts'
import { webAddress } from '#domain/web-address.ts'
import { readableText } from './clean-text.ts'
import { refuse } from './field-failures.ts'

/** Trimmed after `max` is counted. A tab from a table's cell is a blank; other control characters (mail headers) and half surrogate pairs are refused. */
export function line(max: number) {
  return type('string')
    .atMostLength(max)
    .narrow(
      (text, ctx) =>
        (!/[^\P{Cc}\t]/u.test(text) && text.isWellFormed()) || refuse(ctx, 'Use letters, numbers and punctuation only'),
    )
    .pipe((text) =>
      readableText(text)
        .replace(/[\t\u2028\u2029]/g, ' ')
        .trim(),
    )
}

export function requiredLine(max: number, missing: string) {
  return line(max).to(type('string > 0').configure({ missing })).configure({ missing })
}

/** Trimmed after `max` is counted. */
export function optionalParagraphs(max: number) {
  return type('string')
    .atMostLength(max)
    .narrow(
      (text, ctx) =>
        (!/[^\P{Cc}\t\r\n]/u.test(text) && text.isWellFormed()) ||
        refuse(ctx, 'Use letters, numbers and punctuation only'),
    )
    .pipe((text) => readableText(text).replaceAll('\r\n', '\n').trim())
}

export function paragraphs(max: number, missing: string) {
  return optionalParagraphs(max).to(type('string > 0').configure({ missing })).configure({ missing })
}

export const emailLine = requiredLine(254, 'Email is required')
  .narrow((address, ctx) => isMailAddress(address) || refuse(ctx, 'Please enter a valid email address'))
  .configure({ format: 'email' })

export function phoneLine(missing: string) {
  return requiredLine(40, missing).narrow((text, ctx) => isPhoneNumber(text) || refuse(ctx, phoneSentence))
}

export const optionalPhoneLine = line(40).narrow(
  (text, ctx) => text === '' || isPhoneNumber(text) || refuse(ctx, phoneSentence),
)

/** @param missing the value of an empty one. */
export function webAddressLine<Empty extends '' | null>(max: number, missing: Empty) {
  return line(max)
    .narrow(
      (text, ctx) =>
        text === '' || webAddress(text) !== null || refuse(ctx, 'Enter a web address, like www.example.org'),
    )
    .pipe((text) => (text === '' ? missing : webAddress(text)!))
}
