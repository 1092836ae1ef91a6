import type { ReactNode } from 'react'
import { figure } from '#domain/figures.ts'
import { withQuery } from '#pages.ts'
import { ChipLinks } from '#ui/chip.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Table } from '#ui/table.tsx'
import { durationTop, durationWords, periods, roundTop } from './rules.ts'

/** @param usual the period of the page without a query. */
export function PeriodRow({
  label,
  href,
  period,
  usual,
}: {
  label: string
  href: string
  period: number
  usual: number
}) {
  return (
    <div className="mt-12">
      <ChipLinks
        label={label}
        chips={periods.map((days) => ({
          label: `${days} days`,
          href: withQuery(href, { days: days === usual ? null : days }),
          current: days === period,
        }))}
      />
    </div>
  )
}

export function Picture({
  id,
  title,
  lead,
  table,
  children,
}: {
  id: string
  title: string
  lead?: ReactNode
  table: { columns: readonly string[]; rows: readonly (readonly string[])[] }
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-2 text-xl">
        {title}
      </h2>
      {lead && <p className="mb-4 text-muted">{lead}</p>}
      {children}
      {table.rows.length > 0 && (
        <Disclosure summary="The figures" className="mt-4">
          <Table
            caption={`${title}: the figures`}
            columns={table.columns.map((label, index) => ({ label, numeric: index > 0 }))}
            rows={table.rows.map((cells) => ({ key: cells[0]!, cells }))}
          />
        </Disclosure>
      )}
    </section>
  )
}

/** The longest is as long as there is room. Label and value are text, so that no bar says anything alone. */
export function Bars({ bars }: { bars: readonly { label: string; value: number; text: string; note?: string }[] }) {
  const longest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul className="flex flex-col gap-3">
      {bars.map(({ label, value, text, note }) => (
        <li key={label}>
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>{label}</span>
            <span className="font-semibold figures">
              {text}
              {note && <span className="ml-2 font-normal text-sm text-muted">{note}</span>}
            </span>
          </p>
          <svg width="100%" height="12" aria-hidden="true" focusable="false" className="block mt-1 text-action">
            <rect width="100%" height="12" fill="currentColor" fillOpacity="0.12" />
            <rect width={`${(Math.max(0, value) / longest) * 100}%`} height="12" fill="currentColor" />
          </svg>
        </li>
      ))}
    </ul>
  )
}

const box = { width: 100, height: 40 }

/**
 * All lines share one scale from 0. The drawing stretches with the page; its words are outside it, so that their size stays.
 * @param summary says in a sentence what it shows, for people who do not see it. @param areHours the values are durations.
 */
export function Lines({
  lines,
  labels,
  summary,
  areHours,
}: {
  lines: readonly {
    label: string
    values: readonly (number | null)[]
    dash?: string
    ink: 'text-action' | 'text-gold-text' | 'text-danger'
  }[]
  labels: readonly string[]
  summary: string
  areHours?: boolean
}) {
  const highest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const top = areHours ? durationTop(highest) : roundTop(highest)
  const x = (index: number) => (labels.length < 2 ? box.width / 2 : (index / (labels.length - 1)) * box.width)
  const y = (value: number) => box.height - (value / top) * box.height
  return (
    <figure>
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div className="flex flex-col justify-between text-right text-sm text-muted figures" aria-hidden="true">
          <span>{areHours ? durationWords(top) : figure(top)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${box.width} ${box.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
          className="block w-full h-44 overflow-visible"
        >
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              x1="0"
              x2={box.width}
              y1={box.height * share}
              y2={box.height * share}
              stroke="currentColor"
              strokeOpacity="0.2"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {lines.map(({ label, values, dash, ink }) => (
            <g key={label} className={ink}>
              <path
                d={pathOf(values, x, y)}
                fill="none"
                stroke="currentColor"
                strokeWidth="2.5"
                strokeDasharray={dash}
                strokeLinejoin="round"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            </g>
          ))}
        </svg>
        <span />
        <p className="mt-1 flex justify-between text-sm text-muted" aria-hidden="true">
          <span>{labels[0]}</span>
          {labels.length > 2 && <span>{labels[Math.floor(labels.length / 2)]}</span>}
          {labels.length > 1 && <span>{labels.at(-1)}</span>}
        </p>
      </div>
      {lines.length > 1 && (
        <figcaption className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {lines.map(({ label, dash, ink }) => (
            <span key={label} className="inline-flex items-center gap-2">
              <svg width="32" height="8" aria-hidden="true" focusable="false" className={ink}>
                <line x1="0" x2="32" y1="4" y2="4" stroke="currentColor" strokeWidth="2.5" strokeDasharray={dash} />
              </svg>
              {label}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}

/** A lone point between gaps becomes a dot by its round ends. */
function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let isDrawing = false
  const steps = values.map((value, index) => {
    if (value === null) {
      isDrawing = false
      return ''
    }
    const point = `${x(index).toFixed(2)} ${y(value).toFixed(2)}`
    const step = isDrawing ? `L${point}` : `M${point}L${point}`
    isDrawing = true
    return step
  })
  return steps.join('')
}
