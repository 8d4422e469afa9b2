import type { TimelineEntry } from '@kontor/contract/payments/timeline'
import { useTranslation } from 'react-i18next'
import { readableBody } from '../../platform/value/readable-body.ts'
import { useKnownText } from '../../ui/known-text.ts'

type Call = NonNullable<TimelineEntry['call']>

/** A call to the processor: its outcome at a glance, everything else on opening. */
export function ProcessorCall({ call }: { call: Call }) {
  const { t, i18n } = useTranslation()
  const textOf = useKnownText()
  const duration = new Intl.NumberFormat(i18n.language).format(call.duration_ms)
  return (
    <details className="processor-call">
      <summary>
        <strong>{textOf('payments.operation', call.operation, call.operation)}</strong>
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre tabIndex={0}>{readableBody(body)}</pre>
      ) : (
        <div className="body-none">{t('payments.call.no_body')}</div>
      )}
    </section>
  )
}
