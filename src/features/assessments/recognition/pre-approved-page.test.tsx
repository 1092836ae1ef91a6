import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Router } from 'wouter'
import { defaultBrand } from '#brand.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import { applicationState } from '#domain/application-state.ts'
import { keepSentApplication, readSentApplication } from '#features/applications/state.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import type { PageData } from '#page/page.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import { addApplication } from '#test/add-application.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { fireEvent, render, waitFor, withDocument } from '#ui/dom.test-setup.ts'
import { page } from './pre-approved-page.tsx'
import { preApproved } from './server.ts'

withDocument()

let site: TestSite
const ownFetch = globalThis.fetch

beforeAll(async () => {
  site = await openTestSite({ demoData: false })
  globalThis.fetch = ((path: string, init?: RequestInit) => ownFetch(site.origin + path, init)) as typeof fetch
})
afterAll(async () => {
  globalThis.fetch = ownFetch
  await site.close()
})

const text = () => document.body.textContent
const show = (application: PageData<typeof preApproved>['application'] = null) =>
  render(<page.Component data={{ application, call: null, badges: [{ value: 'Most Popular' }], hasPackages: true }} />)

async function sendOne(status: 'submitted' | 'approved' | 'rejected') {
  const { id, organisationId, reference } = await addApplication(site.sql, { status })
  keepSentApplication({
    id,
    organisationId,
    reference,
    title: 'Harbour Lights Festival',
    status: 'pre_approved',
    nextStep: 'pre_approval',
  })
  return { id, reference }
}

describe('the application that this browser has sent', () => {
  test('none: the way to the wizard', async () => {
    show()
    await waitFor(() => expect(text()).toContain('No application data found. Please complete your application first.'))
    expect(document.querySelector('a')!.textContent).toBe('Start Application')
    expect(document.querySelector('a')!.getAttribute('href')).toBe('/apply-accreditation')
  })

  test('is shown as the server knows it, not as it was kept', async () => {
    const { reference } = await sendOne('submitted')
    show()
    await waitFor(() => expect(text()).toContain(reference))
    expect(text()).toContain('Pending Review')
    expect(text()).not.toContain('Continue to your listing')
    expect(text()).not.toContain('Pre-Approval (done)')
  })

  test('approved: the way on to the listing', async () => {
    const { id } = await sendOne('approved')
    show()
    await waitFor(() => expect(text()).toContain('Continue to your listing'))
    expect(document.querySelector(`a[href="/checkout/listing/${id}"]`)).not.toBeNull()
    expect(text()).toContain('The annual listing costs £49 a year, and nothing else has to be paid.')
    expect(text()).toContain('Pre-Approval (done)')
    const parts = [...document.querySelectorAll('h2')].map((heading) => heading.textContent)
    expect(parts.slice(0, 3)).toEqual([
      'What is recognised',
      'What is sold now',
      'Levels, for your assessment call: choosing one is not an order',
    ])
  })

  test('rejected: says so, and calls the pre-approval not done', async () => {
    await sendOne('rejected')
    show()
    await waitFor(() => expect(text()).toContain('Your application was not approved'))
    expect(document.querySelector('[aria-current="step"]')!.textContent).toContain('Pre-Approval')
    expect(text()).not.toContain('Pre-Approval (done)')
  })

  test('rejected: offers neither levels nor a call, but whom to ask and the way to apply again', async () => {
    const { id, reference } = await sendOne('rejected')
    show()
    await waitFor(() => expect(document.querySelector('h1')!.textContent).toBe('Application Not Approved'))
    expect(document.querySelector('fieldset')).toBeNull()
    expect(document.getElementById('open-booking')).toBeNull()
    expect(document.querySelector('a[href="/contact"]')).not.toBeNull()
    expect(document.querySelector('a[href="/apply-accreditation"]')!.textContent).toBe('Apply again')
    expect(document.querySelector(`a[href="mailto:compliance@beaa.example?subject=${reference}"]`)).not.toBeNull()
    const html = await (await fetch(`/pre-approved?application_id=${id}&book=1`)).text()
    expect(html).toContain('<title>Application Not Approved – ')
    expect(html).toContain('Your application was not approved')
    expect(html).not.toContain('Recognition levels')
    expect(html).not.toContain('assessment call</h2>')
  })

  test('rejected with a call that stands: the call is told all the same', async () => {
    const booked = { day: '2026-11-24', time: '10:00' as const, manage: '/booking/token' }
    const { id, reference } = await sendOne('rejected')
    const application = { id, reference, title: 'Bobbin Fair', status: 'rejected' as const, ...unlisted('rejected') }
    render(
      <page.Component
        data={{
          application,
          call: { booked, past: null, hasChosen: false, booking: null },
          badges: [],
          hasPackages: true,
        }}
      />,
    )
    expect(text()).toContain('Tuesday 24 November 2026 at 10:00')
    expect(document.querySelector('a[href="/booking/token"]')).not.toBeNull()
  })

  test('one that the server does not know is forgotten', async () => {
    await sendOne('submitted')
    keepSentApplication({ ...readSentApplication()!, id: crypto.randomUUID() })
    show()
    await waitFor(() => expect(text()).toContain('No application data found'))
    expect(readSentApplication()).toBeNull()
  })
})

