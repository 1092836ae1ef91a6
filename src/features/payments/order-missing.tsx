import { poundsAndPence } from '#domain/money.ts'
import { NarrowPage } from '#ui/layout.tsx'
import { matchDays } from './rules.ts'
import { SupportContacts } from './support-contacts.tsx'

export function OrderMissing({ paidPence }: { paidPence: number }) {
  const isFree = paidPence === 0
  const lead = isFree
    ? 'Your order is complete at the payment provider, but we cannot find it here. You were not charged.'
    : `We have your payment of ${poundsAndPence(paidPence)}, but we cannot find the order that it is for.`
  return (
    <NarrowPage title={isFree ? 'We have to find your order' : 'We have your payment'} lead={lead}>
      <p className="mt-6">
        You do not need to do anything. Please do not pay again. We have told our team.{' '}
        {`They match it to your application or ${isFree ? 'end' : 'refund'} it within ${matchDays} working days, and email you.`}
      </p>
      <SupportContacts className="mt-8 text-muted" />
    </NarrowPage>
  )
}
