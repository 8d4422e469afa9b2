import {
  apiSettingsEndpoint,
  createApiKeyEndpoint,
  listApiKeysEndpoint,
} from '@kontor/contract/organisations/api-keys.endpoints'
import type { ApiSettings } from '@kontor/contract/organisations/api-keys.schemas'
import { Anchor, Text, Title } from '@mantine/core'
import { IconApi } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useScope } from '../../platform/api/scope.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useMay, useViewer } from '../../platform/viewer.ts'
import { CopyValue } from '../../ui/copy-value.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { Section } from '../../ui/section.tsx'
import typography from '../../ui/words/typography.module.css'
import { AddApiKey } from './add-api-key.tsx'
import { ApiKeyTable } from './api-key-table.tsx'
import styles from './api-settings.page.module.css'
import { CallbackAddresses } from './callback-addresses.tsx'
import { WebhookSecrets } from './webhook-secrets.tsx'

/** The API's address and keys for a merchant's programs. The page needs a single merchant. */
export default function ApiSettingsPage() {
  const { t } = useTranslation()
  usePageTitle(t('nav.api_settings.label'))
  const { psp } = useViewer()
  const { merchant } = useScope()
  return (
    <div className={styles.page}>
      <header>
        <Title order={1}>{t('nav.api_settings.label')}</Title>
        <Text size="sm" c="dimmed">
          {t('nav.api_settings.description')}
        </Text>
      </header>
      {psp && !merchant ? (
        <EmptyState
          icon={<IconApi />}
          title={t('api_settings.no_merchant')}
          text={t('api_settings.no_merchant_text')}
        />
      ) : (
        <SettingsOfMerchant />
      )}
    </div>
  )
}

function SettingsOfMerchant() {
  const { t } = useTranslation()
  const settings = useRead(apiSettingsEndpoint)
  const keys = useRead(listApiKeysEndpoint)
  const mayChange = useMay(createApiKeyEndpoint)
  return (
    <>
      <Section title={t('api_settings.connection')} text={t('api_settings.connection_text')}>
        {settings.data ? (
          <Connection settings={settings.data} />
        ) : (
          <NotYet error={settings.error} refetch={settings.refetch} height={140} />
        )}
      </Section>
      <Section
        title={t('api_settings.keys')}
        text={t(mayChange ? 'api_settings.keys_text' : 'api_settings.keys_read_only')}
        action={mayChange ? <AddApiKey /> : undefined}
      >
        {keys.data ? (
          <ApiKeyTable keys={keys.data} mayChange={mayChange} />
        ) : (
          <NotYet error={keys.error} refetch={keys.refetch} height={140} />
        )}
      </Section>
      <CallbackAddresses />
      <WebhookSecrets />
    </>
  )
}

function Connection({ settings }: { settings: ApiSettings }) {
  const { t } = useTranslation()
  const link = (url: string) => (
    <Anchor inherit href={url} target="_blank" rel="noreferrer" className={typography.anywhere}>
      {url}
    </Anchor>
  )
  return (
    <FieldList
      fields={[
        [t('api_settings.base_url'), <CopyValue key="base" value={settings.base_url} />],
        [t('api_settings.version'), settings.version],
        [t('api_settings.merchant'), <CopyValue key="merchant" value={settings.merchant.id} />],
        [
          t('api_settings.processor_notifications'),
          <CopyValue key="processor" value={settings.processor_notification_url} />,
        ],
        [t('api_settings.public_key'), <CopyValue key="key" value={settings.webhook_public_key} />],
        [t('api_settings.documentation'), link(settings.documentation_url)],
        [t('api_settings.openapi'), link(settings.openapi_url)],
      ]}
    />
  )
}
