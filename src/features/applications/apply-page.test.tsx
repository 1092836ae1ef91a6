import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createStore, Provider } from 'jotai'
import { useMemo, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { openTestSite, type TestSite } from '#test/site.ts'
import { act, fireEvent, render, waitFor, withDocument } from '#ui/dom.test-setup.ts'
import { Toaster } from '#ui/toast.tsx'
import { page } from './apply-page.tsx'
import { type ApplyData, stepOf, steps } from './rules.ts'

withDocument()

let site: TestSite
const ownFetch = globalThis.fetch
const cookies = new Map<string, string>()
const cookie = () => [...cookies.values()].join('; ')
let sent: { path: string; body: Record<string, unknown> }[] = []
/** What the network does to the next call of a path, instead of carrying it. */
const trouble = new Map<string, () => Response | Promise<Response>>()
/** Calls that have not been answered yet: a page that is left still saves. */
const underWay = new Set<Promise<unknown>>()

beforeEach(async () => {
  while (underWay.size > 0) {
    await Promise.allSettled(underWay)
    await Bun.sleep(0)
  }
  localStorage.clear()
  cookies.clear()
})
beforeAll(async () => {
  // A move would load the fields of each step with its data.
  await Promise.all(steps.map(({ id }) => page.load!({ step: id } as ApplyData)))
  site = await openTestSite({ demoData: false })
  // The browser's part that a document without one lacks: the address of the site, its cookies, its origin.
  const carry = async (path: string, init: RequestInit = {}) => {
    if (init.body) sent.push({ path, body: JSON.parse(String(init.body)) })
    for (const [start, happens] of trouble) if (path.startsWith(start)) return await happens()
    const headers = { ...(init.headers as Record<string, string>), origin: site.origin, cookie: cookie() }
    const response = await ownFetch(site.origin + path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) cookies.set(line.split('=')[0]!, line.split(';')[0]!)
    // Read to its end here, so that a call that is over leaves nothing to wait for.
    const { status, headers: answered } = response
    return new Response(await response.text(), { status, headers: answered })
  }
  globalThis.fetch = ((path: string, init?: RequestInit) => {
    const call = carry(path, init)
    underWay.add(call)
    return call.finally(() => underWay.delete(call))
  }) as typeof fetch
})
afterEach(() => {
  trouble.clear()
  sent = []
  cookies.clear()
})
afterAll(async () => {
  globalThis.fetch = ownFetch
  await site.close()
})

function Visit({ start, onMove }: { start: string; onMove: (to: string) => void }) {
  const [url, setUrl] = useState(start)
  const address = new URL(url, 'http://visit.invalid')
  const data = useMemo(() => {
    const { searchParams } = new URL(url, 'http://visit.invalid')
    return {
      step: stepOf(searchParams.get('step')),
      coupon: searchParams.get('coupon') ?? '',
      posted: null,
      sent: null,
      saved: null,
      isOwn: false,
    }
  }, [url])
  const go = (to: string) => {
    onMove(to)
    setUrl(to)
  }
  return (
    <Router hook={() => [address.pathname, go]}>
      <page.Component data={data} />
      <Toaster />
    </Router>
  )
}

function visit(start = '/apply-accreditation') {
  const moves: string[] = []
  const view = render(
    <Provider store={createStore()}>
      <Visit start={start} onMove={(to) => moves.push(to)} />
    </Provider>,
  )
  return { moves, view }
}

const field = (id: string) => document.getElementById(id) as HTMLInputElement
const type = (id: string, value: string) => fireEvent.change(field(id), { target: { value } })
const press = (name: string) => {
  const button = [...document.querySelectorAll('button')].find((candidate) => candidate.textContent === name)!
  // What the platform does on a press of a submit button: it names the button.
  if (button.type === 'submit') {
    const event = new Event('submit', { bubbles: true, cancelable: true })
    fireEvent(button.form!, Object.assign(event, { submitter: button }))
  } else fireEvent.click(button)
}
const errors = () =>
  [...document.querySelectorAll('[aria-labelledby=error-summary-heading] a')].map((link) => link.textContent)
// Judged by their words: a failing comparison of elements would print the whole document.
const ids = () => [...document.querySelectorAll('[id]')].map(({ id }) => id)
const options = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)
const said = () => document.querySelector('.toast')?.textContent ?? ''

