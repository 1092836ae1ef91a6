import { useBrand } from '#wire/brand-context.ts'

export function SupportContacts() {
  const brand = useBrand()
  return (
    <p>
      Call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> or email{' '}
      <a href={`mailto:${brand.email}`}>{brand.email}</a>. {brand.officeHours}.
    </p>
  )
}
