import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { Badge } from '#ui/badge.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { definePage } from '#wire/page.ts'
import { chartDays } from '../limits.ts'
import type { adminApiKeys } from './server.ts'

type KeysData = PageData<typeof adminApiKeys>

export const page = definePage<KeysData>(AdminKeysPage, 'API keys')

function AdminKeysPage({ data: { keys, inUse, pages } }: { data: KeysData }) {
  return (
    <>
      <PageHeading lead="Who asked for higher limits of the open data, and how often they use them." />
      <Outcome />
      <div className="mt-3">
        <ChipLinks
          label="Keys by state"
          chips={[
            { label: 'In use', href: adminHref('adminApiKeys'), current: inUse },
            { label: 'All', href: adminHref('adminApiKeys', { all: true }), current: !inUse },
          ]}
        />
      </div>
      <AdminList
        caption={`${inUse ? 'Keys in use' : 'All keys'}, newest first`}
        empty="There is no key yet."
        columns={[
          { label: 'Holder', cell: ({ name }) => <span className="block max-w-60 truncate">{name}</span> },
          { label: 'Email', grows: true, cell: 'email' },
          { label: 'Ends in', cell: ({ ending }) => <code>{ending}</code> },
          { label: `Changes, ${chartDays} days`, count: 'changes' },
          { label: `Checks, ${chartDays} days`, count: 'checks' },
          { label: 'Last used', numeric: true, cell: ({ lastUsed }) => lastUsed ?? 'Never' },
          { label: 'Made', time: 'createdAt' },
          { label: 'State', acts: true, cell: (key) => <State of={key} /> },
        ]}
        rows={keys}
        pages={pages}
      />
    </>
  )
}

function State({ of: key }: { of: KeysData['keys'][number] }) {
  if (key.revokedAt)
    return <Badge tone="neutral">{key.revokedBy === 'admin' ? 'Revoked by us' : 'Revoked by its holder'}</Badge>
  return (
    <PostButton fields={{ key: key.id }} label="Revoke" of={` the key of ${key.name} that ends in ${key.ending}`} />
  )
}
