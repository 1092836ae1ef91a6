import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'action' | 'quiet' | 'danger' | 'link'

const variants: Record<ButtonVariant, string> = {
  action: 'button button-action',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
  link: 'button-link',
}

type ButtonLook = {
  variant?: ButtonVariant | undefined
  className?: string | undefined
  children: ReactNode
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** The button keeps its focus, shows `busyText` and takes no further press. */
    busy?: boolean | undefined
    busyText?: string | undefined
  }

/** Sends the form around it, unless somebody listens to its press. */
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
      type={type ?? (onClick ? 'button' : 'submit')}
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

export function ButtonLink({
  variant = 'action',
  className,
  ...rest
}: ComponentProps<'a'> & ButtonLook & { href: string }) {
  return <a {...rest} className={classNames(variants[variant], className)} />
}
