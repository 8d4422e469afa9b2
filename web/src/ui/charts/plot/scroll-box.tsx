import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface ScrollBoxProps {
  label: string
  className?: string
  height?: number
  children: ReactNode
}

/** What is wider or higher than its card scrolls inside it, with the keyboard as well. */
export function ScrollBox({ label, className = 'table-scroll', height, children }: ScrollBoxProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what has the focus
    <section className={className} style={{ height }} tabIndex={0} aria-label={t('chart.scrollable', { title: label })}>
      {children}
    </section>
  )
}