const organisation = {
  name: 'Fern Gate Fairs',
  contactName: 'Odo Quill',
  email: 'odo@ferngate.example',
  phone: '0161 496 0178',
}

async function fillOrganisation() {
  for (const [id, value] of Object.entries(organisation)) type(id, value)
  press('Next')
  await waitFor(() => expect(ids()).toContain('title'))
}

async function fillToReview() {
  await fillOrganisation()
  type('title', 'Fern Fair')
  fireEvent.change(field('category'), { target: { value: 'Other' } })
  fireEvent.click(field('eventType'))
  type('venue', 'Fern Hall')
  press('Next')
  await waitFor(() => expect(document.body.textContent).toContain('Email your documents'))
  press('Next')
  await waitFor(() => expect(document.body.textContent).toContain('Submit Application'))
}

describe('a step', () => {
  test('is not left with errors: they are listed in order, and the first wrong field takes the focus', async () => {
    const { moves } = visit()
    press('Next')
    await waitFor(() => expect(errors()).toHaveLength(4))
    expect(document.body.textContent).toContain('Please fix the following errors')
    expect(errors()).toEqual([
      'Organisation name is required',
      'Contact name is required',
      'Email is required',
      'Phone number is required',
    ])
    await waitFor(() => expect(document.activeElement?.id).toBe('name'))
    expect(field('email').getAttribute('aria-invalid')).toBe('true')
    expect(moves).toEqual([])
  })

  test('the list of errors gets shorter with each correction', async () => {
    visit()
    press('Next')
    await waitFor(() => expect(errors()).toHaveLength(4))
    type('name', 'Harbour Lights Ltd')
    await waitFor(() =>
      expect(errors()).toEqual(['Contact name is required', 'Email is required', 'Phone number is required']),
    )
    type('name', '')
    await waitFor(() => expect(errors()).toHaveLength(4))
  })

  test('says nothing before it is left, and then follows the corrections', async () => {
    visit()
    type('email', 'odo')
    await act(() => Bun.sleep(150))
    expect(ids()).not.toContain('email-error')
    press('Next')
    await waitFor(() =>
      expect(document.getElementById('email-error')?.textContent).toContain('Please enter a valid email address'),
    )
    type('email', organisation.email)
    await waitFor(() => expect(ids()).not.toContain('email-error'))
  })

  test('leads to the next by its address, and puts the focus on its first field', async () => {
    const { moves } = visit()
    await fillOrganisation()
    expect(moves).toEqual(['/apply-accreditation?step=event'])
    expect(document.body.textContent).toContain('Step 2 of 4')
    expect(document.body.textContent).toContain('25% complete')
    expect(document.activeElement?.id).toBe('title')
    press('Previous')
    expect(field('email').value).toBe(organisation.email)
  })

  test('the first has no previous one', () => {
    visit()
    const previous = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Previous')!
    expect(previous.disabled).toBe(true)
  })

  test('asks for a venue of a public event, and for no date of a private one', async () => {
    visit('/apply-accreditation?step=event')
    press('Next')
    await waitFor(() =>
      expect(errors()).toEqual(['Event title is required', 'Event category is required', 'Event type is required']),
    )
    fireEvent.click(field('eventType'))
    type('date', '2027-05-27')
    press('Next')
    await waitFor(() => expect(errors()).toContain('Venue is required for physical events'))
    fireEvent.click(field('eventType-2'))
    expect(ids()).not.toContain('date')
    fireEvent.click(field('eventType'))
    expect(field('date').value).toBe('')
    expect([...document.querySelectorAll<HTMLInputElement>('[name=eventType]')].map(({ value }) => value)).toEqual([
      'physical',
      'private',
    ])
  })
})

