import { useEffect, useRef } from 'react'
import { adminHref } from '#admin-pages.ts'
import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Form, Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { couponForm, targetWords } from './form.ts'
import type { adminCoupons } from './server.ts'

type Data = PageData<typeof adminCoupons>

export const page = definePage<Data>(AdminCouponsPage, 'Discount codes')

function AdminCouponsPage({ data: { coupons, ending } }: { data: Data }) {
  return (
    <>
      <PageHeading lead="You cannot change a code. End it and add a new one." />
      <Outcome />
      <AdminTable
        caption="Discount codes, with those in use first"
        columns={[
          {
            label: 'Code',
            cell: ({ code, description }) => (
              <span>
                <span className="font-mono font-semibold">{code}</span>{' '}
                <span className="font-normal">{description}</span>
              </span>
            ),
          },
          {
            label: 'For',
            grows: true,
            cell: ({ appliesTo, oncePerOrganisation }) =>
              `${targetWords(appliesTo)}${oncePerOrganisation ? ', once per organisation' : ''}`,
          },
          { label: 'Discount', numeric: true, cell: ({ percentOff }) => `${percentOff}%` },
          {
            label: 'Used',
            numeric: true,
            cell: ({ uses, maxUses }) => (maxUses === null ? figure(uses) : `${figure(uses)} of ${figure(maxUses)}`),
          },
          { label: 'Until', numeric: true, cell: ({ endsAt }) => (endsAt ? londonDateOf(endsAt) : 'No end') },
          {
            label: 'End',
            acts: true,
            cell: ({ code, isCurrent }) => {
              if (!isCurrent) return <Badge>Ended</Badge>
              if (ending === code) return <EndQuestion code={code} />
              return (
                <ButtonLink variant="quiet" href={adminHref('adminCoupons', { end: code })}>
                  End now<VisuallyHidden>: {code}</VisuallyHidden>
                </ButtonLink>
              )
            },
          },
        ]}
        rows={coupons.map((coupon) => ({ id: coupon.code, ...coupon }))}
      />
      <TitledSection id="new-coupon" title="Add a code" className="mt-12 max-w-form" heading="mb-4 text-xl">
        <Form of={couponForm} command="add" button="Add code" choiceFields={ChoiceField} />
      </TitledSection>
    </>
  )
}

/** Takes the place of "End now", behind an address of its own. */
function EndQuestion({ code }: { code: string }) {
  const box = useRef<HTMLDivElement>(null)
  // The press has taken the button away: the person goes on at the question.
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col items-start gap-2 min-w-48">
      <p className="font-semibold">{`End ${code} for everybody?`}</p>
      <p className="text-sm text-muted">You cannot start it again.</p>
      <div className="flex flex-wrap gap-2">
        <Form command="end" button="End the code" variant="danger" fixed={{ code }} />
        <ButtonLink variant="quiet" href={adminHref('adminCoupons')}>
          Keep it
        </ButtonLink>
      </div>
    </div>
  )
}
