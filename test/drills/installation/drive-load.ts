import { createHash } from 'node:crypto'
import { fileLimits, pieceCount } from '#features/assessments/files/rules.ts'
import { emptyEntry } from '#features/register/admin/form.ts'
import { largePdf } from '#test/bench/large-pdf.ts'
import { payListing } from '#test/pay-listing.ts'
import type { Balancer } from '../start-balancer.ts'
import type { Kind, RequestCounter } from './count-requests.ts'
import { type Browser, openBrowser } from './open-browser.ts'
import type { Outside } from './start-outside.ts'

/** What was sent, and what of it was acknowledged. */
export type Ledger = {
  /** Text of each enquiry; whether it was acknowledged. */
  enquiries: Map<string, boolean>
  /** Submission key of each application; the id that was answered. */
  applications: Map<string, string | null>
  /** Application of each payment that the provider took; its session. */
  payments: Map<string, string>
  /** Id of each document that was acknowledged; what was sent. */
  documents: Map<string, { browser: Browser; sha256: string; applicationId: string }>
  /** Key of each entry that the desk has entered; whether it was acknowledged. */
  entries: Map<string, boolean>
  /** Reason of each change of an entry's status; whether it was acknowledged. */
  changes: Map<string, boolean>
}

/** As they are now: a ledger goes on. */
export function joinLedgers(ledgers: Ledger[]): Ledger {
  const join = <Name extends keyof Ledger>(name: Name) =>
    new Map(ledgers.flatMap((ledger) => [...(ledger[name] as Map<string, never>)])) as Ledger[Name]
  return {
    enquiries: join('enquiries'),
    applications: join('applications'),
    payments: join('payments'),
    documents: join('documents'),
    entries: join('entries'),
    changes: join('changes'),
  }
}

type Entry = { id: string; isSuspended: boolean }
type Load = {
  balancer: Pick<Balancer, 'origin' | 'ask'>
  counter: RequestCounter
  outside: Outside
  admin: { email: string; password: string }
  /** Between two requests of one reader, in milliseconds. */
  pauseMs?: number
}

const documentBytes = 1_300_000
const betweenApplicantsMs = 4000

