import { useLocation } from 'wouter'
import { type PackageId, packages } from '#domain/catalogue.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Price } from '#ui/price.tsx'
import { packageTexts } from './content.ts'
import { keepSelectedPackage } from './rules.ts'

const ids = Object.keys(packages) as PackageId[]

export function PackageChoice() {
  const [, navigate] = useLocation()
  const choose = (id: PackageId) => {
    keepSelectedPackage(id)
    navigate(href('checkout'))
  }
  return (
    <TitledSection
      id="packages"
      title="Only in this demonstration: packages"
      className="needs-script mt-12 pt-8 border-t border-border"
    >
      <p className="mt-3 max-w-prose text-muted">
        They are not sold. Try the package checkout: its payment is simulated, nothing is charged, and nothing is
        ordered.
      </p>
      <div className="mt-6 grid gap-4 sm:grid-cols-2 max-w-3xl">
        {ids.map((id) => {
          const { label, pence } = packages[id]
          return (
            <Card key={id}>
              <h3 className="text-lg">{label}</h3>
              <p className="mt-1 text-lg font-serif">
                <Price pence={pence} />
              </p>
              <p className="mt-2 text-sm text-muted">{packageTexts[id]}</p>
              <Button variant="quiet" className="mt-4" onClick={() => choose(id)}>
                Choose {label}
              </Button>
            </Card>
          )
        })}
      </div>
    </TitledSection>
  )
}
