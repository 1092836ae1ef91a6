import { adminHref } from '#admin-pages.ts'
import { AdminTabs } from '#ui/admin-tabs.tsx'

export function LogTabs({ current }: { current: 'changes' | 'sign-ins' }) {
  return (
    <AdminTabs
      label="Logs"
      tabs={[
        { label: 'Changes', href: adminHref('auditLog'), isCurrent: current === 'changes' },
        { label: 'Sign-ins', href: adminHref('signInLog'), isCurrent: current === 'sign-ins' },
      ]}
    />
  )
}
