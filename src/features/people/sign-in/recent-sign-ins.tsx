import { AdminTable } from '#ui/admin-table.tsx'
import { signInEventWords } from './rules.ts'

type RecentSignInsProps = {
  caption: string
  events: readonly { id: number; at: string; event: string; browser: string }[]
}

/** `caption` says whose they are. */
export function RecentSignIns({ caption, events }: RecentSignInsProps) {
  return (
    <AdminTable
      caption={caption}
      columns={[
        { label: 'What', cell: ({ event }) => signInEventWords(event) },
        { label: 'Browser', grows: true, cell: 'browser' },
        { label: 'When', time: 'at' },
      ]}
      rows={events}
    />
  )
}
