import { createApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'

const CreateApiKey = lazy(() =>
  import('../api-keys/api-key.form.tsx').then((module) => ({ default: module.CreateApiKey })),
)

export function AddApiKey() {
  const { t } = useTranslation()
  const wasAdding = useHasDraft(draftName(createApiKeyEndpoint))
  const [form, setForm] = useState<'unwanted' | 'opened' | 'closed'>(wasAdding ? 'opened' : 'unwanted')
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setForm('opened')}>
        {t('api_settings.add')}
      </Button>
      {form !== 'unwanted' && (
        <Suspense fallback={null}>
          <CreateApiKey opened={form === 'opened'} onClose={() => setForm('closed')} />
        </Suspense>
      )}
    </>
  )
}
