import { overlapHours } from '@kontor/contract/organisations/api-keys.rules'
import {
  listWebhookSecretsEndpoint,
  revealWebhookSecretEndpoint,
  rotateWebhookSecretEndpoint,
} from '@kontor/contract/organisations/webhook-secrets.endpoints'
import { rotateWebhookSecretSchemas, type WebhookSecret } from '@kontor/contract/organisations/webhook-secrets.schemas'
import { Button, Group, Text } from '@mantine/core'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { ChoiceField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { notify } from '../../platform/notify.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { PersonName } from '../../platform/value/person-name.tsx'
import { useMay } from '../../platform/viewer.ts'
import { CopyValue } from '../../ui/copy-value.tsx'
import { Section } from '../../ui/section.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import styles from './webhook-secrets.module.css'

/** The secrets that sign webhooks: shown on request. A new one works beside the previous one for a while. */
export function WebhookSecrets() {
  const { t } = useTranslation()
  const mayChange = useMay(revealWebhookSecretEndpoint)
  const { data, error, refetch } = useRead(listWebhookSecretsEndpoint)
  const [shown, setShown] = useState<Readonly<Record<number, string>>>()
  return (
    <Section
      title={t('api_settings.webhook_secret')}
      text={t(mayChange ? 'api_settings.webhook_secret_text' : 'api_settings.webhook_secret_read_only')}
      action={mayChange ? <Actions shown={shown} onShow={setShown} /> : undefined}
    >
      {data ? (
        <ul className={styles.secrets}>
          {data.map((row) => (
            <Secret key={row.version} row={row} secret={shown?.[row.version]} />
          ))}
        </ul>
      ) : (
        <NotYet error={error} refetch={refetch} height={60} />
      )}
    </Section>
  )
}

function Secret({ row, secret }: { row: WebhookSecret; secret: string | undefined }) {
  const { t } = useTranslation()
  return (
    <li>
      <div className={styles.line}>
        {secret === undefined ? (
          <code title={t('api_settings.hidden')}>whsec_••••••••</code>
        ) : (
          <CopyValue value={secret} />
        )}
        <StatusTag status={row.expires_at ? 'ROTATING' : 'ACTIVE'} />
      </div>
      <Text size="xs" c="dimmed">
        {row.created_at ? (
          <>
            {t('api_settings.created')} <Instant value={row.created_at} />{' '}
            {row.created_by && <PersonName name={row.created_by} />}
          </>
        ) : (
          t('api_settings.since_always')
        )}
        {row.expires_at && (
          <>
            {' · '}
            {t('api_settings.expires')} <Instant value={row.expires_at} />
          </>
        )}
        {row.last_revealed_at && (
          <>
            {' · '}
            {t('api_settings.last_shown')} <Instant value={row.last_revealed_at} />{' '}
            {row.last_revealed_by && <PersonName name={row.last_revealed_by} />}
          </>
        )}
      </Text>
    </li>
  )
}

interface ActionsProps {
  shown: Readonly<Record<number, string>> | undefined
  onShow: (secrets: Readonly<Record<number, string>> | undefined) => void
}

function Actions({ shown, onShow }: ActionsProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const [isRotating, setRotating] = useState(false)
  const { submit, refusal, isBusy } = useCommand(revealWebhookSecretEndpoint)
  async function show() {
    const secrets = await submit({}, {})
    if (secrets) onShow(Object.fromEntries(secrets.map(({ version, secret }) => [version, secret])))
  }
  return (
    <>
      <Group gap="xs">
        <Button
          variant="default"
          loading={isBusy}
          leftSection={shown ? <IconEyeOff size={16} aria-hidden="true" /> : <IconEye size={16} aria-hidden="true" />}
          onClick={() => (shown ? onShow(undefined) : void show())}
        >
          {t(shown ? 'api_settings.hide' : 'api_settings.show')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={() => setRotating(true)}
        >
          {t('api_settings.rotate')}
        </Button>
        {refusal && (
          <Text size="sm" c="red" role="alert">
            {textOf(refusal)}
          </Text>
        )}
      </Group>
      <RecordForm
        endpoint={rotateWebhookSecretEndpoint}
        body={rotateWebhookSecretSchemas.body}
        params={{}}
        title={t('api_settings.rotate_secret_title')}
        verb={t('api_settings.rotate_secret_verb')}
        size="md"
        opened={isRotating}
        onClose={() => setRotating(false)}
        initial={{ overlap_hours: '24' }}
        bodyOf={({ overlap_hours }) => ({ overlap_hours: Number(overlap_hours) })}
        onDone={() => {
          onShow(undefined)
          notify({ color: 'green', message: t('api_settings.secret_rotated') })
        }}
      >
        <Text size="sm">{t('api_settings.rotate_secret_text')}</Text>
        <ChoiceField
          name="overlap_hours"
          label={t('api_settings.secret_overlap')}
          choices={overlapHours.map((hours) => `${hours}` as const)}
          textOf={(hours) => t(`api_settings.overlap_hours.${hours}`)}
        />
      </RecordForm>
    </>
  )
}
