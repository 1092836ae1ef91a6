import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { KeptPart, MarkupContext } from '#ui/card-list.tsx'
import { keptMarkup } from './render-page.tsx'

test('A kept part is sent as React hydrates it, and again for other data', () => {
  const part = (used: number) => (
    <KeptPart className="part" contents={Used} props={{ used, onChange: () => {}, missing: undefined }} />
  )
  for (const used of [1, 2, 1]) {
    const kept = renderToString(<MarkupContext value={keptMarkup}>{part(used)}</MarkupContext>)
    expect(kept).toBe(renderToString(part(used)))
    expect(kept).toContain(`${used}<!-- --> in use`)
  }
})

function Used({ used }: { used: number; onChange: () => void; missing: undefined }) {
  return <p>{used} in use</p>
}
