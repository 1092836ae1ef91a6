import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Provider } from 'jotai'
import { Router } from 'wouter'
import { sentApplicationKey } from '#features/applications/state.ts'
import { demoCoupon } from '#features/assessments/packages/server.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { act, fireEvent, render, waitFor, withDocument } from '#ui/dom.test-setup.ts'
import { Toaster } from '#ui/toast.tsx'
import { page } from './checkout-page.tsx'
import { PackageChoice } from './package-choice.tsx'
import { keepSelectedPackage, readSelectedPackage, selectedPackageKey } from './rules.ts'

withDocument()

let site: TestSite
let calls: { path: string; body: unknown }[] = []
let moves: string[] = []
let broken = false
const ownFetch = globalThis.fetch

beforeAll(async () => {
  site = await openTestSite({ demoData: true })
  globalThis.fetch = ((path: string, init?: RequestInit) => {
    calls.push({ path, body: JSON.parse(String(init?.body ?? 'null')) })
    return broken ? Promise.reject(new TypeError('no network')) : ownFetch(site.origin + path, init)
  }) as typeof fetch
})
beforeEach(async () => {
  calls = []
  moves = []
  broken = false
  await site.sql`delete from rate_limits`
})
afterEach(() => keepSelectedPackage(null))
afterAll(async () => {
  globalThis.fetch = ownFetch
  await site.close()
})

const show = (what = <page.Component data={{ was: [{ value: '£299' }], demoCoupon: null }} />) =>
  render(
    <Provider>
      <Router hook={() => ['/checkout', (to: string) => moves.push(to)]}>
        {what}
        <Toaster />
      </Router>
    </Provider>,
  )
const text = () => document.body.textContent!
const input = (label: string) => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent!.startsWith(label))
  return document.getElementById(found!.htmlFor) as HTMLInputElement
}
const button = (name: RegExp) =>
  [...document.querySelectorAll('button')].find((one) => name.test(one.textContent!)) as HTMLButtonElement

function typeCode(code: string) {
  fireEvent.change(input('Discount code'), { target: { value: code } })
  fireEvent.submit(input('Discount code').form!)
}

describe('the selected package', () => {
  test('none: the way to the application', async () => {
    show()
    await waitFor(() => expect(moves).toEqual(['/apply-accreditation']))
    expect(document.querySelector('form')).toBeNull()
  })

  test.each(['{"type":"gratis"}', '{"type":"constructor"}', '"premium"', 'null', '{', '[]'])(
    'what is kept as %s is none',
    async (kept) => {
      localStorage.setItem(selectedPackageKey, kept)
      show()
      await waitFor(() => expect(moves).toEqual(['/apply-accreditation']))
    },
  )

  test('is chosen by its button, kept, and leads to the checkout', () => {
    show(<PackageChoice />)
    expect(text()).toContain('£149')
    expect(text()).toContain('£229')
    fireEvent.click(button(/Choose Premium/))
    expect(moves).toEqual(['/checkout'])
    expect(localStorage.getItem(selectedPackageKey)).toBe('{"type":"premium"}')
  })
})

describe('the order', () => {
  test('of the standard package', async () => {
    keepSelectedPackage('standard')
    show()
    await waitFor(() => expect(text()).toContain('Standard package'))
    expect(text()).toContain('Total£149.00')
    expect(text()).not.toContain('Upgrade discount')
    expect(document.querySelector('a[href="/application-approved"]')!.textContent).toContain('Back')
    expect(moves).toEqual([])
  })

  test('of the premium package shows the original price and the upgrade discount', async () => {
    keepSelectedPackage('premium')
    show()
    await waitFor(() => expect(text()).toContain('Premium package'))
    for (const words of ['Original price£299.00', 'Upgrade discount−£70.00', 'Total£229.00']) {
      expect(text()).toContain(words)
    }
  })
})

