import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'

export function RecoveryCodes({ data }: { data: { codes: string[]; file: string; next: string } }) {
  return (
    <div className="max-w-form">
      <PageHeading lead="If you lose your authenticator app, you can sign in with one of these codes. Each code works once.">
        Save your recovery codes
      </PageHeading>
      <Notice tone="warning" className="mt-6" title="You can only see these codes now">
        <p>Save or print them now. Do not keep them on the same device as your app.</p>
      </Notice>
      <ol className="mt-6 grid gap-x-8 sm:grid-cols-3">
        {data.codes.map((code) => (
          <li key={code} className="py-2 border-b border-border font-mono text-lg whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-8 flex flex-wrap gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(data.file)}`}
          download="recovery-codes.txt"
          className="no-print inline-flex items-center justify-center gap-2 min-h-11 px-5 py-2 border rounded border-border-strong font-semibold text-text no-underline hover:border-text hover:bg-surface-sunken"
        >
          <Icon icon="i-download" />
          Download as a text file
        </a>
        <Button variant="quiet" className="needs-script" onClick={() => window.print()}>
          Print
        </Button>
        <ButtonLink href={data.next}>I have saved them</ButtonLink>
      </div>
    </div>
  )
}
