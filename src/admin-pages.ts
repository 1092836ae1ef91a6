import type { Permission } from './domain/permissions.ts'
import { hrefOf, type PageEntry, type pages } from './pages.ts'

/** Apart from visitors' pages, so that visitors do not load them. Navigation follows this order; `/admin/people/7` counts under `/admin/people`. */
export const adminPages = adminTable({
  signIn: { path: '/admin/sign-in', permission: 'anyone' },
  secondFactor: { path: '/admin/second-factor', permission: 'anyone' },
  invitation: { path: '/admin/invitation/:token', permission: 'anyone' },

  admin: { path: '/admin', permission: 'admin', nav: { group: 'Work', label: 'My work' } },
  queue: { path: '/admin/applications', permission: 'review', nav: { group: 'Work', label: 'Applications' } },
  assessments: { path: '/admin/assessments', permission: 'assess', nav: { group: 'Work', label: 'Assessments' } },
  assessment: { path: '/admin/assessments/:id', permission: 'assess' },
  panel: { path: '/admin/panel', permission: 'panel', nav: { group: 'Work', label: 'Panel' } },
  panelCase: { path: '/admin/panel/:id', permission: 'panel' },
  review: { path: '/review/:id', permission: 'review', nav: { under: 'queue' } },
  caseDocuments: { path: '/review/:id/documents', permission: 'assess' },
  caseDecision: { path: '/review/:id/decision', permission: 'review' },
  caseMails: { path: '/review/:id/mails', permission: 'case-mails' },
  caseOrders: { path: '/review/:id/orders', permission: 'money' },
  charts: { path: '/admin/charts', permission: 'review', nav: { group: 'Work', label: 'Charts' } },
  submissions: {
    path: '/admin/correspondence/:kind',
    permission: 'correspondence',
    nav: { group: 'Work', label: 'Correspondence', href: '/admin/correspondence/enquiries' },
  },
  submission: { path: '/admin/correspondence/:kind/:id', permission: 'correspondence' },

  adminConcerns: { path: '/admin/concerns', permission: 'concerns', nav: { group: 'Work', label: 'Concerns' } },
  adminConcern: { path: '/admin/concerns/:id', permission: 'concerns' },
  adminAppeals: { path: '/admin/appeals', permission: 'concerns', nav: { group: 'Work', label: 'Appeals' } },
  adminAppeal: { path: '/admin/appeals/:id', permission: 'concerns' },
  adminMisuse: { path: '/admin/misuse', permission: 'concerns', nav: { group: 'Work', label: 'Misuse' } },

  adminCalls: { path: '/admin/calls', permission: 'review', nav: { group: 'Work', label: 'Calls' } },
  adminSearch: { path: '/admin/search', permission: 'admin' },

  orders: { path: '/admin/orders', permission: 'money', nav: { group: 'Money', label: 'Orders' } },
  order: { path: '/admin/orders/:id', permission: 'money' },
  payments: { path: '/admin/payments', permission: 'money', nav: { group: 'Money', label: 'Payments' } },
  refunds: { path: '/admin/refunds', permission: 'money', nav: { group: 'Money', label: 'Refunds' } },
  customers: { path: '/admin/customers', permission: 'money', nav: { group: 'Money', label: 'Customers' } },
  months: { path: '/admin/months', permission: 'money', nav: { group: 'Money', label: 'Month’s end' } },
  adminCoupons: { path: '/admin/coupons', permission: 'money', nav: { group: 'Money', label: 'Discount codes' } },

  adminRegister: { path: '/admin/register', permission: 'register', nav: { group: 'Site', label: 'Register' } },
  adminEntry: { path: '/admin/register/:id', permission: 'register' },
  nationalImport: {
    path: '/admin/national-events',
    permission: 'register',
    nav: { group: 'Site', label: 'National events' },
  },
  adminPartners: { path: '/admin/partners', permission: 'register', nav: { group: 'Site', label: 'Partners' } },
  adminContent: { path: '/admin/content', permission: 'register', nav: { group: 'Site', label: 'Content' } },
  adminClaims: { path: '/admin/claims', permission: 'register', nav: { group: 'Site', label: 'Claims' } },
  adminCallTimes: {
    path: '/admin/assessment-times',
    permission: 'register',
    nav: { group: 'Site', label: 'Assessment times' },
  },
  adminCriteria: { path: '/admin/criteria', permission: 'criteria', nav: { group: 'Site', label: 'Criteria' } },
  adminCriterion: { path: '/admin/criteria/:id', permission: 'criteria' },
  adminReasons: {
    path: '/admin/reasons',
    permission: 'criteria',
    nav: { group: 'Site', label: 'Reasons and replies' },
  },
  adminComplaints: {
    path: '/admin/complaints',
    permission: 'correspondence',
    nav: { group: 'Site', label: 'Complaints' },
  },
  adminComplaint: { path: '/admin/complaints/:id', permission: 'correspondence' },
  mailbox: { path: '/admin/mailbox', permission: 'case-mails', nav: { group: 'Site', label: 'Mailbox' } },
  suppressed: { path: '/admin/mailbox/suppressed', permission: 'mail' },
  incomingMails: { path: '/admin/mailbox/incoming', permission: 'case-mails' },
  mail: { path: '/admin/mailbox/:id', permission: 'case-mails' },
  adminCrm: { path: '/admin/crm-updates', permission: 'mail', nav: { group: 'Site', label: 'CRM updates' } },
  adminApiKeys: { path: '/admin/api-keys', permission: 'register', nav: { group: 'Site', label: 'API keys' } },
  adminWebhooks: { path: '/admin/webhooks', permission: 'register', nav: { group: 'Site', label: 'Webhooks' } },
  jobs: { path: '/admin/jobs', permission: 'mail', nav: { group: 'Site', label: 'Jobs' } },

  people: { path: '/admin/people', permission: 'people', nav: { group: 'Admin area', label: 'People' } },
  person: { path: '/admin/people/:id', permission: 'people' },
  auditLog: { path: '/admin/audit-log', permission: 'audit', nav: { group: 'Admin area', label: 'Audit log' } },
  signInLog: { path: '/admin/audit-log/sign-ins', permission: 'audit' },
  adminPrivacy: { path: '/admin/privacy', permission: 'privacy', nav: { group: 'Admin area', label: 'Privacy' } },
  account: { path: '/admin/account', permission: 'admin', nav: { group: 'Account', label: 'My account' } },
})

type AdminPage<Under extends string> = PageEntry<Under> & { permission: Permission | 'anyone' }

function adminTable<const Table extends { [Id in keyof Table]: AdminPage<keyof Table & string> }>(table: Table): Table {
  return table
}

export const adminHref = hrefOf(adminPages)

export type PageId = keyof typeof pages | keyof typeof adminPages
