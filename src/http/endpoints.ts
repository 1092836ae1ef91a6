import type { Endpoint } from '../endpoint.ts'
import { crmEndpoints } from '../features/applications/crm/server/api.ts'
import { draftEndpoints } from '../features/applications/draft/server/api.ts'
import { lookupEndpoints } from '../features/applications/lookup/server/api.ts'
import { applicationEndpoints } from '../features/applications/server/api.ts'
import { bookingEndpoints } from '../features/assessments/server/api.ts'
import { mailEndpoints } from '../features/mail/server/api.ts'
import { nationalImportEndpoints } from '../features/national-events/import/server/api.ts'
import { nationalEventsEndpoints } from '../features/national-events/server/api.ts'
import { reviewEndpoints } from '../features/operations/review/server/api.ts'
import { correspondenceEndpoints } from '../features/operations/submissions/server/api.ts'
import { moneyDeskEndpoints } from '../features/payments/admin/server/api.ts'
import { couponEndpoints } from '../features/payments/coupons/server/api.ts'
import { funnelEndpoints } from '../features/payments/server/api.ts'
import { auditEndpoints } from '../features/people/audit-log/server/api.ts'
import { privacyEndpoints } from '../features/people/privacy/server/api.ts'
import { certificateEndpoints } from '../features/register/certificate/server/api.ts'
import { registerEndpoints } from '../features/register/server/api.ts'
import { boxingEndpoints } from '../features/site/boxing/server/api.ts'
import { contactEndpoints } from '../features/site/contact/server/api.ts'
import { partnerEndpoints } from '../features/site/partners/server/api.ts'
import { pressEndpoints } from '../features/site/press/server/api.ts'
import { quickApplyEndpoints } from '../features/site/quick-apply/server/api.ts'
import { webinarEndpoints } from '../features/site/webinar/server/api.ts'

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