test('a day that has passed is pointed out', () => {
  visit('/apply-accreditation?step=event')
  type('date', '2025-05-27')
  expect(document.querySelector('form')!.textContent).toContain('This date has passed')
  type('date', '2099-05-27')
  expect(document.querySelector('form')!.textContent).not.toContain('This date has passed')
})

describe('the draft', () => {
  test('is kept as it is typed and taken up by the next visit', () => {
    const { view } = visit()
    type('name', 'Fern Gate Fairs')
    view.unmount()
    visit()
    expect(field('name').value).toBe('Fern Gate Fairs')
  })

  test('is not in the first rendering, which is the server’s', () => {
    const { view } = visit()
    type('name', 'Fern Gate Fairs')
    view.unmount()
    const html = renderToString(
      <Provider store={createStore()}>
        <Visit start="/apply-accreditation" onMove={() => {}} />
      </Provider>,
    )
    expect(html).not.toContain('Fern Gate Fairs')
  })

  test.each(['{', '[]', '7', '{"draft":{"name":7,"evil":"x"},"submissionKey":{}}'])(
    'a damaged one (%p) is an empty form',
    (stored) => {
      localStorage.setItem('application-draft', stored)
      visit()
      expect(field('name').value).toBe('')
    },
  )

  test('what the quick qualification has left fills the empty fields, once', () => {
    const left = { company: 'Fern Gate Fairs', name: 'Odo Quill', email: 'odo@ferngate.example', phone: 7 }
    sessionStorage.setItem('quickapply', JSON.stringify(left))
    visit()
    expect(field('name').value).toBe('Fern Gate Fairs')
    expect(field('contactName').value).toBe('Odo Quill')
    expect(field('email').value).toBe('odo@ferngate.example')
    expect(field('phone').value).toBe('')
    expect(sessionStorage.getItem('quickapply')).toBeNull()
  })
})

