import { callbackAddressesEndpoint } from '@kontor/contract/organisations/callback-addresses.endpoints'
import { callbackFields } from '@kontor/contract/organisations/callback-addresses.rules'
import type { CallbackProfile } from '@kontor/contract/organisations/callback-addresses.schemas'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { Text } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMay } from '../../platform/viewer.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import typography from '../../ui/words/typography.module.css'
import styles from './callback-addresses.module.css'
import { EditCallback } from './edit-callback.tsx'
import { FailingAddresses } from './failing-addresses.tsx'

/** The webhook addresses of each shop, and those that fail. */
export function CallbackAddresses() {
  const { t } = useTranslation()
  const mayChange = useMay(paymentProfile.roles.update)
  const { data, error, refetch } = useRead(callbackAddressesEndpoint)
  return (
    <Section
      title={t('api_settings.callback')}
      text={t(mayChange ? 'api_settings.callback_text' : 'api_settings.callback_read_only')}
    >
      {data ? (
        <>
          <FailingAddresses addresses={data.failing} />
          <Profiles profiles={data.payment_profiles} mayChange={mayChange} />
        </>
      ) : (
        <NotYet error={error} refetch={refetch} height={140} />
      )}
    </Section>
  )
}

function Profiles({ profiles, mayChange }: { profiles: readonly CallbackProfile[]; mayChange: boolean }) {
  const { t } = useTranslation()
  if (profiles.length === 0) return <EmptyState icon={<IconWebhook />} title={t('api_settings.no_profiles')} text="" />
  return (
    <ul className={styles.profiles}>
      {profiles.map((profile) => (
        <li key={profile.id}>
          <div className={styles.head}>
            <Text component="h3" size="sm" fw={600} m={0} className={typography.anywhere}>
              {profile.name}
            </Text>
            {mayChange && <EditCallback profile={profile} />}
          </div>
          <Told profile={profile} />
        </li>
      ))}
    </ul>
  )
}

function Told({ profile }: { profile: CallbackProfile }) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (callbackFields.every((name) => profile[name] === null))
    return (
      <Text size="sm" c="dimmed">
        {t('api_settings.callback_none')}
      </Text>
    )
  return (
    <FieldList
      fields={callbackFields.map((name) => [
        labels.field(paymentProfile, name),
        <span key={name} className={typography.anywhere}>
          {profile[name] ?? '–'}
        </span>,
      ])}
    />
  )
}
