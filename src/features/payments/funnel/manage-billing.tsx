import { type FormEvent, useState } from 'react'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { useToast } from '#ui/toast.tsx'
import { callApi } from '#wire/call-api.ts'

const failed = 'Failed to open billing portal. Please try again.'

export function ManageBilling({ appId, email, hasFailed }: { appId: string; email: string; hasFailed: boolean }) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    // Opened by the press itself: a tab opened after the answer would be taken for a pop-up.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    try {
      const { portalUrl } = await callApi<{ portalUrl?: string }>('createPortalSession', {
        body: { customerEmail: email, applicationId: appId },
      })
      if (!portalUrl) throw new Error('Failed to create portal session')
      if (tab) tab.location.replace(portalUrl)
      else window.location.assign(portalUrl)
    } catch {
      tab?.close()
      toast({ title: 'Error', description: failed, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      method="post"
      action={href('funnelSuccess', { appId })}
      target="_blank"
      onSubmit={open}
      className="mt-5"
      rel="noopener"
    >
      {hasFailed && (
        <Notice tone="danger" live="alert" className="mb-3" title="Error">
          <p>{failed}</p>
        </Notice>
      )}
      <Button type="submit" variant="quiet" busy={busy} busyText="Opening...">
        Manage Billing
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </Button>
    </form>
  )
}
