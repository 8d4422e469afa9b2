import { updatePaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { tryWebhookAddressEndpoint } from '@kontor/contract/webhooks/webhook-trial.endpoints'
import { type TriedField, triedTypes } from '@kontor/contract/webhooks/webhook-trial.rules'
import { Button, Text } from '@mantine/core'
import { IconPlus, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { type Done, useCommand } from '../../platform/api/use-command.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { ResponseCode } from '../../ui/words/response-code.tsx'
import typography from '../../ui/words/typography.module.css'
import { ProfileDialog } from './profile-dialog.tsx'
import type { ProfileRow } from './profile-row.ts'
import styles from './profile-webhooks.module.css'

// The cast is safe: these are the keys of the record.
const fields = Object.keys(triedTypes) as TriedField[]

/** The addresses that hear of a shop's payments, each with a button that tries it. */
export function ProfileWebhooks({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isEditing, setEditing] = useState(false)
  const told = fields.filter((field) => row[field] !== null)
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t(told.length === 0 ? 'api_settings.callback_none' : 'profiles.webhooks_text')}
      </Text>
      {told.length === 0 && (
        <IfMay do={updatePaymentProfileEndpoint}>
          <Button
            size="xs"
            variant="default"
            mb="md"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setEditing(true)}
          >
            {t('profiles.webhooks_add')}
          </Button>
          {isEditing && <ProfileDialog action="update" row={row} onClose={() => setEditing(false)} />}
        </IfMay>
      )}
      <dl className={styles.addresses}>
        {told.map((field) => (
          <div key={field}>
            <dt>{labels.field(paymentProfile, field)}</dt>
            <dd>
              <span className={typography.anywhere}>{row[field]}</span>
              <IfMay do={tryWebhookAddressEndpoint}>
                <TryAddress key={row[field]} id={row.id} field={field} />
              </IfMay>
            </dd>
          </div>
        ))}
        {row.webhook_failed_email !== null && (
          <div>
            <dt>{labels.field(paymentProfile, 'webhook_failed_email')}</dt>
            <dd>
              <span className={typography.anywhere}>{row.webhook_failed_email}</span>
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

function TryAddress({ id, field }: { id: string; field: TriedField }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const textOf = useRefusalText()
  const [answer, setAnswer] = useState<Done<typeof tryWebhookAddressEndpoint>>()
  const { submit, refusal, isBusy } = useCommand(tryWebhookAddressEndpoint)
  const send = async () => {
    setAnswer(undefined)
    setAnswer(await submit({ id }, { field }))
  }
  return (
    <div className={styles.trial}>
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        leftSection={<IconSend size={16} aria-hidden="true" />}
        aria-label={t('profiles.try_of', { name: labels.field(paymentProfile, field) })}
        onClick={() => void send()}
      >
        {t('profiles.try')}
      </Button>
      <span role="status">
        {answer && (
          <>
            <ResponseCode
              code={answer.response_code}
              problem={answer.problem ? t(`webhooks.problem.${answer.problem}`) : undefined}
            />{' '}
            <span className={typography.tabular}>{labels.number(answer.duration_ms)} ms</span>
          </>
        )}
      </span>
      {refusal && (
        <Text size="sm" c="red" role="alert">
          {textOf(refusal)}
        </Text>
      )}
    </div>
  )
}
