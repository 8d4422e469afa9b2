import type { AuditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import { useTranslation } from 'react-i18next'
import { useKnownText } from '../ui/known-text.ts'
import styles from './response-status.module.css'

/** What a call was answered, in words of the three-digit code; a code without words of its own has those of its hundred. */
export function ResponseStatus({ row }: { row: Pick<AuditTrailItem, 'type' | 'response_code' | 'gap'> }) {
  const { t } = useTranslation()
  const textOf = useKnownText()
  const { type, response_code: code, gap } = row
  if (gap) return <span className={styles.bad}>{t(`audit_trail.gap.${gap}`)}</span>
  if (code === 0 && (type === 'request' || type === 'notification')) return <span>{t('audit_trail.caller_left')}</span>
  if (code === 0) return <span className={styles.bad}>{t('audit_trail.no_answer')}</span>
  const hundred = textOf('audit_trail.http_class', `${Math.floor(code / 100)}xx`, t('audit_trail.other_code'))
  return (
    <span className={colourOf(code)}>
      {code} {textOf('audit_trail.http', String(code), hundred)}
    </span>
  )
}

function colourOf(code: number): string | undefined {
  if (code < 300) return styles.good
  if (code < 400) return styles.plain
  return code < 500 ? styles.poor : styles.bad
}
