import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { act, fireEvent, render, withDocument } from '#ui/dom.test-setup.ts'
import { Gallery } from './gallery.tsx'

withDocument()

const images = ['/covers/sports/a-1.svg', '/covers/sports/a-2.svg', '/covers/sports/a-3.svg']
const gallery = <Gallery title="Tarn Regatta" images={images} />
const dialog = () => document.querySelector('dialog')
const shown = () => dialog()?.querySelector('img')?.getAttribute('src')
const counter = () => dialog()?.querySelector('[role="status"]')?.textContent
const press = (label: string) => fireEvent.click(dialog()!.querySelector(`[aria-label="${label}"]`)!)
const openAt = (index: number) => fireEvent.click(document.querySelectorAll('section a')[index]!)

test('every picture is a link to itself and has a text', () => {
  const markup = renderToString(gallery)
  for (const [index, image] of images.entries()) {
    expect(markup).toContain(`<a href="${image}"`)
    expect(markup).toContain(`alt="Tarn Regatta, ${index + 1} of 3"`)
  }
  expect(markup).not.toContain('<dialog')
})

test('a press opens the lightbox at that picture, with its place among all', () => {
  render(gallery)
  openAt(1)
  expect(shown()).toBe(images[1])
  expect(counter()).toBe('2 of 3')
})

test('next and previous wrap around', () => {
  render(gallery)
  openAt(2)
  press('Next picture')
  expect([shown(), counter()]).toEqual([images[0], '1 of 3'])
  press('Previous picture')
  expect([shown(), counter()]).toEqual([images[2], '3 of 3'])
  press('Previous picture')
  expect(counter()).toBe('2 of 3')
})

test('the arrow keys do the same, wherever the focus is', () => {
  render(gallery)
  openAt(0)
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
  expect(counter()).toBe('3 of 3')
  fireEvent.keyDown(dialog()!, { key: 'ArrowRight' })
  fireEvent.keyDown(dialog()!, { key: 'ArrowRight' })
  expect(counter()).toBe('2 of 3')
  fireEvent.keyDown(dialog()!, { key: 'Enter' })
  expect(counter()).toBe('2 of 3')
})

test('Escape and the close button end it, and keys then do nothing', () => {
  render(gallery)
  openAt(0)
  act(() => void dialog()!.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(dialog()).toBeNull()
  openAt(1)
  press('Close')
  expect(dialog()).toBeNull()
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  expect(dialog()).toBeNull()
})

test('a press that asks for a new tab is left to the browser', () => {
  render(gallery)
  fireEvent.click(document.querySelector('section a')!, { ctrlKey: true })
  expect(dialog()).toBeNull()
})
