import { revokeApiKeyEndpoint, rotateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { overlapHours } from '@kontor/contract/organisations/api-keys.rules'
import { type ApiKey, type NewApiKey, rotateApiKeySchemas } from '@kontor/contract/organisations/api-keys.schemas'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { ChoiceField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import styles from './api-key-actions.module.css'
import { ApiKeySecret } from './api-key-secret.tsx'

/** The actions that the key's status allows. */
export function ApiKeyActions({ row }: { row: ApiKey }) {
  const { t } = useTranslation()
  const wasRotating = useHasDraft(draftName(rotateApiKeyEndpoint, row.id))
  const [open, setOpen] = useState<'nothing' | 'rotate' | 'revoke'>(wasRotating ? 'rotate' : 'nothing')
  const [made, setMade] = useState<NewApiKey>()
  const close = () => setOpen('nothing')
  const isLive = row.status === 'ACTIVE' || row.status === 'EXPIRING'
  const { name } = row
  return (
    <>
      {(isLive || row.status === 'ROTATING') && (
        <div className={styles.buttons}>
          {isLive && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('api_settings.rotate_named', { name })}
              onClick={() => setOpen('rotate')}
            >
              {t('api_settings.rotate')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            aria-label={t('api_settings.revoke_named', { name })}
            onClick={() => setOpen('revoke')}
          >
            {t('api_settings.revoke')}
          </Button>
        </div>
      )}
      <RecordForm
        endpoint={rotateApiKeyEndpoint}
        body={rotateApiKeySchemas.body}
        params={{ id: row.id }}
        title={t('api_settings.rotate_title', { name })}
        verb={t('api_settings.rotate_verb')}
        size="md"
        opened={open === 'rotate'}
        onClose={close}
        initial={{ overlap_hours: '24' }}
        bodyOf={({ overlap_hours }) => ({ overlap_hours: Number(overlap_hours) })}
        onDone={setMade}
      >
        <Text size="sm">{t('api_settings.rotate_text')}</Text>
        <ChoiceField
          name="overlap_hours"
          label={t('api_settings.overlap')}
          choices={overlapHours.map((hours) => `${hours}` as const)}
          textOf={(hours) => t(`api_settings.overlap_hours.${hours}`)}
        />
      </RecordForm>
      <ConfirmCommand
        endpoint={revokeApiKeyEndpoint}
        params={{ id: row.id }}
        opened={open === 'revoke'}
        onClose={close}
        title={t('api_settings.revoke_title', { name })}
        text={t('api_settings.revoke_text')}
        verb={t('api_settings.revoke_verb')}
        isDangerous
        done={t('api_settings.revoked', { name })}
      />
      <ApiKeySecret made={made} onClose={() => setMade(undefined)} />
    </>
  )
}
