import type { TimelineEntry } from '@kontor/contract/payments/timeline'
import { useTranslation } from 'react-i18next'
import { readableBody } from '../../platform/value/readable-body.ts'
import { useKnownText } from '../../ui/known-text.ts'
import { ResponseCode } from '../../ui/words/response-code.tsx'
import typography from '../../ui/words/typography.module.css'
import styles from './processor-call.module.css'

type Call = NonNullable<TimelineEntry['call']>

/** A call to the processor: its result in one line, and its details when opened. */
export function ProcessorCall({ call }: { call: Call }) {
  const { t, i18n } = useTranslation()
  const textOf = useKnownText()
  const duration = new Intl.NumberFormat(i18n.language).format(call.duration_ms)
  return (
    <details className={styles.call}>
      <summary>
        <strong>{textOf('payments.operation', call.operation, call.operation)}</strong>
        <ResponseCode code={call.response_code} problem={t(`payments.call.${replyOf(call)}`)} />
      </summary>
      <div className={styles.facts}>
        <span>HTTP {call.response_code || '–'}</span>
        <span>{duration} ms</span>
      </div>
      <code className={typography.anywhere}>
        {call.method} {call.url}
      </code>
      <Body title={t('payments.call.request')} body={call.request_body} />
      <Body title={t('payments.call.response')} body={call.response_body} />
    </details>
  )
}

/** What the processor did with the call. The codes are for those who open it. */
function replyOf({ response_code: code }: Call): 'no_reply' | 'answered' | 'refused' {
  if (code === 0) return 'no_reply'
  return code < 300 ? 'answered' : 'refused'
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
