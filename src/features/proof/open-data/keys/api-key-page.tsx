import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import { chartDays } from '../limits.ts'
import type { apiKey } from './server.ts'

type KeyData = PageData<typeof apiKey>
type FoundKey = Extract<KeyData, { kind: 'found' }>

export const page = definePage<KeyData>(
  ({ data }) => (data.kind === 'unknown' ? <Unknown /> : <Key {...data} />),
  'Your API key',
)

function Unknown() {
  return (
    <NarrowPage lead="This link is not for a key that we know. Part of the link may be missing.">
      <p className="mt-6">
        <a href={href('developers')}>Ask for a key</a>
      </p>
    </NarrowPage>
  )
}

function Key({ token, ending, name, createdAt, revokedAt, days }: FoundKey) {
  const used = days.filter(({ changes, checks }) => changes + checks > 0)
  return (
    <NarrowPage lead={`For ${name}. It ends in ${ending}, and was made on ${londonDateOf(createdAt)}.`}>
      {revokedAt && (
        <Notice tone="warning" live="status" className="mt-6" title="This key is revoked">
          <p>Since {londonDateOf(revokedAt)} no call is answered with it.</p>
        </Notice>
      )}
      <h2 className="mt-10">Its use in the last {chartDays} days</h2>
      <p className="mt-2">
        {used.length === 0 ? 'It has not been used.' : 'Calls by day. They are shown within a minute.'}
      </p>
      {used.length > 0 && (
        <>
          <UseChart days={days} />
          <div className="mt-4">
            <Table
              caption="Calls by day"
              columns={['Day', { label: '/api/changes', numeric: true }, { label: '/api/check', numeric: true }]}
              rows={used.map(({ day, changes, checks }) => ({
                key: day,
                cells: [londonDateOf(day), figure(changes), figure(checks)],
              }))}
            />
          </div>
        </>
      )}
      {!revokedAt && (
        <form method="post" action={href('apiKey', { token })} className="mt-10">
          <h2>Revoke the key</h2>
          <p className="mt-2 mb-4">It stops working at once. This cannot be undone, but you can ask for another key.</p>
          <Button>Revoke the key</Button>
        </form>
      )}
    </NarrowPage>
  )
}

function UseChart({ days }: Pick<FoundKey, 'days'>) {
  const highest = Math.max(...days.map(({ changes, checks }) => changes + checks))
  const width = 100 / days.length
  return (
    <svg width="100%" height="96" aria-hidden="true" focusable="false" className="block mt-4 text-link">
      {days.toReversed().map(({ day, changes, checks }, index) => {
        const height = ((changes + checks) / highest) * 96
        return (
          <rect
            key={day}
            x={`${index * width}%`}
            y={96 - height}
            width={`${width * 0.8}%`}
            height={height}
            fill="currentColor"
          />
        )
      })}
    </svg>
  )
}
