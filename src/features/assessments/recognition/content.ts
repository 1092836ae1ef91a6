import type { RecognitionLevelId } from '#domain/recognition-levels.ts'

/** What each recognition level brings, by its id. */
export const levelTexts: Record<RecognitionLevelId, string> = {
  listed: 'Your event in the public register, found by name, place and date.',
  verified: 'The listing, with the verification badge and a certificate.',
  gold: 'The highest level: an in-depth assessment, with the Gold award for your venue.',
  marketing: 'A landing page and a series of emails to help turn interest into bookings.',
  traffic: 'Managed advertising that brings visitors to your event’s page every month.',
}
