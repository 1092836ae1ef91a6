import { useEffect, useRef } from 'react'
import { accreditAfter, levelWords } from '#domain/assurance.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Crest } from '#ui/cover.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { MainButtons } from './certificate-button.tsx'
import { ExtrasForm, type PublishedData } from './extras-form.tsx'

const steps = [
  ['Public listing created', 'Your event has its own page in the register of accredited events.'],
  [
    'Marketing materials',
    'We email you the verification badge for your website and posters, with the rules for using it.',
  ],
  ['Ongoing support', 'Our team answers your questions while your event is accredited.'],
]

const listedSteps = [
  ['Listed, assessment under way', 'The public page of your event in the register shows this status.'],
  ['The assessment', 'We check your documents against the criteria, and email you the result.'],
  [
    'The accreditation',
    'You then get the verification badge and your certificate by email. You have already paid for the listing.',
  ],
]

export function Congratulations({ data }: { data: PublishedData }) {
  const brand = useBrand()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A screen reader says that the wait has ended: the address is the same, so the move itself leaves the focus alone.
    if (data.hasWaited) heading.current?.focus()
  }, [data.hasWaited])
  return (
    <>
      <Section tone="ink" labelledBy="congratulations">
        <div className="flex flex-col items-center gap-6 text-center">
          <Crest className="size-28" />
          <h1 ref={heading} id="congratulations" tabIndex={-1} data-page-heading="">
            {data.isListedOnly ? 'Your event is listed' : 'Congratulations!'}
          </h1>
          <p className="max-w-prose text-lg">
            {data.level === null && 'The annual listing is paid. '}
            {data.title} by {data.organisation}{' '}
            {data.isListedOnly
              ? `is in the register. It is not accredited yet. It is accredited ${accreditAfter[brand.accreditAfter].when}.`
              : data.level
                ? `is accredited: ${levelWords(data.level)}.`
                : 'is being published in the register.'}
          </p>
          {data.number && (
            <p>
              {data.isListedOnly ? 'Register number' : 'Certificate and register number'}
              <br />
              <strong className="font-serif text-2xl figures">{data.number}</strong>
            </p>
          )}
        </div>
      </Section>
      <Section labelledBy="next">
        <MainButtons
          appId={data.appId}
          certificate={
            data.isListedOnly
              ? null
              : { here: href('funnelSuccess', { appId: data.appId }), isUnpaid: false, number: data.certificate }
          }
        >
          {data.isListedOnly && (
            <ButtonLink variant="quiet" href={href('evidence', { appId: data.appId })}>
              Send your documents
            </ButtonLink>
          )}
        </MainButtons>
        <h2 id="next" className="mt-10">
          What Happens Next?
        </h2>
        <ol className="mt-6 grid gap-6 md:grid-cols-3">
          {(data.isListedOnly ? listedSteps : steps).map(([title, text], index) => (
            <li key={title} className="pt-4 border-t-3 border-action">
              <h3 className="text-lg">
                <span className="figures">{index + 1}.</span> {title}
              </h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ol>
        {!data.number && (
          <Notice className="mt-8" text="We are publishing your register entry. You can see it here shortly." />
        )}
        <p className="mt-8">
          {data.slug && (
            <>
              <a href={href('event', { slug: data.slug })}>See your listing</a>,{' '}
            </>
          )}
          <a href={href('funnelSuccess', { appId: data.appId })}>see your order</a>,{' '}
          <a href={href('listings')}>search the register</a> or go <a href={href('home')}>to the homepage</a>.
        </p>
      </Section>
      <ExtrasForm data={data} />
    </>
  )
}
