import { londonDay } from '#domain/london-time.ts'
import { type VatTreatment, vatTreatment } from '#domain/vat.ts'
import type { FunnelApplication } from '#features/payments/server/queries.ts'
import type { Services } from '#requests/services.ts'

/** Of what the applicant pays today. */
export function vatOf({ brand, now }: Services, { vatNumber }: FunnelApplication): VatTreatment {
  return vatTreatment(brand.vatRates, londonDay(now()), vatNumber)
}
