import { type } from 'arktype'
import { isMailAddress } from '#domain/mail-address.ts'
import { isPhoneNumber, phoneSentence } from '#domain/phone-number.ts'
import { webAddress } from '#domain/web-address.ts'
import { readableText } from './clean-text.ts'
import { refuse } from './field-failures.ts'

/**
 * A readable text on one line, trimmed; at most `max` characters, counted before trimming. A tab, which comes along from the cell of a
 * table unseen, is a blank. Other control characters are refused (a line break in an address would write mail headers), and half
 * of a surrogate pair, which PostgreSQL cannot store.
 */
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

/** A `line` that says `missing` when it is left out or blank. */
export function requiredLine(max: number, missing: string) {
  return line(max).to(type('string > 0').configure({ missing })).configure({ missing })
}

/** Readable paragraphs, trimmed, or nothing; at most `max` characters, counted before that. */
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

/** The same, and it says `missing` when they are left out or blank. */
export function paragraphs(max: number, missing: string) {
  return optionalParagraphs(max).to(type('string > 0').configure({ missing })).configure({ missing })
}

/** An address that mail can be sent to. Whether it exists, only a mail can tell. */
export const emailLine = requiredLine(254, 'Email is required')
  .narrow((address, ctx) => isMailAddress(address) || refuse(ctx, 'Please enter a valid email address'))
  .configure({ format: 'email' })

/** A telephone number of any country; says `missing` when it is left out or blank. */
export function phoneLine(missing: string) {
  return requiredLine(40, missing).narrow((text, ctx) => isPhoneNumber(text) || refuse(ctx, phoneSentence))
}

/** A telephone number, or nothing. */
export const optionalPhoneLine = line(40).narrow(
  (text, ctx) => text === '' || isPhoneNumber(text) || refuse(ctx, phoneSentence),
)

/** The address of a website as it is kept; `missing` is what an empty one comes to. */
export function webAddressLine<Empty extends '' | null>(max: number, missing: Empty) {
  return line(max)
    .narrow(
      (text, ctx) =>
        text === '' || webAddress(text) !== null || refuse(ctx, 'Enter a web address, like www.example.org'),
    )
    .pipe((text) => (text === '' ? missing : webAddress(text)!))
}
