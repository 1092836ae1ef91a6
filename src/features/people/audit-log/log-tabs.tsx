import { adminPaths } from '../../../admin-paths.ts'
import { AdminTabs } from '../../../ui/admin-tabs.tsx'

/** The two logs: of changes, and of sign-ins. */
export function LogTabs({ current }: { current: 'changes' | 'sign-ins' }) {
  return (
    <AdminTabs
      label="Logs"
      tabs={[
        { label: 'Changes', href: adminPaths.auditLog(), isCurrent: current === 'changes' },
        { label: 'Sign-ins', href: adminPaths.signInLog(), isCurrent: current === 'sign-ins' },
      ]}
    />
  )
}
