import { AdminTime } from '../../../ui/admin-time.tsx'
import { Table } from '../../../ui/table.tsx'
import { signInEventWords } from './rules.ts'

/** Somebody's latest sign-ins, newest first. `caption` says whose. Times are ISO in UTC. */
export function RecentSignIns({
  caption,
  events,
}: {
  caption: string
  events: readonly { id: number; at: string; event: string; browser: string }[]
}) {
  return (
    <Table
      caption={caption}
      captionHidden
      columns={[{ label: 'What' }, { label: 'Browser' }, { label: 'When' }]}
      rows={events.map((event) => ({
        key: String(event.id),
        cells: [signInEventWords(event.event), event.browser, <AdminTime key="at" at={event.at} />],
      }))}
    />
  )
}
