import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SiteLink, type SiteLinkProps } from './site-link.tsx'

export type ButtonVariant = 'action' | 'quiet' | 'danger' | 'link'

const shape =
  'no-print inline-flex items-center justify-center gap-2 min-h-11 px-5 py-2 border rounded text-base leading-tight font-semibold text-center no-underline transition-colors disabled:opacity-55 disabled:cursor-not-allowed aria-busy:cursor-progress'

const variants: Record<ButtonVariant, string> = {
  action: `${shape} bg-action text-action-text border-action hover:bg-action-hover hover:border-action-hover`,
  quiet: `${shape} bg-transparent text-text border-border-strong hover:border-text hover:bg-surface-sunken`,
  danger: `${shape} bg-danger text-danger-text border-danger hover:bg-danger-hover hover:border-danger-hover`,
  link: 'no-print inline-flex items-center gap-2 min-h-11 text-link font-semibold underline underline-offset-4 hover:decoration-2 aria-busy:cursor-progress',
}

type Look = {
  variant?: ButtonVariant | undefined
  className?: string | undefined
  children: ReactNode
}

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** While true the button keeps its focus, shows `busyText` and takes no further press. */
    busy?: boolean | undefined
    busyText?: string | undefined
  }

/** A button that says what happens. `type` is 'button' unless given. */
export function Button({
  variant = 'action',
  busy,
  busyText,
  className,
  children,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  // Not `disabled`: that would throw the focus away and leave a keyboard user at the top of the page.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classNames(variants[variant], className)}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
    >
      {busy ? (
        <>
          <span className="spinner size-4" aria-hidden="true" />
          {busyText ?? children}
        </>
      ) : (
        children
      )}
    </button>
  )
}

/** A link with the weight of a button, for what leads to another page. */
export function ButtonLink({ variant = 'action', className, ...rest }: SiteLinkProps & Look) {
  return <SiteLink {...rest} className={classNames(variants[variant], className)} />
}
