import type { ReactNode } from 'react'
import { AdminTime } from './admin-time.tsx'

export type PastEvent = { key: string | number; at: string; what: string; by?: string; why?: ReactNode }

export function AdminHistory({ events, children }: { events: readonly PastEvent[]; children?: ReactNode }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-xl">
        History
      </h2>
      <ol className="flex flex-col gap-4">
        {events.map(({ key, at, what, by, why }) => (
          <li key={key} className="pl-4 border-l-3 border-border">
            <p className="font-semibold break-words">{what}</p>
            <p className="text-sm text-muted break-words">
              <AdminTime at={at} />
              {by && `, ${by}`}
            </p>
            {why && <p className="mt-1 whitespace-pre-line break-words">{why}</p>}
          </li>
        ))}
      </ol>
      {children}
    </section>
  )
}