describe('the company search', () => {
  test('asks on Enter, shows what it found, and fills in what is taken', async () => {
    visit()
    type('companySearch', 'larkmoor')
    fireEvent.keyDown(field('companySearch'), { key: 'Enter' })
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(field('companySearch').getAttribute('aria-expanded')).toBe('true')
    fireEvent.keyDown(field('companySearch'), { key: 'ArrowDown' })
    expect(document.querySelector('[aria-selected=true]')!.textContent).toContain('Larkmoor & Fettle Events Limited')
    fireEvent.keyDown(field('companySearch'), { key: 'Enter' })
    await waitFor(() => expect(field('name').value).toBe('Larkmoor & Fettle Events Limited'))
    expect(field('companyNo').value).toBe('99000001')
    expect(options()).toEqual([])
  })

  test('asks 750 ms after the field is left, and never twice for the same words', async () => {
    visit()
    let asked = 0
    trouble.set('/api/companies/lookup', () => {
      asked++
      return Response.json({ status: 'ok', data: { items: [] }, message: '' })
    })
    type('companySearch', '  ')
    fireEvent.blur(field('companySearch'))
    await act(() => Bun.sleep(800))
    expect(asked).toBe(0)
    type('companySearch', 'nightjar')
    fireEvent.blur(field('companySearch'))
    await act(() => Bun.sleep(650))
    expect(asked).toBe(0)
    await waitFor(() => expect(asked).toBe(1))
    fireEvent.blur(field('companySearch'))
    await act(() => Bun.sleep(800))
    expect(asked).toBe(1)
  })

  test('the same words asked about again show again what they found, without a call', async () => {
    visit()
    type('companySearch', 'larkmoor')
    press('Search')
    await waitFor(() => expect(options()).toHaveLength(2))
    type('companySearch', 'larkmoo')
    type('companySearch', 'larkmoor')
    expect(options()).toEqual([])
    trouble.set('/api/companies/lookup', () => new Response('', { status: 500 }))
    press('Search')
    expect(options()).toHaveLength(2)
  })

  test('on the second step it stays where it was used, to say what was filled in', async () => {
    visit('/apply-accreditation?step=event')
    type('companySearch', 'larkmoor')
    press('Search')
    await waitFor(() => expect(options()).toHaveLength(2))
    fireEvent.click(document.querySelectorAll('[role=option]')[0]!)
    await waitFor(() => expect(document.querySelector('form')!.textContent).toContain('is filled in'))
    expect(ids()).toContain('companySearch')
  })

  test.each([
    [
      'rate limit',
      'Company Search Limited',
      'The company registry is rate-limiting requests. You can continue without verification.',
    ],
    ['registry down', 'Company Search Unavailable', 'Company lookup is temporarily unavailable and may be skipped.'],
  ])('a registry in trouble (%s) is said and does not stop anyone', async (words, title, notice) => {
    visit()
    type('companySearch', words)
    press('Search')
    await waitFor(() => expect(said()).toContain(title))
    expect(document.querySelector('form')!.textContent).toContain(notice)
    await fillOrganisation()
  })

  test('no network, and a company that cannot be loaded', async () => {
    visit()
    trouble.set('/api/companies/lookup', () => Promise.reject(new TypeError('no network')))
    type('companySearch', 'larkmoor')
    press('Search')
    await waitFor(() => expect(said()).toContain('Company Search Error'))
    trouble.clear()
    press('Search')
    await waitFor(() => expect(options()).not.toEqual([]))
    trouble.set('/api/companies/', () => new Response('', { status: 500 }))
    fireEvent.click(document.querySelector('[role=option]')!)
    await waitFor(() => expect(said()).toContain('ErrorFailed to load company details'))
  })
})

describe('the address search', () => {
  test('suggests from three characters on and fills in what is taken; what is changed by hand loses its place on the map', async () => {
    visit('/apply-accreditation?step=event')
    fireEvent.click(field('eventType'))
    type('addressSearch', 'bo')
    await act(() => Bun.sleep(350))
    expect(options()).toEqual([])
    type('addressSearch', 'bobbin hall')
    await waitFor(() => expect(options()).not.toEqual([]))
    fireEvent.click(document.querySelector('[role=option]')!)
    await waitFor(() => expect(field('city').value).toBe('Manchester'))
    expect(field('address').value).toBe('The Bobbin Hall, 3 Spindle Square')
    expect(localStorage.getItem('application-draft')).toContain('53.4841')
    type('address', '4 Spindle Square')
    expect(localStorage.getItem('application-draft')).not.toContain('53.4841')
  })

  test('a search that fails is silent; an address that fails is said', async () => {
    visit('/apply-accreditation?step=event')
    fireEvent.click(field('eventType'))
    type('addressSearch', 'broken')
    await waitFor(() => expect(options()).not.toEqual([]))
    fireEvent.click(document.querySelector('[role=option]')!)
    await waitFor(() => expect(said()).toContain('ErrorFailed to load address details'))
    trouble.set('/api/address/search', () => Promise.reject(new TypeError('no network')))
    type('addressSearch', 'bobbin')
    await act(() => Bun.sleep(400))
    expect(options()).toEqual([])
  })

  test('is there for a public event only', () => {
    visit('/apply-accreditation?step=event')
    expect(ids()).not.toContain('addressSearch')
    fireEvent.click(field('eventType'))
    expect(ids()).toContain('addressSearch')
    fireEvent.click(field('eventType-2'))
    expect(ids()).not.toContain('addressSearch')
  })
})

