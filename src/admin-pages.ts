import type { Permission } from './domain/permissions.ts'
import { hrefOf, type PageEntry, type pages } from './pages.ts'

/** Apart from visitors' pages, so that visitors do not load them. Navigation follows this order; `/admin/people/7` counts under `/admin/people`. */
export const adminPages = adminTable({
  signIn: { path: '/admin/sign-in', permission: 'anyone' },
  secondFactor: { path: '/admin/second-factor', permission: 'anyone' },
  invitation: { path: '/admin/invitation/:token', permission: 'anyone' },

  admin: { path: '/admin', permission: 'admin', nav: { Work: 'My work' } },
  queue: { path: '/admin/applications', permission: 'review', nav: { Work: 'Applications' } },
  assessments: { path: '/admin/assessments', permission: 'assess', nav: { Work: 'Assessments' } },
  assessment: { path: '/admin/assessments/:id', permission: 'assess' },
  panel: { path: '/admin/panel', permission: 'panel', nav: { Work: 'Panel' } },
  panelCase: { path: '/admin/panel/:id', permission: 'panel' },
  review: { path: '/review/:id', permission: 'review', nav: { under: 'queue' } },
  caseDocuments: { path: '/review/:id/documents', permission: 'assess' },
  caseDecision: { path: '/review/:id/decision', permission: 'review' },
  caseMails: { path: '/review/:id/mails', permission: 'case-mails' },
  caseOrders: { path: '/review/:id/orders', permission: 'money' },
  charts: { path: '/admin/charts', permission: 'review', nav: { Work: 'Charts' } },
  submissions: {
    path: '/admin/correspondence/:kind',
    permission: 'correspondence',
    nav: { Work: 'Correspondence', href: '/admin/correspondence/enquiries' },
  },
  submission: { path: '/admin/correspondence/:kind/:id', permission: 'correspondence' },

  adminConcerns: { path: '/admin/concerns', permission: 'concerns', nav: { Work: 'Concerns' } },
  adminConcern: { path: '/admin/concerns/:id', permission: 'concerns' },
  adminAppeals: { path: '/admin/appeals', permission: 'concerns', nav: { Work: 'Appeals' } },
  adminAppeal: { path: '/admin/appeals/:id', permission: 'concerns' },
  adminMisuse: { path: '/admin/misuse', permission: 'concerns', nav: { Work: 'Misuse' } },

  adminCalls: { path: '/admin/calls', permission: 'review', nav: { Work: 'Calls' } },
  adminSearch: { path: '/admin/search', permission: 'admin' },

  orders: { path: '/admin/orders', permission: 'money', nav: { Money: 'Orders' } },
  order: { path: '/admin/orders/:id', permission: 'money' },
  payments: { path: '/admin/payments', permission: 'money', nav: { Money: 'Payments' } },
  refunds: { path: '/admin/refunds', permission: 'money', nav: { Money: 'Refunds' } },
  customers: { path: '/admin/customers', permission: 'money', nav: { Money: 'Customers' } },
  months: { path: '/admin/months', permission: 'money', nav: { Money: 'Month’s end' } },
  adminCoupons: { path: '/admin/coupons', permission: 'money', nav: { Money: 'Discount codes' } },

  adminRegister: { path: '/admin/register', permission: 'register', nav: { Site: 'Register' } },
  adminEntry: { path: '/admin/register/:id', permission: 'register' },
  nationalImport: { path: '/admin/national-events', permission: 'register', nav: { Site: 'National events' } },
  adminPartners: { path: '/admin/partners', permission: 'register', nav: { Site: 'Partners' } },
  adminContent: { path: '/admin/content', permission: 'register', nav: { Site: 'Content' } },
  adminClaims: { path: '/admin/claims', permission: 'register', nav: { Site: 'Claims' } },
  adminCallTimes: { path: '/admin/assessment-times', permission: 'register', nav: { Site: 'Assessment times' } },
  adminCriteria: { path: '/admin/criteria', permission: 'criteria', nav: { Site: 'Criteria' } },
  adminCriterion: { path: '/admin/criteria/:id', permission: 'criteria' },
  adminReasons: { path: '/admin/reasons', permission: 'criteria', nav: { Site: 'Reasons and replies' } },
  adminComplaints: { path: '/admin/complaints', permission: 'correspondence', nav: { Site: 'Complaints' } },
  adminComplaint: { path: '/admin/complaints/:id', permission: 'correspondence' },
  mailbox: { path: '/admin/mailbox', permission: 'case-mails', nav: { Site: 'Mailbox' } },
  suppressed: { path: '/admin/mailbox/suppressed', permission: 'mail' },
  incomingMails: { path: '/admin/mailbox/incoming', permission: 'case-mails' },
  mail: { path: '/admin/mailbox/:id', permission: 'case-mails' },
  adminCrm: { path: '/admin/crm-updates', permission: 'mail', nav: { Site: 'CRM updates' } },
  adminApiKeys: { path: '/admin/api-keys', permission: 'register', nav: { Site: 'API keys' } },
  adminWebhooks: { path: '/admin/webhooks', permission: 'register', nav: { Site: 'Webhooks' } },
  jobs: { path: '/admin/jobs', permission: 'mail', nav: { Site: 'Jobs' } },

  people: { path: '/admin/people', permission: 'people', nav: { 'Admin area': 'People' } },
  person: { path: '/admin/people/:id', permission: 'people' },
  auditLog: { path: '/admin/audit-log', permission: 'audit', nav: { 'Admin area': 'Audit log' } },
  signInLog: { path: '/admin/audit-log/sign-ins', permission: 'audit' },
  adminPrivacy: { path: '/admin/privacy', permission: 'privacy', nav: { 'Admin area': 'Privacy' } },
  account: { path: '/admin/account', permission: 'admin', nav: { Account: 'My account' } },
})

function adminTable<
  const Table extends { [Id in keyof Table]: PageEntry<keyof Table & string> & { permission: Permission | 'anyone' } },
>(table: Table): Table {
  return table
}

export const adminHref = hrefOf(adminPages)

export type PageId = keyof typeof pages | keyof typeof adminPages
