import { expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)

const post = (path: string, form: Record<string, string>) => site.post(path, form, { cookie })
const names = async () =>
  (await site.sql`select name from partners order by priority, name`).map((row) => row.name as string)
/** What the form says was stored when it was made. */
const seenOn = async (path: string) => {
  const response = await fetch(site.origin + path, { headers: { cookie, accept: 'application/json' } })
  return ((await response.json()) as { data: { seen: string } }).data.seen
}
const publicPage = async () => (await fetch(`${site.origin}/partners`)).text()

test('partners are added, shown at once, moved, changed and hidden, each with its line in the log', async () => {
  const wrong = await post('/admin/partners', { name: '', url: 'javascript:alert(1)', active: '1' })
  expect(wrong.status).toBe(422)
  const shown = await wrong.text()
  expect(shown).toContain('Enter a name')
  expect(shown).toContain('value="javascript:alert(1)"')
  const unsafe = await post('/admin/partners', { name: 'Logo', logoUrl: 'https://10.0.0.1/a.png', active: '1' })
  expect(unsafe.status).toBe(422)
  for (const name of ['Brightwell', 'Quarrybank', 'Milldale']) {
    expect((await post('/admin/partners', { name, url: 'https://partner.example/', active: '1' })).status).toBe(303)
  }
  await until(async () => (await publicPage()).includes('Milldale'))
  // A second click is the same partner.
  const once = { name: 'Clickwell', seen: await seenOn('/admin/partners') }
  await Promise.all([post('/admin/partners', once), post('/admin/partners', once)])
  expect((await names()).filter((name) => name === 'Clickwell')).toHaveLength(1)
  await post('/admin/partners', { ...once, name: 'Backwell' })
  expect(await names()).toContain('Backwell')
  await site.sql`delete from partners where name in ('Clickwell', 'Backwell')`
  const idOf = async (name: string) => (await site.sql`select id from partners where name = ${name}`)[0]!.id as string
  await post('/admin/partners', { intent: 'move', partner: await idOf('Milldale'), by: 'up' })
  expect(await names()).toEqual(['Brightwell', 'Milldale', 'Quarrybank'])
  await post('/admin/partners', { intent: 'move', partner: await idOf('Brightwell'), by: 'up' })
  expect(await names()).toEqual(['Brightwell', 'Milldale', 'Quarrybank'])
  const edit = `/admin/partners?edit=${await idOf('Brightwell')}`
  const seen = await seenOn(edit)
  await post(edit, { intent: 'save', name: 'Brightwell Ltd', seen })
  await until(async () => !(await publicPage()).includes('Brightwell'))
  const actions = await site.sql`select action from audit_log where subject_kind = 'partner' order by id`
  expect(actions.map(({ action }) => action)).toEqual([
    ...Array(5).fill('partner.added'),
    'partner.moved',
    'partner.changed',
  ])
  // Another editor opened the form before that.
  const late = await post(edit, { intent: 'save', name: 'Brightwell & Sons', active: '1', seen })
  expect(late.status).toBe(409)
  expect(await late.text()).toContain('value="Brightwell &amp; Sons"')
  expect(await names()).toContain('Brightwell Ltd')
  await post(edit, { intent: 'save', name: 'Brightwell & Sons', active: '1', seen: await seenOn(edit) })
  expect(await names()).toContain('Brightwell & Sons')
})

test('a code is added, lowers a price, ends, and cannot be added again', async () => {
  const form = { code: 'spring-27', description: 'Spring', percentOff: '20', 'appliesTo[]': 'listing', once: '1' }
  const wrong = await post('/admin/coupons', {
    ...form,
    code: 'a b',
    percentOff: '101',
    'appliesTo[]': '',
    maxUses: '0',
  })
  expect(wrong.status).toBe(422)
  const shown = await wrong.text()
  expect(shown).toContain('Use 3 to 40 letters')
  expect(shown).toContain('Use a whole number from 1 to 100')
  const { once: _, ...unticked } = form
  const nowhere = await post('/admin/coupons', { ...unticked, 'appliesTo[]': '' })
  expect(nowhere.status).toBe(422)
  expect(/<input[^>]* name="once"[^>]*>/.exec(await nowhere.text())![0]).not.toContain('checked')
  expect((await post('/admin/coupons', form)).status).toBe(303)
  expect((await post('/admin/coupons', form)).status).toBe(422)
  const validate = async () => {
    const response = await site.call('/api/validate-coupon', { couponCode: 'Spring-27', product: 'listing' })
    return (await response.json()) as { valid: boolean; pricing?: { finalPrice: number } }
  }
  expect((await validate()).pricing?.finalPrice).toBe(3920)
  // "End now" asks first, without a script too: the press leads to the question, and only its answer ends the code.
  const asked = await (await fetch(`${site.origin}/admin/coupons?end=SPRING-27`, { headers: { cookie } })).text()
  expect(asked).toContain('End SPRING-27 for everybody?')
  expect((await validate()).valid).toBe(true)
  const ended = await post('/admin/coupons', { intent: 'end', code: 'SPRING-27' })
  expect([ended.status, ended.headers.get('location')]).toEqual([303, '/admin/coupons?done=ended'])
  expect((await validate()).valid).toBe(false)
  const actions = await site.sql`select action from audit_log where subject_id = 'SPRING-27' order by id`
  expect(actions.map(({ action }) => action)).toEqual(['coupon.added', 'coupon.ended'])
})

