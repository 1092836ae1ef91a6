import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields } from '#ui/form.tsx'
import { TitledPage } from '#ui/layout.tsx'
import { Notice, NotSent } from '#ui/notice.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { Prose } from '#ui/text.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { complaintForm } from './form.ts'
import { complaintDays } from './rules.ts'
import type { complaints } from './server.ts'

type Data = PageData<typeof complaints>

const lead = 'Tell us what went wrong. Someone who was not involved will look at it and answer you.'

export const page = definePage<Data>(ComplaintPage, {
  title: 'Make a complaint',
  description: lead,
  canonical: href('complaints'),
})

function ComplaintPage({ data }: { data: Data }) {
  return (
    <TitledPage lead={lead}>{data.received ? <Received reference={data.received} /> : <ComplaintForm />}</TitledPage>
  )
}

function Received({ reference }: { reference: string }) {
  return (
    <div className="mt-8 flex flex-col gap-6 items-start max-w-form">
      <Notice tone="success" live="status" title="We have your complaint">
        <p>
          Its reference is <strong className="figures">{reference}</strong>. We have also emailed it to you.
        </p>
      </Notice>
      <Prose>
        <p>
          We will answer within {complaintDays} working days. If it takes longer, we will tell you why and when we will
          answer.
        </p>
        <p>
          <a href={href('home')}>Back to the homepage</a>
        </p>
      </Prose>
    </div>
  )
}

function ComplaintForm() {
  const { typed, problems, notice } = usePosted('sendComplaint')
  const brand = useBrand()
  return (
    <form method="post" action={href('complaints')} noValidate className="mt-8 flex flex-col gap-6 max-w-form">
      <NotSent title="Your complaint was not sent" notice={notice} />
      <ErrorSummary problems={problems} />
      <Fields of={complaintForm} typed={typed} problems={problems} />
      <p className="text-sm text-muted">
        We use this only to deal with your complaint. <a href={href('privacy')}>Privacy</a>
      </p>
      <Button className="self-start">Send complaint</Button>
      <p>
        If you prefer to talk, call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a>.
      </p>
    </form>
  )
}
