import { afterEach, beforeEach, expect, test } from 'bun:test'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { act, fireEvent, render, withDocument } from '#ui/dom.test-setup.ts'
import { Suggestions } from '#ui/suggestions.tsx'
import { SuggestingSearch } from './suggesting-search.tsx'

withDocument()

const found = [
  { title: 'Leeds', detail: 'City, 3 entries', url: '/listings?city=Leeds' },
  { title: 'Leeds Winter Fair', detail: 'Accredited', url: '/events/leeds-winter-fair' },
]
const asked: string[] = []
let answer: () => Promise<Response>
const ownFetch = globalThis.fetch
beforeEach(() => {
  asked.length = 0
  answer = async () => Response.json(found)
  globalThis.fetch = (async (address: string) => {
    asked.push(String(address))
    return await answer()
  }) as unknown as typeof fetch
  history.replaceState(null, '', '/')
})
afterEach(() => {
  globalThis.fetch = ownFetch
})

function show() {
  const { getByRole, queryAllByRole } = render(
    <SuggestingSearch id="check" action="/listings" label="Search the register" button="Search" />,
  )
  const box = getByRole('searchbox') as HTMLInputElement
  const enter = (value: string) => fireEvent.input(box, { target: { value } })
  const look = async () => {
    fireEvent.focus(box)
    await act(async () => await Bun.sleep(50))
  }
  const type = async (value: string) => {
    enter(value)
    await act(async () => await Bun.sleep(200))
  }
  return { box, enter, look, type, options: () => queryAllByRole('option') }
}

test('one question after a pause; arrows and Enter lead to what was chosen', async () => {
  const { box, enter, look, type, options } = show()
  await look()
  enter('le')
  enter('lee')
  await type('leeds')
  expect(asked).toEqual(['/api/suggest?q=leeds'])
  expect(options().map(({ textContent }) => textContent)).toEqual([
    'LeedsCity, 3 entries',
    'Leeds Winter FairAccredited',
  ])
  expect(box.getAttribute('aria-expanded')).toBe('true')
  expect(document.querySelector('[role=status]')!.textContent).toContain('2 suggestions')
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(document.getElementById(box.getAttribute('aria-activedescendant')!)!.textContent).toContain('Winter Fair')
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(location.pathname).toBe('/events/leeds-winter-fair')
  expect(options()).toEqual([])
})

/** A box into which is typed between the list's first rendering and its effects. */
function TypedInTheMeantime() {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    box.current!.value = 'leeds'
    box.current!.dispatchEvent(new Event('input', { bubbles: true }))
  }, [])
  const nothing = () => {}
  const wasSearched = useCallback(() => false, [])
  return (
    <>
      <input ref={box} id="q" aria-label="Search" />
      <Suggestions
        {...{ box, id: 'q', label: 'Search', call: 'suggest', query: undefined, least: 2 }}
        onAttributes={nothing}
        onTake={nothing}
        wasSearched={wasSearched}
      />
    </>
  )
}

test('what is typed when the list is there and does not listen yet is asked for', async () => {
  render(<TypedInTheMeantime />)
  await act(async () => await Bun.sleep(200))
  expect(asked).toEqual(['/api/suggest?q=leeds'])
})

test('Escape closes the list and keeps what was typed; Enter then asks the page', async () => {
  const { box, look, type, options } = show()
  await look()
  await type('leeds')
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(options()).toEqual([])
  expect(box.value).toBe('leeds')
  fireEvent.submit(box.form!)
  expect(location.pathname + location.search).toBe('/listings?q=leeds')
})

test('without suggestions it is a search form like any other', async () => {
  answer = async () => new Response('busy', { status: 429 })
  const { box, look, type, options } = show()
  await look()
  await type('x')
  expect(asked).toEqual([])
  await type('leeds')
  expect(options()).toEqual([])
  expect(box.form!.getAttribute('action')).toBe('/listings')
})

test('what was typed before the suggestions had come is asked for too', async () => {
  const { enter, look, options } = show()
  enter('leeds')
  await look()
  await act(async () => await Bun.sleep(200))
  expect(asked).toEqual(['/api/suggest?q=leeds'])
  expect(options()).toHaveLength(2)
})
