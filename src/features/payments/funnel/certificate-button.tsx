import type { ReactNode } from 'react'
import { apiPath } from '#api.ts'
import { href, withQuery } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { useToast } from '#ui/toast.tsx'

const words = 'Your certificate will be available within 24 hours.'
const unpaidWords = `${words} We make it once the annual listing is paid.`

type CertificateState = {
  here: string
  isUnpaid: boolean
  /** Null while it is not accredited. */
  number: string | null
}

/** What somebody who has paid comes for. */
export function MainButtons({
  appId,
  certificate,
  children,
}: {
  appId: string
  certificate: CertificateState | null
  children?: ReactNode
}) {
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {certificate && <CertificateButton {...certificate} />}
      <ButtonLink href={href('myApplication', { appId })}>Go to your entry</ButtonLink>
      {children}
    </div>
  )
}

function CertificateButton({ here, isUnpaid, number }: CertificateState) {
  if (number === null) return <Announcement here={here} isUnpaid={isUnpaid} />
  return (
    <ButtonLink href={apiPath('getCertificate', { file: `${number}.pdf` })} download="">
      <Icon icon="i-download" />
      Download Certificate
    </ButtonLink>
  )
}

/** While there is none yet, it says when. Without a script the page says so when it comes back. */
function Announcement({ here, isUnpaid }: Omit<CertificateState, 'number'>) {
  const toast = useToast()
  const [path, query = ''] = here.split('?')
  const withNotice = withQuery(path!, { ...Object.fromEntries(new URLSearchParams(query)), certificate: true })
  return (
    <ButtonLink
      href={withNotice}
      rel="nofollow"
      onClick={(event) => {
        event.preventDefault()
        toast({ title: 'Certificate', description: isUnpaid ? unpaidWords : words })
      }}
    >
      <Icon icon="i-download" />
      Download Certificate
    </ButtonLink>
  )
}

export function CertificateNotice({ shown, isUnpaid }: { shown: boolean } & Pick<CertificateState, 'isUnpaid'>) {
  return shown ? <Notice live="status" className="mt-6" text={isUnpaid ? unpaidWords : words} /> : null
}
