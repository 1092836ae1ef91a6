import { deskPaths } from '../../desk-paths.ts'
import { SiteLink } from '../../ui/site-link.tsx'

/** The two logs: of changes, and of sign-ins. */
export function LogTabs({ current }: { current: 'changes' | 'sign-ins' }) {
  const tabs = [
    { id: 'changes', label: 'Changes', href: deskPaths.auditLog() },
    { id: 'sign-ins', label: 'Sign-ins', href: deskPaths.signInLog() },
  ]
  return (
    <nav aria-label="Logs" className="mt-8">
      <ul className="flex flex-wrap gap-x-6 border-b border-border">
        {tabs.map(({ id, label, href }) => (
          <li key={id}>
            <SiteLink
              href={href}
              aria-current={id === current ? 'page' : undefined}
              className={`inline-flex items-center min-h-11 -mb-px border-b-3 no-underline font-semibold ${
                id === current ? 'border-action text-text' : 'border-transparent text-muted hover:text-text'
              }`}
            >
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
