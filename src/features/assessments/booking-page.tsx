import { useState } from 'react'
import { useLocation } from 'wouter'
import { isDay } from '#domain/calendar-day.ts'
import { assessmentCallMinutes } from '#domain/recognition-levels.ts'
import type { PageData } from '#page/page.ts'
import { href, withQuery } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { NarrowPage, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { CallTimes, DayForm, NextFree } from './call-times.tsx'
import { slotWords } from './rules.ts'
import type { booking } from './server.ts'

type Data = PageData<typeof booking>
type Call = Exclude<Data, { state: 'unknown' }>

export const page = definePage<Data>(BookingPage, 'Your assessment call')

function BookingPage({ data }: { data: Data }) {
  if (data.state === 'unknown') {
    return (
      <NarrowPage
        lead="Part of the link may be missing. Copy the whole link from the email about your assessment call."
        title="This link does not work"
      >
        <ButtonLink href={href('myApplications')} className="mt-8">
          My applications
        </ButtonLink>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      eyebrow={`Application ${data.reference}`}
      lead={data.title}
      title={`Your ${assessmentCallMinutes}-minute assessment call`}
    >
      <CallState data={data} />
      <DescriptionList className="mt-8" items={{ When: `${slotWords(data)} (UK time)` }} />
      {data.state === 'booked' && (
        <>
          <Move data={data} />
          <Cancel data={data} />
        </>
      )}
    </NarrowPage>
  )
}

function CallState({ data }: { data: Call }) {
  if (data.state === 'cancelled') {
    return (
      <Notice className="mt-8" title="The call is cancelled" live="status">
        <p>The call will not take place.{data.canBookAnother && ' You can book another call at any time.'}</p>
        <BookAnother data={data} />
      </Notice>
    )
  }
  if (data.state === 'over') {
    return (
      <Notice className="mt-8" title="The time of this call has passed">
        {data.canBookAnother && <p>If you missed it, or have more questions, book another call.</p>}
        <BookAnother data={data} />
      </Notice>
    )
  }
  return data.hasMoved ? (
    <Notice tone="success" className="mt-8" title="The call is moved" live="status">
      <p>We have emailed you the new time for your calendar.</p>
    </Notice>
  ) : null
}

function BookAnother({ data: { applicationId, canBookAnother } }: { data: Call }) {
  return !canBookAnother ? (
    <p>
      <a href={href('myApplication', { appId: applicationId })}>See the status of your application</a>
    </p>
  ) : (
    <p className="mt-4">
      <ButtonLink href={href('preApproved', { application_id: applicationId, book: true })}>
        Book another call
      </ButtonLink>
    </p>
  )
}

function Move({ data }: { data: Call }) {
  const [, navigate] = useLocation()
  const { firstDay, lastDay, day, time, free, problems, notice, next } = data.chosen
  const at = (date: string, at?: string) => withQuery(data.path, { date, time: at })
  // Picked while the times of another day were still on their way.
  const [picked, setPicked] = useState('')
  return (
    <TitledSection id="move" title="Move the call" className="mt-12">
      <div className="mt-5 flex flex-col gap-5">
        <ErrorSummary problems={problems} />
        <NextFree notice={notice} next={next} hrefOf={(slot) => at(slot.day, slot.time)} />
        <DayForm
          action={data.path}
          {...{ day, firstDay, lastDay }}
          error={problemOf(problems, 'preferredDate')}
          onChoose={(chosen) => isDay(chosen) && navigate(at(chosen), { replace: true })}
        />
        <form
          method="post"
          action={data.path}
          className="flex flex-col gap-5 items-start"
          onChange={({ target }) => target instanceof HTMLInputElement && setPicked(target.value)}
        >
          <input type="hidden" name="intent" value="move" />
          <input type="hidden" name="preferredDate" value={day} />
          <CallTimes
            key={`${day} ${free.join()} ${time}`}
            free={free}
            chosen={time ?? free.find((each) => each === picked) ?? null}
            error={problemOf(problems, 'preferredTime')}
          />
          <Button>Move the call</Button>
        </form>
      </div>
    </TitledSection>
  )
}

function Cancel({ data: { path, canBookAnother } }: { data: Call }) {
  return (
    <TitledSection id="cancel" title="Cancel the call" className="mt-12 pt-8 border-t border-border">
      <p className="mt-3">
        This does not change your application.{canBookAnother && ' You can book another call later.'}
      </p>
      <form method="post" action={path} className="mt-5">
        <input type="hidden" name="intent" value="cancel" />
        <Button variant="danger">Cancel the call</Button>
      </form>
    </TitledSection>
  )
}
