import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconClass } from './icon.tsx'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const tones: Record<NoticeTone, { icon: IconClass; ink: string }> = {
  info: { icon: 'i-info', ink: 'text-muted' },
  success: { icon: 'i-circle-check', ink: 'text-accredited' },
  warning: { icon: 'i-triangle-alert', ink: 'text-warning' },
  danger: { icon: 'i-circle-alert', ink: 'text-danger' },
}

type NoticeProps = {
  tone?: NoticeTone
  title?: ReactNode
  live?: 'status' | 'alert' | undefined
  className?: string | undefined
  /** One paragraph, before the `children`. */
  text?: ReactNode
  children?: ReactNode
}

/** `live` has it read out when it appears: 'status' in its turn, 'alert' at once. */
export function Notice({ tone = 'info', title, live, className, text, children }: NoticeProps) {
  const { icon, ink } = tones[tone]
  return (
    <div role={live} className={classNames('notice', tone !== 'info' && tone, className)}>
      <Icon icon={icon} className={classNames('mt-1 text-lg', ink)} />
      <div className="flex-1 min-w-0 max-w-prose">
        {title && <p className="font-semibold">{title}</p>}
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  )
}

/** In seconds; null shows nothing. */
export function TooOften({ wait }: { wait: number | null }) {
  if (wait === null) return null
  const minutes = Math.ceil(wait / 60)
  return (
    <Notice tone="warning" live="alert" className="mt-6" title="You have tried too many times">
      <p>Please wait {minutes === 1 ? 'a minute' : `${minutes} minutes`} before you ask for another link.</p>
    </Notice>
  )
}

export function NotSent(props: { title: string; notice: string | null | undefined; className?: string }) {
  const { notice, ...rest } = props
  return notice && <Notice tone="danger" live="alert" {...rest} text={notice} />
}
