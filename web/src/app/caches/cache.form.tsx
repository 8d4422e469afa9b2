import { removeFromCacheEndpoint } from '@kontor/contract/platform/cache.endpoints'
import { cacheNames, cachePlaces } from '@kontor/contract/platform/cache.rules'
import { removeFromCacheSchemas } from '@kontor/contract/platform/cache.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceField, TextField } from '../../platform/form/fields.tsx'
import { RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'

/** Asks for a cache and the exact key, and removes it in every process. */
export function RemoveFromCache({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={removeFromCacheEndpoint}
      body={removeFromCacheSchemas.body}
      title={t('caches.remove')}
      verb={t('caches.remove_verb')}
      isDangerous
      size="md"
      opened
      onClose={onClose}
      initial={{ cache: '', key: '' }}
      onDone={({ was_there }, { cache, key }) =>
        was_there
          ? notify({ color: 'green', message: t('caches.removed', { key }) })
          : notify({ color: 'blue', message: t(`caches.was_not_there.${cachePlaces[cache]}`, { key }) })
      }
    >
      <Text size="sm">{t('caches.remove_text')}</Text>
      <ChoiceField
        name="cache"
        label={t('caches.cache')}
        choices={cacheNames}
        textOf={(name) => t(`caches.name.${name}`)}
      />
      <KeyField />
    </RecordForm>
  )
}

function KeyField() {
  const { t } = useTranslation()
  const { cache } = useFormValues()
  const chosen = cacheNames.find((name) => name === cache)
  return (
    <TextField
      name="key"
      label={t('caches.key')}
      description={chosen && t(`caches.key_of.${chosen}`)}
      maxLength={200}
    />
  )
}
