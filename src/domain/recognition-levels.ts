/** Applicants show interest in them when booking the assessment call. Prices are those that the scheme has published, not those of domain/catalogue.ts. */
export const recognitionLevels = [
  { id: 'listed', name: 'Listed', pence: 0, term: null },
  { id: 'verified', name: 'Verified', pence: 4_900, term: 'per year' },
  { id: 'gold', name: 'Gold Standard Accreditation', pence: 19_900, term: 'one-time' },
  { id: 'marketing', name: 'Marketing AI Funnel', pence: 98_700, term: 'one-time' },
  { id: 'traffic', name: 'Traffic & Lead Generation', pence: 25_700, term: 'per month' },
] as const

export type RecognitionLevelId = (typeof recognitionLevels)[number]['id']

export const assessmentCallMinutes = 15
