import { figure } from '../../domain/figures.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { type DeskPerson, definePage } from '../../wire/page.ts'
import { DeskFrame } from '../desk/desk-frame.tsx'
import type { OverviewData } from './state.ts'

export const page = definePage<OverviewData>({ Component: OverviewPage, meta: () => ({ title: 'Desk' }) })

function OverviewPage({ data, desk }: { data: OverviewData; desk?: DeskPerson | undefined }) {
  return (
    <DeskFrame desk={desk}>
      <PageHeading>Desk</PageHeading>
      <WhatWaits data={data} />
    </DeskFrame>
  )
}

function WhatWaits({ data: { waiting } }: { data: OverviewData }) {
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting" className="mt-8">
      <h2 id="waiting" className="mb-4 text-xl">
        What waits
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {waiting.map(({ label, count, href, note }) => (
          <li key={href} className="p-4 border border-border rounded bg-surface-raised">
            <SiteLink href={href} className="font-semibold">
              <span className="mr-2 font-serif text-2xl figures">{figure(count)}</span>
              {label}
            </SiteLink>
            {note && <p className="mt-1 text-sm text-muted">{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
