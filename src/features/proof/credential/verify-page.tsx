import { NumberForm } from '#features/register/certificate/number-form.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { FileCheck } from './file-check.tsx'
import type { verify } from './server/verify-credential.ts'

type VerifyData = PageData<typeof verify>

export const page = definePage<VerifyData>({
  Component: VerifyPage,
  meta: () => ({
    title: 'Check a certificate',
    description:
      'Enter the number of a certificate, or choose its file, to see whether the accreditation is valid today.',
    canonical: href('verify'),
  }),
})

function VerifyPage({ data: { publicUrl, elsewhere } }: { data: VerifyData }) {
  return (
    <Section narrow>
      <PageHeading lead="A certificate shows what was true on the day it was made. The register shows whether the accreditation is valid today.">
        Check a certificate
      </PageHeading>
      {elsewhere && (
        <Notice tone="danger" title="This link leads to another site." className="mt-6">
          <p className="break-words">
            It leads to {elsewhere}. Links of this register begin with {publicUrl}/. A page elsewhere says nothing about
            an accreditation by us: ask for the number and type it here.
          </p>
        </Notice>
      )}
      <NumberForm />
      <FileCheck publicUrl={publicUrl} />
      <p className="mt-8">
        Do you not have the number? <a href={href('listings')}>Search the register</a> by event or venue.
      </p>
      <p className="mt-3">
        Is someone claiming an accreditation that they do not have?{' '}
        <a href={href('concerns', { about: 'false-claim' })}>Report a concern</a>
      </p>
    </Section>
  )
}
