import type { ReactNode } from 'react'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { type ReviewForm, reviewFormId } from './use-review-form.ts'

type ReviewFormFrameProps = {
  revision: number
  form: ReviewForm
  children?: ReactNode
}

/** The one form of a page, to which its fields and buttons belong wherever they are; above it the outcome of the last post. */
export function ReviewFormFrame({ revision, form, children }: ReviewFormFrameProps) {
  return (
    <>
      <AdminNotice says={form.says} />
      <form
        id={reviewFormId}
        method="post"
        action={form.here}
        onSubmit={form.onSubmit}
        noValidate
        data-unsaved={form.isHeld ? '' : undefined}
      >
        <input type="hidden" name="revision" value={revision} />
        {children}
      </form>
    </>
  )
}
