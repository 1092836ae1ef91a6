import { type } from 'arktype'
import { isMailAddress } from '#domain/mail-address.ts'
import { isPhoneNumber, phoneSentence } from '#domain/phone-number.ts'
import { webAddress } from '#domain/web-address.ts'
import { emailSentence, isPlain, oneLine, plainSentence, severalLines, websiteSentence } from './define-form.ts'
import { refuse } from './field-failures.ts'

/** Trimmed after `max` is counted. A tab from a table's cell is a blank; other control characters (mail headers) and half surrogate pairs are refused. */
export function line(max: number) {
  return plainText(max, 'text').pipe(oneLine)
}

export function requiredLine(max: number, missing: string) {
  return line(max).to(type('string > 0').configure({ missing })).configure({ missing })
}

export function optionalParagraphs(max: number) {
  return plainText(max, 'paragraphs').pipe(severalLines)
}

function plainText(max: number, control: 'text' | 'paragraphs') {
  return type('string')
    .atMostLength(max)
    .narrow((text, ctx) => isPlain(control, text) || refuse(ctx, plainSentence))
}

export function paragraphs(max: number, missing: string) {
  return optionalParagraphs(max).to(type('string > 0').configure({ missing })).configure({ missing })
}

export function emailLine(missing: string, malformed: string = emailSentence) {
  return requiredLine(254, missing)
    .narrow((address, ctx) => isMailAddress(address) || refuse(ctx, malformed))
    .configure({ format: 'email' })
}

export function phoneLine(missing: string) {
  return requiredLine(40, missing).narrow((text, ctx) => isPhoneNumber(text) || refuse(ctx, phoneSentence))
}

/** @param missing the value of an empty one. */
export function webAddressLine<Empty extends '' | null>(max: number, missing: Empty) {
  return line(max)
    .narrow((text, ctx) => text === '' || webAddress(text) !== null || refuse(ctx, websiteSentence))
    .pipe((text) => (text === '' ? missing : webAddress(text)!))
}
