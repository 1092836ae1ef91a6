import { deskPaths } from '../desk-paths.ts'
import { carries, type Duty, type Role } from '../domain/duties.ts'
import { paths } from '../paths.ts'

/** A page that the desk's navigation leads to. */
export type DeskPage = {
  label: string
  href: string
  /** Who sees it: the duty that its page takes (http/page-handlers.ts). */
  duty: Duty
  /** Addresses elsewhere that belong to it too: it is the current page there and below. */
  covers?: readonly string[]
}

/**
 * Every page of the desk that stands in its navigation, in order. A new page of the desk is added here; pages below it
 * (`/admin/people/7` below `/admin/people`) need no line of their own.
 */
export const deskGroups: readonly { label: string; pages: readonly DeskPage[] }[] = [
  {
    label: 'Work',
    pages: [
      { label: 'Overview', href: paths.admin(), duty: 'desk' },
      { label: 'Applications', href: deskPaths.queue(), duty: 'review', covers: ['/review'] },
      {
        label: 'Correspondence',
        href: deskPaths.letters('enquiries'),
        duty: 'correspondence',
        covers: ['/admin/correspondence'],
      },
    ],
  },
  {
    label: 'Money',
    pages: [
      { label: 'Orders', href: deskPaths.orders(), duty: 'money' },
      { label: 'Payments', href: deskPaths.payments(), duty: 'money' },
      { label: 'Discount codes', href: deskPaths.coupons(), duty: 'money' },
    ],
  },
  {
    label: 'Site',
    pages: [
      { label: 'Register', href: deskPaths.register(), duty: 'register' },
      { label: 'National events', href: deskPaths.nationalImport(), duty: 'register' },
      { label: 'Partners', href: deskPaths.partners(), duty: 'register' },
      { label: 'Content', href: deskPaths.content(), duty: 'register' },
      { label: 'Assessment times', href: deskPaths.assessmentTimes(), duty: 'register' },
      { label: 'Complaints', href: deskPaths.complaints(), duty: 'correspondence' },
      { label: 'Mailbox', href: paths.mailbox(), duty: 'mail' },
      { label: 'CRM updates', href: deskPaths.crmUpdates(), duty: 'mail' },
      { label: 'Jobs', href: deskPaths.jobs(), duty: 'mail' },
    ],
  },
  {
    label: 'Desk',
    pages: [
      { label: 'People', href: deskPaths.people(), duty: 'people' },
      { label: 'Audit log', href: deskPaths.auditLog(), duty: 'audit' },
      { label: 'Privacy', href: deskPaths.privacy(), duty: 'privacy' },
      { label: 'My account', href: paths.account(), duty: 'desk' },
    ],
  },
]

/** The navigation of one role: what its duties open, without empty groups. */
export function deskGroupsFor(role: Role): { label: string; pages: DeskPage[] }[] {
  return deskGroups
    .map(({ label, pages }) => ({ label, pages: pages.filter(({ duty }) => carries(role, duty)) }))
    .filter(({ pages }) => pages.length > 0)
}

/** The page of the navigation that a path belongs to: the one with the longest address at or above it. */
export function currentDeskPage(path: string): DeskPage | null {
  let best: { page: DeskPage; length: number } | null = null
  for (const page of deskGroups.flatMap((group) => group.pages)) {
    for (const address of [page.href, ...(page.covers ?? [])]) {
      // The front page of the desk stands above everything and covers nothing.
      const isAt = path === address || (address !== paths.admin() && path.startsWith(`${address}/`))
      if (isAt && address.length > (best?.length ?? -1)) best = { page, length: address.length }
    }
  }
  return best?.page ?? null
}
