import type { RegisterStatus } from '#domain/register-status.ts'

export const verdicts = {
  valid: [
    'It is genuine.',
    'We signed this credential, and it is valid today. Nothing else in the file was checked: compare what it shows with what the register says.',
  ],
  altered: ['It is not genuine.', 'This is not what we signed. It was altered, or someone else signed it.'],
  'other-issuer': ['It is not ours.', 'Another site issued this credential. This register says nothing about it.'],
  'leaked-key': ['It cannot be trusted.', 'It was signed with a key that we have withdrawn. Ask for the file again.'],
  'ended-key': ['It is not genuine.', 'It was signed with a key of ours after that key had ended. We did not sign it.'],
  revoked: [
    'It is not valid any more.',
    'We signed it and have withdrawn it: the accreditation was revoked, suspended or had lapsed. If the event is accredited again, it has a new credential.',
  ],
  suspended: ['It is not valid at present.', 'We signed it, and the event is not accredited at present.'],
  corrected: [
    'There is a newer one.',
    'We signed it, and it was not revoked. Since then the register has corrected or updated what it says: ask for the new credential or certificate.',
  ],
  over: ['It has ended.', 'We signed it, and its last day is over.'],
  'not-yet': ['It is not valid yet.', 'We signed it, and it begins later.'],
  'no-status': [
    'It could not be checked.',
    'The list that says whether it was revoked cannot be read at present. Please try again in a minute.',
  ],
  'no-credential': [
    'There is no credential in it.',
    'A printed or scanned certificate has none, and neither has one that was saved by another program. Type the number on it.',
  ],
} as const satisfies Record<string, [heading: string, meaning: string]>
export type VerdictName = keyof typeof verdicts

/** A file may hold more than a credential. */
export const fileVerdicts = {
  ...verdicts,
  'too-large': ['It is too large to be checked.', 'Our files are smaller than 20 MB. Check the number that it shows.'],
  several: [
    'It cannot be trusted.',
    'It holds several credentials, and they say different things. Our files hold one. Ask for the file again.',
  ],
  'proof-alone': [
    'There is no credential in it.',
    'It is the proof that the public log holds a credential. Choose the credential, such as its .jwt, together with it.',
  ],
  'several-files': [
    'Choose one at a time.',
    'Choose one certificate, badge or credential and, if you have it as a file of its own, the .tlog-proof of it.',
  ],
  program: [
    'It was altered.',
    'This picture holds something that can run as a program. Our pictures hold nothing like it. Do not open it.',
  ],
} as const
export type FileVerdictName = keyof typeof fileVerdicts

export type Verdict = {
  verdict: VerdictName
  number: string | null
  /** The issuer that it names, when that is another one. */
  issuer: string | null
}

/** A set bit says that a credential was withdrawn; the register says whether permanently. */
export function atPresent<Name extends string>(verdict: Name, status: RegisterStatus | undefined): Name | 'suspended' {
  return verdict === 'revoked' && (status === 'suspended' || status === 'lapsed' || status === 'listed')
    ? 'suspended'
    : verdict
}

export const refused = (verdict: VerdictName, issuer: string | null = null): Verdict => ({
  verdict,
  number: null,
  issuer,
})

/** In bytes; ours have about 3 KB. */
export const largestCredential = 16 * 1024

/** Three parts in base64url. */
export const jwsPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/
