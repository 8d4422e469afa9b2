import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import dataTable from '../../table/data-table.module.css'
import fade from '../../table/fade.module.css'

interface ScrollBoxProps {
  label: string
  className?: string
  height?: number
  children: ReactNode
}

/** A box that scrolls content wider or higher than its card, also by keyboard. */
export function ScrollBox({ label, className = `${dataTable.scroll} ${fade.fade}`, height, children }: ScrollBoxProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard only scrolls a focused element
    <section className={className} style={{ height }} tabIndex={0} aria-label={t('chart.scrollable', { title: label })}>
      {children}
    </section>
  )
}
