import { lastMomentOf, londonDay } from '#domain/london-time.ts'
import { command, did, wrong } from '#page/command.ts'
import { page } from '#page/page.ts'
import { couponForm, endForm } from './form.ts'

const add = command({
  permission: 'money',
  form: couponForm,
  run: async ({ input, sql, now }) => {
    const { code, description, percentOff, appliesTo, once: oncePerOrganisation, lastDay, maxUses } = input
    if (lastDay && lastDay < londonDay(new Date(now))) return wrong({ lastDay: 'Enter a day in the future' })
    const endsAt = lastDay ? lastMomentOf(lastDay) : null
    const [added] = await sql<{ code: string }[]>`
      insert into coupons (code, description, percent_off, applies_to, once_per_organisation, starts_at, ends_at, max_uses)
      values (${code}::text, ${description}::text, ${percentOff}::integer, ${appliesTo}::text[],
        ${oncePerOrganisation}::boolean, ${now}::timestamptz, ${endsAt}::timestamptz, ${maxUses}::integer)
      on conflict (code) do nothing
      returning code`
    if (!added) return wrong({ code: 'This code is already in use, or was used before' })
    const after = { description, percentOff, appliesTo, oncePerOrganisation, endsAt, maxUses }
    return did({ audit: { subject: { kind: 'coupon', id: code }, action: 'added', after } })
  },
  done: { added: 'The code can be used now' },
})

const end = command({
  permission: 'money',
  form: endForm,
  run: async ({ input: { code }, sql, now }) => {
    const [ended] = await sql<{ code: string }[]>`
      update coupons set ends_at = ${now}::timestamptz
      where code = ${code}::text and (ends_at is null or ends_at > ${now}::timestamptz)
      returning code`
    return did(ended && { audit: { subject: { kind: 'coupon', id: code }, action: 'ended', after: { endsAt: now } } })
  },
  done: { ended: 'The code has ended' },
})

export const adminCoupons = page('adminCoupons', {
  commands: { add, end },
  load: async ({ query, sql, now }) => {
    const coupons = await sql<
      {
        code: string
        description: string
        percentOff: number
        appliesTo: string[]
        oncePerOrganisation: boolean
        endsAt: string | null
        maxUses: number | null
        isCurrent: boolean
        uses: number
      }[]
    >`
      select c.code, c.description, c.percent_off, c.applies_to, c.once_per_organisation, c.ends_at, c.max_uses,
        c.starts_at <= ${now}::timestamptz and (c.ends_at is null or c.ends_at > ${now}::timestamptz) as is_current,
        (select count(*) from orders o where o.coupon_code = c.code and o.status not in ('expired', 'failed')) as uses
      from coupons c
      order by is_current desc, c.created_at desc, c.code`
    return { coupons, ending: query.get('end') }
  },
})