/** Readers, searchers, applicants who pay and send a document, somebody at the desk and people who write, until `stop`. */
export function driveLoad({ balancer, counter, outside, admin, pauseMs = 60 }: Load) {
  const ledger: Ledger = {
    enquiries: new Map(),
    applications: new Map(),
    payments: new Map(),
    documents: new Map(),
    entries: new Map(),
    changes: new Map(),
  }
  let running = true
  /** What waits at the desk; who waits is told. */
  const waiting: { applicationId: string; decided: () => void }[] = []
  const problems: string[] = []
  let underWay = 0
  const open = () => openBrowser(balancer, counter)
  const word = () => Bun.randomUUIDv7()
  const read = (kind: Kind, path: () => string, method = 'GET') =>
    again(async () => await open().ask(kind, path(), { method }))
  const loops = [
    read('kept page', () => '/about'),
    again(visit),
    read('register page', () => '/listings', 'HEAD'),
    read('made page', () => `/listings?n=${word()}`),
    read('made page', () => `/events?n=${word()}`),
    read('search', () => `/listings?q=${word().slice(-4)}`),
    read('search', () => `/api/companies/lookup?query=lark${Math.floor(Math.random() * 90)}`),
    again(sendEnquiry, pauseMs * 2.5),
    again(async () => void beginJourney(), betweenApplicantsMs),
    workAsStaff(),
  ]
  return {
    ledger,
    /** Begins nothing more, and waits until everybody who has applied has come to an end. @returns what kept somebody from it. */
    stop: async () => {
      running = false
      await Promise.all(loops)
      return problems
    },
  }

  async function again(work: () => Promise<unknown>, pause = pauseMs): Promise<void> {
    for (; running; await Bun.sleep(pause)) await work()
  }

  /** As a browser opens a page: with its scripts, its stylesheet and its fonts. */
  async function visit(): Promise<void> {
    const browser = open()
    const page = await browser.ask('register page', '/')
    const paths = new Set(page?.text.match(/\/assets\/[\w.-]+/g))
    await Promise.all([...paths].map((path) => browser.ask('script or style', path)))
  }

  async function sendEnquiry(): Promise<void> {
    const message = word()
    ledger.enquiries.set(message, false)
    const json = { name: 'Load', email: `${message}@measure.example`, message }
    if (await open().ask('enquiry', '/api/contact', { json })) ledger.enquiries.set(message, true)
  }

  async function beginJourney(): Promise<void> {
    underWay++
    await apply().catch((problem) => problems.push(String(problem)))
    underWay--
  }

  /** From the form to the document: what is acknowledged on the way is noted. */
  async function apply(): Promise<void> {
    const browser = open()
    const email = `${word()}@measure.example`
    const organisation = { name: `Drill ${email}`, contactName: 'Odo Quill', email, phone: '0161 496 0178' }
    const made = await browser.ask('application', '/api/organisations', {
      json: { ...organisation, submissionKey: crypto.randomUUID() },
      right: [200, 201],
    })
    if (!made) return
    const submissionKey = crypto.randomUUID()
    ledger.applications.set(submissionKey, null)
    const eventDraft = { title: `Fair of ${email}`, eventType: 'private', category: 'Other' }
    const json = { organisationId: idOf(made.text), eventDraft, status: 'pending', submissionKey }
    const applied = await browser.ask('application', '/api/applications', { json, right: [200, 201] })
    if (!applied) return
    const applicationId = idOf(applied.text)
    ledger.applications.set(submissionKey, applicationId)
    const decided = new Promise<void>((done) => waiting.push({ applicationId, decided: done }))
    // Documents are taken from a confirmed address alone.
    await confirm(browser, email)
    await Promise.all([decided, sendDocument(browser, applicationId)])
    await pay(browser, applicationId)
  }

  async function confirm(browser: Browser, email: string): Promise<void> {
    const link = await until(() => {
      const mail = outside.mail.taken.filter(({ to }) => to.includes(email)).map(({ message }) => message)
      return /\/confirm\/[\w-]+/.exec(mail.join('').replace(/=\r\n/g, ''))?.[0]
    })
    // Confirmed already where the first answer was lost.
    await browser.ask('application', link, { form: { intent: 'confirm' }, right: [200, 303, 409] })
  }

  async function sendDocument(browser: Browser, applicationId: string): Promise<void> {
    const content = new Uint8Array(largePdf(documentBytes))
    const about = { applicationId, criterionId: 'risk-assessment', name: 'Plan.pdf', bytes: content.length }
    const begun = await browser.ask('upload', '/api/evidence/uploads', { json: about, right: [201] })
    if (!begun) return
    const id = idOf(begun.text)
    for (let piece = 0; piece < pieceCount(content.length); piece++) {
      const bytes = content.slice(piece * fileLimits.pieceBytes, (piece + 1) * fileLimits.pieceBytes)
      const path = `/api/evidence/uploads/${id}/pieces/${piece}`
      if (!(await browser.ask('upload', path, { method: 'PUT', bytes }))) return
    }
    const path = `/api/evidence/uploads/${id}/finish`
    if (!(await browser.ask('upload', path, { method: 'POST', right: [200, 201] }))) return
    const sha256 = createHash('sha256').update(content).digest('hex')
    ledger.documents.set(id, { browser, sha256, applicationId })
  }

  async function pay(browser: Browser, applicationId: string): Promise<void> {
    const begin = (path: string, json: unknown) =>
      until(async () => {
        const answer = await browser.ask('payment page', path, { json })
        return answer && (JSON.parse(answer.text) as { url?: string }).url
      })
    ledger.payments.set(applicationId, await payListing(applicationId, begin, outside.pay))
    await browser.ask('desk page', `/api/orders/by-application/${applicationId}`)
  }

  /** Signs in, decides on what waits, enters entries, suspends and reinstates one of them, and reads lists in between. */
  async function workAsStaff(): Promise<void> {
    const staff = open()
    await staff.ask('decision', '/admin/sign-in', { form: admin, right: [303] })
    let entry: Entry | null = null
    for (let turn = 0; running || underWay > 0; turn++) {
      const next = waiting.shift()
      if (next) {
        const json = { applicationId: next.applicationId, status: 'approved', reason: 'Seen' }
        // Refused where the decision was made and its answer lost.
        await staff.ask('decision', '/api/admin/approve', { json, right: [200, 409] })
        next.decided()
      }
      if (running && (turn % 40 === 0 || !entry)) entry = await enterEntry(staff)
      else if (running && entry && turn % 8 === 0) await changeStatus(staff, entry)
      else if (running) await staff.ask('desk page', turn % 2 ? '/admin/applications' : '/admin/register')
      await Bun.sleep(pauseMs * 4)
    }
  }

  async function enterEntry(staff: Browser): Promise<Entry | null> {
    const key = crypto.randomUUID()
    ledger.entries.set(key, false)
    const form = { ...emptyEntry, title: `Drill ${key}`, organiser: 'Drill', category: 'Other', city: 'Whitby', key }
    const made = await staff.ask('new entry', '/admin/register/new', { form, right: [303] })
    if (!made) return null
    ledger.entries.set(key, true)
    return { id: key, isSuspended: false }
  }

  /** Suspends or reinstates; refused where it was done before and not answered. */
  async function changeStatus(staff: Browser, entry: Entry): Promise<void> {
    const reason = word()
    ledger.changes.set(reason, false)
    const [act, seen] = entry.isSuspended ? ['reinstate', 'suspended'] : ['suspend', 'active']
    const form = { intent: 'status', act, seen, reason }
    const answer = await staff.ask('change of status', `/admin/register/${entry.id}`, { form, right: [303, 409] })
    if (answer?.status === 303) ledger.changes.set(reason, true)
    if (answer) entry.isSuspended = !entry.isSuspended
  }
}

/** Asks again until there is something, for eight minutes: the mail of a worker that was killed comes after six. */
async function until<Found>(look: () => Found | Promise<Found>): Promise<NonNullable<Found>> {
  for (const end = Date.now() + 480_000; ; await Bun.sleep(300)) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`Waited in vain: ${look.toString().slice(0, 120)}`)
  }
}

function idOf(text: string): string {
  return (JSON.parse(text) as { id: string }).id
}
