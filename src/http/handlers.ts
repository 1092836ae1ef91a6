import type { PageId } from '#admin-pages.ts'
import { pageTags } from '#domain/page-tags.ts'
import { page } from '#page/page.ts'
import type { pages } from '#pages.ts'
import type { Handler } from '#requests/page-loader.ts'
import type { DataOf } from '#shell/page-modules.ts'
import { allPages } from './all-pages.ts'

const fixedPage = page('prices', { load: async () => null, tags: [pageTags.fixed] })

/** Only cached pages have tags. */
type HandlerOf<Id extends PageId> = Handler<DataOf<Id>, Id extends KeptId ? string[] : never>
type KeptId = {
  [Id in keyof typeof pages]: (typeof pages)[Id] extends { cache: true } ? Id : never
}[keyof typeof pages]

/** Loaded when first asked for, so that a new process shows one page before it has the others. `bun run fix` writes the lines. */
const handlers: { [Id in PageId]: HandlerOf<Id> | (() => Promise<Record<Id, HandlerOf<Id>>>) } = {
  home: () => import('#features/site/home/server.ts'),
  about: () => import('#features/site/authority/server.ts'),
  apply: () => import('#features/applications/server.ts'),
  applyAlias: () => import('#features/applications/server.ts'),
  quickApply: () => import('#features/site/quick-apply/server.ts'),
  listings: () => import('#features/register/server/load-listings.ts'),
  events: () => import('#features/register/server/load-events.ts'),
  event: () => import('#features/register/server/load-event.ts'),
  map: () => import('#features/register/map/server.ts'),
  city: () => import('#features/register/cities/server.ts'),
  organiser: () => import('#features/register/organisers/server.ts'),
  database: () => import('#features/national-events/server.ts'),
  verify: () => import('#features/proof/credential/server/verify-credential.ts'),
  verification: () => import('#features/register/certificate/server.ts'),
  log: () => import('#features/proof/server/log.ts'),
  logWatch: () => import('#features/proof/server/log.ts'),
  logEntry: () => import('#features/proof/server/log.ts'),
  badge: () => import('#features/proof/badge/server.ts'),
  follow: () => import('#features/watching/server.ts'),
  followConfirmation: () => import('#features/watching/server.ts'),
  following: () => import('#features/watching/server.ts'),
  followStop: () => import('#features/watching/server.ts'),
  awards: () => import('#features/site/authority/server.ts'),
  prices: fixedPage,
  howWeCount: () => import('#features/site/how-we-count/server.ts'),
  afterTheEvent: fixedPage,
  whoWeAre: () => import('#features/site/authority/server.ts'),
  myApplications: () => import('#features/applications/access/server.ts'),
  changeApplication: () => import('#features/applications/own-application/server.ts'),
  confirmFacts: () => import('#features/applications/own-application/confirm/server.ts'),
  myApplication: () => import('#features/applications/own-application/server.ts'),
  partners: () => import('#features/site/partners/server.ts'),
  press: () => import('#features/site/press/server.ts'),
  pressRelease: () => import('#features/site/press/server.ts'),
  pressConfirmation: () => import('#features/site/press/server.ts'),
  pressUnsubscribe: () => import('#features/site/press/server.ts'),
  contact: () => import('#features/site/contact/server.ts'),
  privacy: fixedPage,
  cookies: fixedPage,
  accessibility: fixedPage,
  complaints: () => import('#features/concerns/complaints/server.ts'),
  concerns: () => import('#features/concerns/line/server.ts'),
  concern: () => import('#features/concerns/line/server.ts'),
  concernReply: () => import('#features/concerns/line/server.ts'),
  appeal: () => import('#features/concerns/appeals/server.ts'),
  boxing: () => import('#features/site/boxing/server.ts'),
  webinar: () => import('#features/site/webinar/server.ts'),
  apiDocs: () => import('#features/site/api-docs/server.ts'),
  data: () => import('#features/proof/open-data/files/server/load-data-file.ts'),
  developers: () => import('#features/proof/open-data/keys/server.ts'),
  apiKey: () => import('#features/proof/open-data/keys/server.ts'),
  webhooks: () => import('#features/watching/webhooks/server.ts'),
  webhookEndpoints: () => import('#features/watching/webhooks/server.ts'),
  webhookEndpoint: () => import('#features/watching/webhooks/server.ts'),
  applicationApproved: () => import('#features/assessments/recognition/server.ts'),
  preApproved: () => import('#features/assessments/recognition/server.ts'),
  evidence: () => import('#features/assessments/evidence/server.ts'),
  booking: () => import('#features/assessments/server.ts'),
  answer: () => import('#features/applications/review/answer/server.ts'),
  refusalAnswer: () => import('#features/assessments/cases/server.ts'),
  access: () => import('#features/applications/access/server.ts'),
  accessLink: () => import('#features/applications/access/server.ts'),
  addressConfirmation: () => import('#features/mailbox/address-confirmation/server.ts'),
  checkout: () => import('#features/assessments/packages/server.ts'),
  listingCheckoutFallback: () => import('#features/payments/checkout/server/listing-checkout.ts'),
  listingCheckout: () => import('#features/payments/checkout/server/listing-checkout.ts'),
  accreditationSuccess: () => import('#features/payments/funnel/server/accreditation-success.ts'),
  upsell: () => import('#features/payments/funnel/server/upsell.ts'),
  funnelSuccess: () => import('#features/payments/funnel/server/funnel-success.ts'),
  signIn: () => import('#features/people/sign-in/server.ts'),
  secondFactor: () => import('#features/people/sign-in/server.ts'),
  invitation: () => import('#features/people/staff/server.ts'),
  admin: () => import('#features/operations/overview/server.ts'),
  queue: () => import('#features/applications/review/queue/server.ts'),
  assessments: () => import('#features/assessments/cases/server.ts'),
  assessment: () => import('#features/assessments/cases/server.ts'),
  panel: () => import('#features/assessments/cases/server.ts'),
  panelCase: () => import('#features/assessments/cases/server.ts'),
  review: () => import('#features/applications/review/server.ts'),
  caseDocuments: () => import('#features/applications/review/documents/server.ts'),
  caseDecision: () => import('#features/applications/review/decision/server.ts'),
  caseMails: () => import('#features/applications/review/emails/server.ts'),
  caseOrders: () => import('#features/applications/review/orders/server.ts'),
  charts: () => import('#features/operations/charts/server.ts'),
  submissions: () => import('#features/operations/submissions/server.ts'),
  submission: () => import('#features/operations/submissions/server.ts'),
  adminConcerns: () => import('#features/concerns/line/admin/server.ts'),
  adminConcern: () => import('#features/concerns/line/admin/server.ts'),
  adminAppeals: () => import('#features/concerns/appeals/admin/server.ts'),
  adminAppeal: () => import('#features/concerns/appeals/admin/server.ts'),
  adminMisuse: () => import('#features/concerns/misuse/server.ts'),
  adminCalls: () => import('#features/operations/calls/server.ts'),
  adminSearch: () => import('#features/operations/search/server.ts'),
  orders: () => import('#features/payments/admin/server/orders.ts'),
  order: () => import('#features/payments/admin/server/order.ts'),
  payments: () => import('#features/payments/admin/server/payments.ts'),
  refunds: () => import('#features/payments/admin/refunds/server.ts'),
  customers: () => import('#features/payments/admin/customers/server.ts'),
  months: () => import('#features/payments/months/server.ts'),
  adminCoupons: () => import('#features/payments/coupons/admin/server.ts'),
  adminRegister: () => import('#features/register/admin/server/register-list.ts'),
  adminEntry: () => import('#features/register/admin/server.ts'),
  nationalImport: () => import('#features/national-events/import/server.ts'),
  adminPartners: () => import('#features/site/partners/admin/server.ts'),
  adminContent: () => import('#features/operations/content/server.ts'),
  adminClaims: () => import('#features/operations/claims/server.ts'),
  adminCallTimes: () => import('#features/assessments/times/server.ts'),
  adminCriteria: () => import('#features/assessments/criteria/admin/server.ts'),
  adminCriterion: () => import('#features/assessments/criteria/admin/server.ts'),
  adminReasons: () => import('#features/assessments/criteria/reasons/server.ts'),
  adminComplaints: () => import('#features/concerns/complaints/admin/server.ts'),
  adminComplaint: () => import('#features/concerns/complaints/admin/server.ts'),
  mailbox: () => import('#features/mailbox/server.ts'),
  suppressed: () => import('#features/mailbox/bounces/server.ts'),
  incomingMails: () => import('#features/applications/review/emails/incoming/server.ts'),
  mail: () => import('#features/mailbox/server.ts'),
  adminCrm: () => import('#features/applications/crm/server.ts'),
  adminApiKeys: () => import('#features/proof/open-data/keys/server.ts'),
  adminWebhooks: () => import('#features/watching/webhooks/admin/server.ts'),
  jobs: () => import('#features/operations/jobs/server.ts'),
  people: () => import('#features/people/staff/server.ts'),
  person: () => import('#features/people/staff/server.ts'),
  auditLog: () => import('#features/people/audit-log/server.ts'),
  signInLog: () => import('#features/people/audit-log/server.ts'),
  adminPrivacy: () => import('#features/people/privacy/server.ts'),
  account: () => import('#features/people/sign-in/server.ts'),
}

export async function handlerOf<Id extends PageId>(page: Id): Promise<Handler<DataOf<Id>, string[]>> {
  const found = handlers[page]
  return typeof found === 'function' ? (await found())[page] : found
}

/** The public pages: those of the admin area would take 7 MB of memory. */
export async function loadHandlers(): Promise<void> {
  const open = (Object.keys(handlers) as PageId[]).filter(
    (page) => (allPages[page].permission ?? 'anyone') === 'anyone',
  )
  // One by one, so that requests are answered in between: all at once takes two seconds from the sources.
  for (const page of open) {
    await handlerOf(page)
    await Bun.sleep(1)
  }
}