describe('an application whose listing was paid', () => {
  const dayLength = 86_400_000

  async function sendPaid(order: string, status: string, days: number) {
    const { id } = await sendOne('approved')
    const { sql } = site
    await sql`
      insert into orders (application_id, organisation_id, type, amount_pence, discount_pence, status)
      select id, organisation_id, 'listing', 4900, 0, ${order} from applications where id = ${id}`
    const validUntil = new Date(Date.now() + days * dayLength).toISOString()
    await sql.begin((tx) =>
      publishEntry(tx, {
        applicationId: id,
        validUntil,
        cause: 'order of a test',
        brand: defaultBrand,
        now: new Date(),
      }),
    )
    await sql`update register_entries set status = ${status} where application_id = ${id}`
    return id
  }

  test.each([
    ['stands', 'paid', 'active', 300, 'Your event is accredited', 'Accredited', 'funnel/success'],
    ['has outlived its year', 'cancelled', 'active', -1, 'Your listing has lapsed', 'Lapsed', 'checkout/listing'],
    ['was refunded', 'refunded', 'lapsed', 300, 'Your listing has lapsed', 'Lapsed', 'checkout/listing'],
    ['is disputed', 'disputed', 'lapsed', 300, 'Your listing has lapsed', 'Lapsed', 'funnel/success'],
    ['is suspended', 'paid', 'suspended', 300, 'Your accreditation is suspended', 'suspended', 'funnel/success'],
    ['is revoked', 'refunded', 'revoked', 300, 'Your accreditation is revoked', 'revoked', 'funnel/success'],
  ])('one that %s is told so, with the way on from there', async (_, order, status, days, title, badge, way) => {
    const id = await sendPaid(order, status, days)
    const page = await fetch(`/pre-approved?application_id=${id}`)
    const html = await page.text()
    show()
    await waitFor(() => expect(text()).toContain(title))
    expect(text()).toContain(badge)
    expect(document.querySelector(`a[href="/${way}/${id}"]`)).not.toBeNull()
    const other = way === 'funnel/success' ? 'checkout/listing' : 'funnel/success'
    for (const said of [document.body.innerHTML, html]) {
      expect(said).not.toContain('Your application is approved')
      expect(said).not.toContain(`/${other}/${id}`)
    }
    expect(html).toContain(title)
    expect(html).toContain(`/${way}/${id}`)
  })

  test('a server that cannot be asked: nothing is claimed', async () => {
    await sendOne('approved')
    const asking = globalThis.fetch
    globalThis.fetch = (() => Promise.reject(new TypeError('offline'))) as unknown as typeof fetch
    try {
      show()
      await waitFor(() => expect(text()).toContain('We could not find the status of your application'))
    } finally {
      globalThis.fetch = asking
    }
    expect(text()).not.toContain('Pending Review')
    expect(text()).not.toContain('Pre-Approval (done)')
    expect(text()).not.toContain('What is sold now')
    expect(readSentApplication()).not.toBeNull()
  })
})

function unlisted(status: ApplicationStatus) {
  const facts = {
    status,
    isWithdrawn: false,
    isListingPaid: false,
    isWaiting: false,
    isCheckoutClosed: false,
    registerStatus: null,
    assessment: 'open' as const,
    eventDay: null,
    lapsedOn: null,
  }
  return { state: applicationState(facts, 'listing', '2026-11-20'), slug: null, level: null, isAddressConfirmed: true }
}

