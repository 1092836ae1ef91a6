import type { Endpoint } from '../endpoint.ts'
import { applicationEndpoints } from '../features/application/api.ts'
import { auditEndpoints } from '../features/audit/api.ts'
import { bookingEndpoints } from '../features/booking/api.ts'
import { boxingEndpoints } from '../features/boxing/api.ts'
import { certificateEndpoints } from '../features/certificate/api.ts'
import { contactEndpoints } from '../features/contact/api.ts'
import { correspondenceEndpoints } from '../features/correspondence/api.ts'
import { couponEndpoints } from '../features/coupons/api.ts'
import { crmEndpoints } from '../features/crm/api.ts'
import { draftEndpoints } from '../features/draft/api.ts'
import { funnelEndpoints } from '../features/funnel/api.ts'
import { lookupEndpoints } from '../features/lookup/api.ts'
import { mailEndpoints } from '../features/mail/api.ts'
import { moneyDeskEndpoints } from '../features/money-desk/api.ts'
import { nationalEventsEndpoints } from '../features/national-events/api.ts'
import { nationalImportEndpoints } from '../features/national-import/api.ts'
import { partnerEndpoints } from '../features/partners/api.ts'
import { pressEndpoints } from '../features/press/api.ts'
import { privacyEndpoints } from '../features/privacy/api.ts'
import { quickApplyEndpoints } from '../features/quick-apply/api.ts'
import { registerEndpoints } from '../features/register/api.ts'
import { reviewEndpoints } from '../features/review/api.ts'
import { webinarEndpoints } from '../features/webinar/api.ts'

/** Every API call, with its permission, by the area that the document files it under. There is no other. */
export const areas: Record<string, Endpoint[]> = {
  Register: [...registerEndpoints, ...nationalEventsEndpoints, ...partnerEndpoints, ...certificateEndpoints],
  Applications: [...applicationEndpoints, ...draftEndpoints, ...bookingEndpoints, ...crmEndpoints],
  Payments: [...funnelEndpoints, ...couponEndpoints],
  'Look-ups': lookupEndpoints,
  'Enquiries and sign-ups': [
    ...contactEndpoints,
    ...pressEndpoints,
    ...quickApplyEndpoints,
    ...boxingEndpoints,
    ...webinarEndpoints,
  ],
  Administration: [
    ...reviewEndpoints,
    ...auditEndpoints,
    ...privacyEndpoints,
    ...correspondenceEndpoints,
    ...mailEndpoints,
    ...moneyDeskEndpoints,
    ...nationalImportEndpoints,
  ],
}

export const endpoints: Endpoint[] = Object.values(areas).flat()
