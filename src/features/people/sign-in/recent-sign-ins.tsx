import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { signInEventWords } from './rules.ts'

/** `caption` says whose they are. */
export function RecentSignIns({
  caption,
  events,
}: {
  caption: string
  events: readonly { id: number; at: string; event: string; browser: string }[]
}) {
  return (
    <AdminTable
      caption={caption}
      columns={[
        { label: 'What', cell: ({ event }) => signInEventWords(event) },
        { label: 'Browser', grows: true, cell: ({ browser }) => browser },
        { label: 'When', numeric: true, cell: ({ at }) => <AdminTime at={at} /> },
      ]}
      rows={events}
    />
  )
}
