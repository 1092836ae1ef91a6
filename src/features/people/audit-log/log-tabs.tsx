import { deskPaths } from '../../../desk-paths.ts'
import { DeskTabs } from '../../../ui/admin-tabs.tsx'

/** The two logs: of changes, and of sign-ins. */
export function LogTabs({ current }: { current: 'changes' | 'sign-ins' }) {
  return (
    <DeskTabs
      label="Logs"
      tabs={[
        { label: 'Changes', href: deskPaths.auditLog(), isCurrent: current === 'changes' },
        { label: 'Sign-ins', href: deskPaths.signInLog(), isCurrent: current === 'sign-ins' },
      ]}
    />
  )
}
