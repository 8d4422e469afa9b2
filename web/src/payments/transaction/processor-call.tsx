import type { TimelineEntry } from '@kontor/contract/payments/timeline'
import { useTranslation } from 'react-i18next'
import { readableBody } from '../../platform/value/readable-body.ts'
import { ResponseCode } from '../../ui/words/response-code.tsx'
import typography from '../../ui/words/typography.module.css'
import styles from './processor-call.module.css'

type Call = NonNullable<TimelineEntry['call']>

/** A call to the processor: its result in one line, and its details when opened. */
export function ProcessorCall({ call }: { call: Call }) {
  const { t, i18n } = useTranslation()
  const duration = new Intl.NumberFormat(i18n.language).format(call.duration_ms)
  return (
    <details className={styles.call}>
      <summary>
        <strong>{t(`payments.operation.${call.operation}`, { defaultValue: call.operation })}</strong>
        <ResponseCode
          code={call.response_code}
          problem={call.response_code === 0 ? t('payments.call.no_reply') : undefined}
        />
        <span className={typography.tabular}>{duration} ms</span>
      </summary>
      <code className={typography.anywhere}>
        {call.method} {call.url}
      </code>
      <Body title={t('payments.call.request')} body={call.request_body} />
      <Body title={t('payments.call.response')} body={call.response_body} />
    </details>
  )
}

function Body({ title, body }: { title: string; body: string | null }) {
  const { t } = useTranslation()
  return (
    <section aria-label={title}>
      <div className={styles.title}>{title}</div>
      {body ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <pre tabIndex={0}>{readableBody(body)}</pre>
      ) : (
        <div className={typography.sub}>{t('payments.call.no_body')}</div>
      )}
    </section>
  )
}
