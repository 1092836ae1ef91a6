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
      columns={[{ label: 'What' }, { label: 'Browser', grows: true }, { label: 'When', numeric: true }]}
      rows={events.map((event) => ({
        key: String(event.id),
        cells: [signInEventWords(event.event), event.browser, <AdminTime key="at" at={event.at} />],
      }))}
    />
  )
}
