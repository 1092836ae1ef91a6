import { adminHref } from '#admin-pages.ts'
import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { FieldNotes, TextInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { EndCoupon } from './end-coupon.tsx'
import { couponTargets, type TypedCoupon, targetWords } from './rules.ts'
import type { AdminCouponsData } from './state.ts'

export const page = definePage<AdminCouponsData>({
  Component: AdminCouponsPage,
  meta: () => ({ title: 'Discount codes' }),
})

const notices = { added: 'The code can be used now', ended: 'The code has ended' }

function AdminCouponsPage({ data }: { data: AdminCouponsData }) {
  return (
    <>
      <PageHeading lead="You cannot change a code. End it and add a new one.">Discount codes</PageHeading>
      {data.notice && <Notice tone="success" live="status" title={notices[data.notice]} className="mt-6" />}
      <List data={data} />
      <NewCoupon data={data} />
    </>
  )
}

function List({ data: { coupons, ending } }: { data: AdminCouponsData }) {
  return (
    <AdminTable
      caption="Discount codes, with those in use first"
      columns={[
        { label: 'Code' },
        { label: 'For', grows: true },
        { label: 'Discount', numeric: true },
        { label: 'Used', numeric: true },
        { label: 'Until', numeric: true },
        { label: 'End', acts: true },
      ]}
      rows={coupons.map((coupon) => ({
        key: coupon.code,
        cells: [
          <span key="code">
            <span className="font-mono font-semibold">{coupon.code}</span>{' '}
            <span className="font-normal">{coupon.description}</span>
          </span>,
          `${targetWords(coupon.applies_to)}${coupon.once_per_organisation ? ', once per organisation' : ''}`,
          `${coupon.percent_off}%`,
          coupon.max_uses === null ? figure(coupon.uses) : `${figure(coupon.uses)} of ${figure(coupon.max_uses)}`,
          coupon.ends_at ? londonDateOf(coupon.ends_at) : 'No end',
          coupon.is_current ? (
            <EndCoupon key="end" code={coupon.code} isAsked={ending === coupon.code} />
          ) : (
            <Badge key="ended">Ended</Badge>
          ),
        ],
      }))}
    />
  )
}

function NewCoupon({ data: { typed, problems } }: { data: AdminCouponsData }) {
  const field = (name: keyof TypedCoupon) => ({
    name,
    defaultValue: typed[name],
    error: problems.find((problem) => problem.field === name)?.message,
  })
  const nothingChosen = problems.find((problem) => problem.field === 'listing')?.message
  return (
    <section aria-labelledby="new-coupon" className="mt-12 max-w-form">
      <h2 id="new-coupon" className="mb-4 text-xl">
        Add a code
      </h2>
      <form
        key={JSON.stringify(problems)}
        method="post"
        action={adminHref('adminCoupons')}
        noValidate
        className="flex flex-col gap-6"
      >
        <ErrorSummary problems={problems} />
        <input type="hidden" name="intent" value="add" />
        <TextInput {...field('code')} label="Code" hint="3 to 40 letters, digits and hyphens" maxLength={40} />
        <TextInput {...field('description')} label="Description" hint="Shown to the buyer" maxLength={200} />
        <TextInput {...field('percentOff')} label="Discount in per cent" inputMode="numeric" maxLength={3} />
        <fieldset aria-describedby={nothingChosen ? 'targets-error' : undefined}>
          <legend className="mb-1 font-semibold">For</legend>
          <FieldNotes id="targets" error={nothingChosen} />
          {Object.entries(couponTargets).map(([name, label]) => (
            <Checkbox
              key={name}
              name={name}
              value="1"
              label={label}
              defaultChecked={typed[name as keyof typeof couponTargets] === '1'}
            />
          ))}
        </fieldset>
        <Checkbox
          name="once"
          value="1"
          label="Once per organisation"
          hint="For the listing"
          defaultChecked={typed.once === '1'}
        />
        <TextInput {...field('lastDay')} label="Last day" optional type="date" />
        <TextInput {...field('maxUses')} label="How often it can be used" optional inputMode="numeric" maxLength={7} />
        <Button type="submit" className="self-start">
          Add code
        </Button>
      </form>
    </section>
  )
}
