import { adminHref } from '#admin-pages.ts'
import { figure } from '#domain/figures.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { definePage } from '#wire/page.ts'
import { chartDays } from '../limits.ts'
import type { adminApiKeys } from './server.ts'

type KeysData = PageData<typeof adminApiKeys>

export const page = definePage<KeysData>({ Component: AdminKeysPage, meta: () => ({ title: 'API keys' }) })

function AdminKeysPage({ data: { keys, inUse, pages } }: { data: KeysData }) {
  return (
    <>
      <PageHeading lead="Who asked for higher limits of the open data, and how often they use them.">
        API keys
      </PageHeading>
      <Outcome />
      <div className="mt-3">
        <ChipRow label="Keys by state">
          <ChipLink href={adminHref('adminApiKeys')} current={inUse}>
            In use
          </ChipLink>
          <ChipLink href={adminHref('adminApiKeys', { all: true })} current={!inUse}>
            All
          </ChipLink>
        </ChipRow>
      </div>
      {keys.length === 0 ? (
        <EmptyState className="mt-8" icon="i-inbox" title="There is no key yet." />
      ) : (
        <Keys keys={keys} inUse={inUse} />
      )}
      <AdminPages pages={pages} />
    </>
  )
}

function Keys({ keys, inUse }: Pick<KeysData, 'keys' | 'inUse'>) {
  return (
    <AdminTable
      caption={`${inUse ? 'Keys in use' : 'All keys'}, newest first`}
      columns={[
        { label: 'Holder' },
        { label: 'Email', grows: true },
        { label: 'Ends in' },
        { label: `Changes, ${chartDays} days`, numeric: true },
        { label: `Checks, ${chartDays} days`, numeric: true },
        { label: 'Last used', numeric: true },
        { label: 'Made', numeric: true },
        { label: 'State', acts: true },
      ]}
      rows={keys.map((key) => ({
        key: key.id,
        cells: [
          <span key="name" className="block max-w-60 truncate">
            {key.name}
          </span>,
          key.email,
          <code key="ending">{key.ending}</code>,
          figure(key.changes),
          figure(key.checks),
          key.lastUsed ?? 'Never',
          <AdminTime key="made" at={key.createdAt} />,
          key.revokedAt ? (
            <Badge key="state" tone="neutral">
              {key.revokedBy === 'admin' ? 'Revoked by us' : 'Revoked by its holder'}
            </Badge>
          ) : (
            <form key="revoke" method="post" action={adminHref('adminApiKeys', { all: !inUse })}>
              <input type="hidden" name="key" value={key.id} />
              <Button type="submit" variant="quiet">
                Revoke
                <VisuallyHidden>
                  {' '}
                  the key of {key.name} that ends in {key.ending}
                </VisuallyHidden>
              </Button>
            </form>
          ),
        ],
      }))}
    />
  )
}