describe('the recognition levels', () => {
  const application = {
    id: crypto.randomUUID(),
    reference: 'APP-7K3M9Q',
    title: 'Bobbin Fair',
    status: 'submitted' as const,
    ...unlisted('submitted'),
  }

  test('are the five published ones with their prices', () => {
    show(application)
    const levels = [...document.querySelectorAll('fieldset label')].map((label) => label.textContent)
    expect(levels).toHaveLength(5)
    for (const [index, words] of [
      ['Listed', 'Most Popular', 'FREE'],
      ['Verified', '£49 per year'],
      ['Gold Standard Accreditation', '£199 one-time'],
      ['Marketing AI Funnel', '£987 one-time'],
      ['Traffic & Lead Generation', '£257 per month'],
    ].entries()) {
      for (const word of words) expect(levels[index]).toContain(word)
    }
    for (const step of ['Application', 'Pre-Approval', 'Choose Recognition', 'Assessment']) {
      expect(document.querySelector('ol')!.textContent).toContain(step)
    }
  })

  test('whoever has not confirmed the address reads it, with the way to another email', () => {
    const { unmount } = show(application)
    expect(text()).not.toContain('Confirm your email address')
    unmount()
    show({ ...application, isAddressConfirmed: false })
    expect(text()).toContain('Confirm your email address')
    expect(text()).toContain('Until you do, nothing is published.')
    expect(document.querySelector(`a[href="/my-applications/${application.id}"]`)).not.toBeNull()
  })

  test('the simulated package checkout is offered by the demonstration alone', async () => {
    const { unmount } = show(application)
    expect(text()).toContain('Choose Premium')
    unmount()
    const services = { ...site.services, env: { ...site.services.env, mode: 'production' as const } }
    const answer = await preApproved.load({ query: new URLSearchParams(), services } as PageRequest)
    expect(answer).toMatchObject({ data: { badges: [], hasPackages: false } })
    render(<page.Component data={{ application, call: null, badges: [], hasPackages: false }} />)
    expect(text()).not.toContain('Choose Premium')
  })

  test('several can be chosen; the choice is kept and goes into the booking', () => {
    const { unmount } = show(application)
    fireEvent.click(document.getElementById('level-gold')!)
    fireEvent.click(document.getElementById('level-listed')!)
    unmount()
    const moves: string[] = []
    render(
      <Router hook={() => ['/pre-approved', (to: string) => moves.push(to)]}>
        <page.Component data={{ application, call: null, badges: [], hasPackages: true }} />
      </Router>,
    )
    expect([...document.querySelectorAll<HTMLInputElement>('[name=level]:checked')].map(({ value }) => value)).toEqual([
      'listed',
      'gold',
    ])
    fireEvent.click(document.getElementById('open-booking')!)
    const other = render(
      <page.Component
        data={{ application: { ...application, id: crypto.randomUUID() }, call: null, badges: [], hasPackages: true }}
      />,
    )
    expect(other.container.querySelectorAll('[name=level]:checked')).toHaveLength(0)
    other.unmount()
    const address = new URL(moves[0]!, 'https://site.example')
    expect(address.pathname).toBe('/pre-approved')
    expect(address.searchParams.get('application_id')).toBe(application.id)
    expect(address.searchParams.get('book')).toBe('1')
    expect(address.searchParams.getAll('level').sort()).toEqual(['gold', 'listed'])
  })

  test('a call that is booked is told, with the way to change it', () => {
    const booked = { day: '2026-11-24', time: '10:00' as const, manage: '/booking/token' }
    render(
      <page.Component
        data={{
          application,
          call: { booked, past: null, hasChosen: false, booking: null },
          badges: [],
          hasPackages: true,
        }}
      />,
    )
    expect(text()).toContain('Assessment Call Booked!')
    // The time is kept: nobody has to be waited for, and no level was chosen.
    expect(text()).not.toContain("We'll contact you")
    expect(text()).not.toContain('Choose Recognition (done)')
    expect(text()).toContain('Tuesday 24 November 2026 at 10:00')
    expect(document.querySelector('a[href="/booking/token"]')).not.toBeNull()
    expect(document.getElementById('open-booking')).toBeNull()
  })
})
