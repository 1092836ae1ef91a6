import type { Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { type VatTreatment, vatTreatment } from '#domain/vat.ts'
import type { FunnelApplication } from '#features/payments/server/queries.ts'
import type { Services } from '#requests/services.ts'

/** Of what the applicant pays today. */
export function vatOf({ brand, now }: Services, { vatNumber }: Pick<FunnelApplication, 'vatNumber'>): VatTreatment {
  return vatTreatment(brand.vatRates, londonDay(now()), vatNumber)
}

/** Of the charge at the end of a term: by the rate of that day. */
export function vatOfRenewal({ brand }: Pick<Services, 'brand'>, end: Instant, vatNumber: string | null): VatTreatment {
  return vatTreatment(brand.vatRates, londonDay(new Date(end)), vatNumber)
}
