import type { TimelineEntry } from '@kontor/contract/payments/timeline'
import { useTranslation } from 'react-i18next'
import { readableBody } from '../../platform/value/readable-body.ts'

type Call = NonNullable<TimelineEntry['call']>

/** A call to the processor: its result in one line, and its details when opened. */
export function ProcessorCall({ call }: { call: Call }) {
  const { t, i18n } = useTranslation()
  const duration = new Intl.NumberFormat(i18n.language).format(call.duration_ms)
  return (
    <details className="processor-call">
      <summary>
        <strong>{t(`payments.operation.${call.operation}`, { defaultValue: call.operation })}</strong>
        <span className={isGood(call) ? 'code-good' : 'code-bad'}>
          {call.response_code === 0 ? t('payments.call.no_reply') : `HTTP ${call.response_code}`}
        </span>
        <span className="tabular">{duration} ms</span>
      </summary>
      <code className="anywhere">
        {call.method} {call.url}
      </code>
      <Body title={t('payments.call.request')} body={call.request_body} />
      <Body title={t('payments.call.response')} body={call.response_body} />
    </details>
  )
}

const isGood = ({ response_code }: Call): boolean => response_code >= 200 && response_code < 300

function Body({ title, body }: { title: string; body: string | null }) {
  const { t } = useTranslation()
  return (
    <section aria-label={title}>
      <div className="body-title">{title}</div>
      {body ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <pre tabIndex={0}>{readableBody(body)}</pre>
      ) : (
        <div className="body-none">{t('payments.call.no_body')}</div>
      )}
    </section>
  )
}
