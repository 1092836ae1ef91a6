import { figure } from '#domain/figures.ts'
import { ageBands, works } from './rules.ts'
import type { ChartsData } from './state.ts'

/** From the newest to the oldest. The table beside the bars has the numbers, so that nothing is said by shade alone. */
const shades = [0.2, 0.4, 0.6, 0.8, 1]

/** One bar for each kind of work, parted by how long it has waited: darker is longer. */
export function AgeBars({ waiting }: { waiting: ChartsData['waiting'] }) {
  return (
    <>
      <ul className="flex flex-col gap-3">
        {waiting.map(({ work, open, ages }) => (
          <li key={work}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>{works[work].label}</span>
              <span className="font-semibold figures">{figure(open)}</span>
            </p>
            <svg width="100%" height="12" aria-hidden="true" focusable="false" className="block mt-1 text-action">
              {ages.map((count, band) => (
                <rect
                  key={ageBands[band]}
                  x={`${(sum(ages.slice(0, band)) / open) * 100}%`}
                  width={`${(count / open) * 100}%`}
                  height="12"
                  fill="currentColor"
                  fillOpacity={shades[band]}
                />
              ))}
            </svg>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {ageBands.map((label, band) => (
          <span key={label} className="inline-flex items-center gap-2">
            <svg width="16" height="12" aria-hidden="true" focusable="false" className="text-action">
              <rect width="16" height="12" fill="currentColor" fillOpacity={shades[band]} />
            </svg>
            {label}
          </span>
        ))}
      </p>
    </>
  )
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