test('a code ends with its last day in London, and the list shows that day', async () => {
  const form = {
    code: 'SUMMER-30',
    description: 'Summer',
    percentOff: '10',
    'appliesTo[]': 'listing',
    lastDay: '2030-06-30',
  }
  expect((await post('/admin/coupons', form)).status).toBe(303)
  const list = await (await fetch(`${site.origin}/admin/coupons`, { headers: { cookie } })).text()
  expect(list).toContain('30 June 2030')
  expect(list).not.toContain('1 July 2030')
  const [stored] = await site.sql`select ends_at from coupons where code = 'SUMMER-30'`
  expect(new Date(stored!.ends_at).toISOString()).toBe('2030-06-30T22:59:59.999Z')
})

test('a closed day takes no calls, and a number of its own holds', async () => {
  const { week, days } = await weekOf('2027-03-02')
  expect(week).toBe('2027-03-01')
  expect(days.map(({ day }) => day)).toEqual(['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05'])
  const free = async (day: string) => {
    const response = await fetch(`${site.origin}/api/assessment-times?date=${day}`)
    return ((await response.json()) as { times: string[] }).times
  }
  expect(await free('2027-03-03')).toContain('09:00')
  const path = '/admin/assessment-times?week=2027-03-01'
  expect((await post(path, { day: 'close 2027-03-03' })).status).toBe(303)
  expect(await free('2027-03-03')).not.toContain('09:00')
  expect((await post(path, { '2027-03-04 09:00': '0', '2027-03-04 10:00': '3' })).status).toBe(303)
  const slots = (await weekOf('2027-03-01')).days[3]!.slots
  expect(slots.slice(0, 3).map(({ capacity }) => capacity)).toEqual([0, 3, null])
  const wrong = await post(path, { '2027-03-04 09:00': 'xy', '2027-03-04 10:00': '4' })
  expect(wrong.status).toBe(422)
  const again = await wrong.text()
  expect(again).toContain('value="xy"')
  expect(again).toContain('value="4"')
  expect((await post(path, { day: 'open 2027-03-03' })).status).toBe(303)
  expect(await free('2027-03-03')).toContain('09:00')
  const [logged] = await site.sql`select * from audit_log where subject_id = '2027-03-04 10:00'`
  expect(logged).toMatchObject({ before: { capacity: null }, after: { capacity: 3 } })
})

test('of two editors of a week neither undoes what the other has changed', async () => {
  const path = '/admin/assessment-times?week=2027-04-05'
  const html = await (await fetch(site.origin + path, { headers: { cookie } })).text()
  const form = Object.fromEntries(
    [...html.matchAll(/<input[^>]* name="((?:seen )?2027-04-[^"]+)"[^>]* value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  )
  expect(Object.keys(form)).toHaveLength(60)
  await post(path, { ...form, '2027-04-06 09:00': '0' })
  // Refused for one number, the form shows the others as they are by now.
  const refused = await post(path, { ...form, '2027-04-07 10:00': 'xy' })
  const shown = await refused.text()
  expect(refused.status).toBe(422)
  const shownIn = (name: string) => new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(shown)?.[1]
  expect([shownIn('2027-04-06 09:00'), shownIn('2027-04-07 10:00')]).toEqual(['0', 'xy'])
  await post(path, { ...form, '2027-04-07 10:00': '3' })
  const [, tuesday, wednesday] = (await weekOf('2027-04-05')).days
  expect([tuesday!.slots[0]!.capacity, wednesday!.slots[1]!.capacity]).toEqual([0, 3])
  const logged = await site.sql`select subject_id from audit_log where subject_id like '2027-04-%' order by id`
  expect(logged.map(({ subject_id }) => subject_id)).toEqual(['2027-04-06 09:00', '2027-04-07 10:00'])
})

async function weekOf(day: string) {
  const response = await fetch(`${site.origin}/admin/assessment-times?week=${day}`, {
    headers: { cookie, accept: 'application/json' },
  })
  const { data } = (await response.json()) as {
    data: { week: string; days: { day: string; slots: { capacity: number | null }[] }[] }
  }
  return data
}