test('without a proven earlier price the premium package shows its own alone', async () => {
  keepSelectedPackage('premium')
  show(<page.Component data={{ was: [], demoCoupon: { code: 'TRY10', percentOff: 10 } }} />)
  await waitFor(() => expect(text()).toContain('Total£229.00'))
  for (const words of ['Original price', 'Upgrade discount']) expect(text()).not.toContain(words)
})

describe('the discount code', () => {
  beforeEach(() => keepSelectedPackage('premium'))

  test('is put into capitals, trimmed and applied', async () => {
    show()
    await waitFor(() => expect(button(/^Apply/).disabled).toBe(true))
    fireEvent.change(input('Discount code'), { target: { value: '   ' } })
    expect(button(/^Apply/).disabled).toBe(true)
    typeCode(` ${demoCoupon.code.toLowerCase()} `)
    expect(input('Discount code').value).toBe(` ${demoCoupon.code} `)
    await waitFor(() => expect(text()).toContain('Coupon Applied!'))
    expect(calls.map(({ body }) => body)).toEqual([{ couponCode: demoCoupon.code, package: 'premium' }])
    expect(text()).toContain('15% discount applied')
    expect(text()).toContain('Total£194.65')
    expect(button(/Simulate payment/).textContent).toContain('£194.65')
    fireEvent.click(button(/^Remove/))
    expect(text()).toContain('Total£229.00')
    expect(input('Discount code').value).toBe('')
  })

  test('that does not hold', async () => {
    show()
    await waitFor(() => button(/^Apply/))
    typeCode('LAUNCH100')
    await waitFor(() => expect(text()).toContain('Invalid Coupon'))
    expect(text()).toContain('This coupon code is not valid')
    expect(text()).toContain('Total£229.00')
  })

  test('that cannot be asked about', async () => {
    show()
    await waitFor(() => button(/^Apply/))
    broken = true
    typeCode('GUILD15')
    await waitFor(() => expect(text()).toContain('Failed to validate coupon'))
  })
})

describe('the simulated payment', () => {
  test('says what it is, and no field could be kept, filled in or sent by a browser', async () => {
    keepSelectedPackage('standard')
    show()
    await waitFor(() => expect(text()).toContain('Card details (simulated)'))
    expect(text()).toContain('This payment is a simulation. You are not charged and nothing is ordered')
    const fields = [...document.querySelectorAll('input')]
    expect(fields).toHaveLength(5)
    for (const field of fields) {
      expect([field.hasAttribute('name'), field.hasAttribute('autocomplete')]).toEqual([false, false])
    }
    for (const form of document.querySelectorAll('form')) expect(form.hasAttribute('action')).toBe(false)
  })

  test('after two seconds: success, nothing kept, home; and no call was made', async () => {
    keepSelectedPackage('standard')
    localStorage.setItem(sentApplicationKey, JSON.stringify({ id: crypto.randomUUID() }))
    show()
    await waitFor(() => expect(text()).toContain('Card details (simulated)'))
    for (const label of ['Name on the card', 'Card number', 'Expiry date', 'Security code']) {
      fireEvent.change(input(label), { target: { value: '4242' } })
    }
    const begun = Date.now()
    fireEvent.submit(input('Card number').form!)
    fireEvent.submit(input('Card number').form!)
    expect(button(/Processing/).getAttribute('aria-busy')).toBe('true')
    await act(() => Bun.sleep(1_500))
    expect([moves.length, readSelectedPackage()]).toEqual([0, 'standard'])
    await waitFor(() => expect(moves).toEqual(['/']))
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_990)
    expect(text()).toContain('Payment Successful (simulated)')
    expect(localStorage.getItem(selectedPackageKey)).toBeNull()
    expect(localStorage.getItem(sentApplicationKey)).toBeNull()
    expect(calls).toEqual([])
  })

  test('who leaves meanwhile keeps the package', async () => {
    keepSelectedPackage('standard')
    const { unmount } = show()
    await waitFor(() => expect(text()).toContain('Card details (simulated)'))
    fireEvent.submit(input('Card number').form!)
    unmount()
    await Bun.sleep(2_200)
    expect([moves, readSelectedPackage()]).toEqual([[], 'standard'])
  })
})
