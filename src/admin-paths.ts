import { type Query, withQuery } from './paths.ts'

const segment = encodeURIComponent

/** Kinds of submissions that the admin area keeps, as its addresses name them. */
export type SubmissionKind = 'enquiries' | 'leads' | 'sign-ups' | 'reservations'

/** Builders of the admin area's page addresses. Apart from `paths`, so that visitors do not load them. */
export const adminPaths = {
  people: () => '/admin/people',
  person: (id: string, query: Query = {}) => withQuery(`/admin/people/${segment(id)}`, query),
  invitation: (token: string) => `/admin/invitation/${segment(token)}`,
  auditLog: (query: Query = {}) => withQuery('/admin/audit-log', query),
  signInLog: (query: Query = {}) => withQuery('/admin/audit-log/sign-ins', query),
  queue: (query: Query = {}) => withQuery('/admin/applications', query),
  register: (query: Query = {}) => withQuery('/admin/register', query),
  /** `new` for an entry that is not there yet. */
  entry: (id: string, query: Query = {}) => withQuery(`/admin/register/${segment(id)}`, query),
  nationalImport: (query: Query = {}) => withQuery('/admin/national-events', query),
  partners: (query: Query = {}) => withQuery('/admin/partners', query),
  content: (query: Query = {}) => withQuery('/admin/content', query),
  coupons: (query: Query = {}) => withQuery('/admin/coupons', query),
  assessmentTimes: (query: Query = {}) => withQuery('/admin/assessment-times', query),
  submissions: (kind: SubmissionKind, query: Query = {}) => withQuery(`/admin/correspondence/${kind}`, query),
  submission: (kind: SubmissionKind, id: string, query: Query = {}) =>
    withQuery(`/admin/correspondence/${kind}/${segment(id)}`, query),
  orders: (query: Query = {}) => withQuery('/admin/orders', query),
  order: (id: string, query: Query = {}) => withQuery(`/admin/orders/${segment(id)}`, query),
  payments: (query: Query = {}) => withQuery('/admin/payments', query),
  privacy: () => '/admin/privacy',
  complaints: (query: Query = {}) => withQuery('/admin/complaints', query),
  complaint: (id: string, query: Query = {}) => withQuery(`/admin/complaints/${segment(id)}`, query),
  crmUpdates: (query: Query = {}) => withQuery('/admin/crm-updates', query),
  jobs: (query: Query = {}) => withQuery('/admin/jobs', query),
} as const
