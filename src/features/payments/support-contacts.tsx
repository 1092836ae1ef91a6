import { useBrand } from '#wire/brand-context.ts'

export function SupportContacts({ className }: { className?: string }) {
  const brand = useBrand()
  return (
    <p className={className}>
      Call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> or email{' '}
      <a href={`mailto:${brand.email}`}>{brand.email}</a>. {brand.officeHours}.
    </p>
  )
}
