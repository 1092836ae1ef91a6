import { expect, test } from 'bun:test'
import { createStore, Provider } from 'jotai'
import { renderToStaticMarkup } from 'react-dom/server'
import { act, fireEvent, render, withDocument } from '#ui/dom.test-setup.ts'
import { themeKey, themeScript } from './theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'

withDocument()

const html = () => document.documentElement
const chosen = () => document.querySelector<HTMLInputElement>('input:checked')?.value
const choose = (theme: string) => fireEvent.click(document.querySelector(`input[value=${theme}]`)!)

function show() {
  return render(
    <Provider store={createStore()}>
      <ThemeSwitch />
    </Provider>,
  )
}

/** Runs the inline script as the head does. */
function loadPage(): string | undefined {
  html().dataset.theme = 'light'
  new Function('document', 'localStorage', themeScript)(document, localStorage)
  return html().dataset.theme
}

test('light is the theme of a first visit', () => {
  expect(loadPage()).toBe('light')
  show()
  expect(chosen()).toBe('light')
})

test('a choice paints the page and is kept for the next visit', () => {
  show()
  choose('dark')
  expect(html().dataset.theme).toBe('dark')
  expect(localStorage.getItem(themeKey)).toBe('dark')
  expect(chosen()).toBe('dark')
  expect(loadPage()).toBe('dark')
  choose('system')
  expect(loadPage()).toBe('system')
  choose('light')
  expect(loadPage()).toBe('light')
})

test('the server always renders light, and the kept choice is taken up after that', () => {
  localStorage.setItem(themeKey, 'dark')
  expect(renderToStaticMarkup(<ThemeSwitch />)).toMatch(/value="light"[^>]*checked|checked=""[^>]*value="light"/)
  show()
  expect(chosen()).toBe('dark')
})

test('a kept value that is no theme is light', () => {
  localStorage.setItem(themeKey, '"><script>')
  expect(loadPage()).toBe('light')
  show()
  expect(chosen()).toBe('light')
})

test('a choice in another open page is followed', () => {
  show()
  localStorage.setItem(themeKey, 'dark')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: themeKey, newValue: 'dark' })))
  expect(chosen()).toBe('dark')
  expect(html().dataset.theme).toBe('dark')
})

test('without storage the choice still holds', () => {
  show()
  const storage = globalThis.localStorage
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    writable: true,
    value: {
      setItem() {
        throw new Error('quota')
      },
    },
  })
  choose('dark')
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, writable: true, value: storage })
  expect(html().dataset.theme).toBe('dark')
})