describe('a visit without a step', () => {
  test('goes on where the application of this browser was left, and nowhere else', async () => {
    const first = visit()
    await fillOrganisation()
    first.view.unmount()
    const second = visit()
    await waitFor(() => expect(ids()).toContain('title'))
    expect(second.moves).toEqual(['/apply-accreditation?step=event'])
    press('Previous')
    await waitFor(() => expect(field('name').value).toBe(organisation.name))
    second.view.unmount()
    const third = visit()
    await waitFor(() => expect(field('name').value).toBe(organisation.name))
    expect(third.moves).toEqual([])
  })
})

describe('submitting', () => {
  test('a code that came with a link can be removed before', async () => {
    visit('/apply-accreditation?coupon=LAUNCH100')
    await fillToReview()
    press('Remove the code')
    await waitFor(() => expect(document.querySelector('form')!.textContent).not.toContain('LAUNCH100'))
    press('Submit Application')
    await waitFor(() => expect(document.querySelector('h1')!.textContent).toBe('Thank You'))
    expect(sent.at(-1)!.body).toMatchObject({ couponCode: '', eventDraft: { couponCode: '' } })
  })

  test('stores the application, thanks, keeps a local copy, empties the draft and leads on', async () => {
    const { moves } = visit('/apply-accreditation?coupon=LAUNCH100')
    await fillToReview()
    for (const value of [
      ...Object.values(organisation),
      'Fern Fair',
      'Fern Hall',
      'Date to be confirmed',
      'LAUNCH100',
    ]) {
      expect(document.querySelector('form')!.textContent).toContain(value)
    }
    const sentAt = performance.now()
    press('Submit Application')
    press('Submit Application')
    await waitFor(() => expect(document.querySelector('h1')!.textContent).toBe('Thank You'))
    expect(document.body.textContent).toContain('Application Submitted')
    expect(document.body.textContent).toContain('Return to Homepage')
    expect(said()).toContain('Application Received!Reviewing your application...')
    expect(sent.map(({ path }) => path)).toEqual(['/api/organisations', '/api/applications'])
    expect(sent[1]!.body).toMatchObject({ status: 'pending', couponCode: 'LAUNCH100', eventDraft: { capacity: 100 } })

    const copy = JSON.parse(localStorage.getItem('approvedApplication')!)
    expect(copy).toMatchObject({ status: 'pre_approved', nextStep: 'pre_approval', title: 'Fern Fair' })
    const [row] = await site.sql`select reference, status from applications where id = ${copy.id}`
    expect(row).toEqual({ reference: copy.reference, status: 'submitted' })
    expect(localStorage.getItem('application-draft')).toBeNull()

    await waitFor(() => expect(said()).toContain('Application Submitted'))
    expect(moves).not.toContain('/pre-approved')
    // After two and a half seconds, and more only where the machine has other work to do.
    await waitFor(() => expect(moves).toContain('/pre-approved'), { timeout: 10_000 })
    expect(performance.now() - sentAt).toBeWithin(2_490, 10_000)
  })

  test('where this browser keeps nothing, the next page is told which application it is', async () => {
    const open = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('closed', 'SecurityError')
      },
    })
    try {
      const { moves } = visit()
      await fillToReview()
      press('Submit Application')
      await waitFor(() => expect(document.querySelector('h1')!.textContent).toBe('Thank You'))
      const [row] = await site.sql`select id from applications order by submitted_at desc limit 1`
      const next = `/pre-approved?application_id=${row!.id}`
      expect(document.querySelector(`a[href="${next}"]`)!.textContent).toBe('Continue now')
      await waitFor(() => expect(moves).toContain(next), { timeout: 10_000 })
    } finally {
      Object.defineProperty(globalThis, 'localStorage', open)
    }
  })

  test('a lost answer: the second try gets what the first has made', async () => {
    visit()
    await fillToReview()
    trouble.set('/api/applications', async () => {
      const { path, body } = sent.at(-1)!
      const headers = { 'content-type': 'application/json', origin: site.origin, cookie: cookie() }
      await ownFetch(site.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
      throw new TypeError('The answer never arrived.')
    })
    press('Submit Application')
    await waitFor(() => expect(said()).toContain('Submission ErrorFailed to submit application'))
    trouble.clear()
    press('Submit Application')
    await waitFor(() => expect(document.querySelector('h1')!.textContent).toBe('Thank You'))
    const { id } = JSON.parse(localStorage.getItem('approvedApplication')!)
    const rows = await site.sql`
      select id from applications where organisation_id = (select organisation_id from applications where id = ${id})`
    expect(rows.map((row) => row.id)).toEqual([id])
  })

  test('an answer without an id, and a refusal in the server’s words', async () => {
    visit()
    await fillToReview()
    trouble.set('/api/organisations', () => Response.json({}))
    press('Submit Application')
    await waitFor(() => expect(said()).toContain('Submission ErrorOrganisation creation failed - no ID returned'))
    trouble.set('/api/organisations', () =>
      Response.json(
        { error: 'You have tried too many times. Please wait 30 seconds and try again.', kind: 'too-many' },
        { status: 429 },
      ),
    )
    press('Submit Application')
    await waitFor(() => expect(said()).toContain('You have tried too many times.'))
    expect(localStorage.getItem('application-draft')).toContain('Fern Fair')
  })

  test('fields that the server refuses are named at their fields, each on its step', async () => {
    const { moves } = visit()
    await fillToReview()
    // As from a browser whose own check could not be loaded.
    const without = (change: (body: Record<string, unknown>) => unknown) => async () => {
      const { path, body } = sent.at(-1)!
      const headers = { 'content-type': 'application/json', origin: site.origin, cookie: cookie() }
      return await ownFetch(site.origin + path, { method: 'POST', headers, body: JSON.stringify(change(body)) })
    }
    const says = (id: string) => {
      const describedBy = field(id).getAttribute('aria-describedby') ?? ''
      return describedBy.split(' ').map((part) => document.getElementById(part)?.textContent)
    }
    trouble.set(
      '/api/organisations',
      without((body) => ({ ...body, email: 'odo', phone: '' })),
    )
    press('Submit Application')
    await waitFor(() => expect(ids()).toContain('email'))
    expect(moves.at(-1)).toBe('/apply-accreditation')
    expect(document.activeElement!.id).toBe('email')
    expect(errors()).toEqual(['Please enter a valid email address', 'Phone number is required'])
    expect(says('email').join()).toContain('Please enter a valid email address')
    expect(says('phone').join()).toContain('Phone number is required')
    expect(field('email').value).toBe(organisation.email)
    type('email', 'odo.quill@ferngate.example')
    expect(says('email').join()).not.toContain('Please enter a valid email address')
    expect(says('phone').join()).toContain('Phone number is required')

    trouble.clear()
    trouble.set(
      '/api/applications',
      without((body) => ({ ...body, eventDraft: { ...(body.eventDraft as object), title: '' } })),
    )
    press('Next')
    await waitFor(() => expect(ids()).toContain('title'))
    expect(errors()).toEqual([])
    press('Next')
    await waitFor(() => expect(document.body.textContent).toContain('Email your documents'))
    press('Next')
    await waitFor(() => expect(document.body.textContent).toContain('Submit Application'))
    press('Submit Application')
    await waitFor(() => expect(ids()).toContain('title'))
    expect(moves.at(-1)).toBe('/apply-accreditation?step=event')
    expect(document.activeElement!.id).toBe('title')
    expect(says('title').join()).toContain('Event title is required')
  })

  test('an unfinished draft leads to what is missing', async () => {
    const { moves } = visit('/apply-accreditation?step=review')
    press('Submit Application')
    await waitFor(() => expect(errors()).toHaveLength(4))
    expect(moves).toEqual(['/apply-accreditation'])
    expect(sent).toEqual([])
  })
})
