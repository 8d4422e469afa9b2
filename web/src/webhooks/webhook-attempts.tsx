import type { WebhookAttempt } from '@kontor/contract/webhooks/webhook.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NotYet } from '../platform/not-yet.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { RawText } from '../ui/words/raw-text.tsx'
import { ResponseCode } from '../ui/words/response-code.tsx'
import typography from '../ui/words/typography.module.css'
import styles from './webhook-attempts.module.css'
import type { Told } from './webhook-payload.tsx'

/** The attempts, newest first: the time, the answer, and how long it took. */
export function WebhookAttempts({ told: { data, error, refetch } }: { told: Told }) {
  const { t } = useTranslation()
  if (!data) return <NotYet error={error} refetch={refetch} height={160} />
  if (data.attempts.length === 0) return <Text size="sm">{t('webhooks.no_attempts')}</Text>
  return (
    <ol className={styles.attempts}>
      {data.attempts.toReversed().map((attempt) => (
        <li key={attempt.attempt}>
          <Attempt attempt={attempt} />
        </li>
      ))}
    </ol>
  )
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { response_code: code, problem } = attempt
  return (
    <>
      <div className={styles.line}>
        <strong>{t('webhooks.attempt', { number: attempt.attempt })}</strong>
        <ResponseCode code={code} problem={problem ? t(`webhooks.problem.${problem}`) : undefined} />
        <span className={typography.tabular}>{labels.number(attempt.duration_ms)} ms</span>
        <Text span size="xs" c="dimmed">
          <Instant value={attempt.at} hasSeconds />
        </Text>
      </div>
      <Answer text={attempt.response_body ?? attempt.error} />
    </>
  )
}

/** The beginning of the receiver's answer; only the provider's staff get it. */
function Answer({ text }: { text: string | null }) {
  const { t } = useTranslation()
  if (text === null) return null
  return (
    <details>
      <summary>{t('webhooks.answer')}</summary>
      <RawText text={text} />
    </details>
  )
}
