import type { Profile } from '@kontor/contract/identity/profile.schemas'
import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../platform/failed.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { BlockSkeleton } from '../../ui/page/skeletons.tsx'
import { AccountSection } from './account.section.tsx'
import { DevicesSection } from './devices.section.tsx'
import { EventsSection } from './events.section.tsx'
import { MfaSection } from './mfa.section.tsx'
import { PasskeysSection } from './passkeys.section.tsx'
import { PersonSection } from './person.section.tsx'
import styles from './profile.page.module.css'
import { SessionsSection } from './sessions.section.tsx'
import { useProfile } from './use-profile.ts'

export default function ProfilePage() {
  const { t } = useTranslation()
  usePageTitle(t('nav.profile.label'))
  const { data, error, refetch } = useProfile()
  return (
    <div className={styles.page}>
      <header>
        <Title order={1}>{t('nav.profile.label')}</Title>
        <Text c="dimmed" size="sm">
          {t('nav.profile.description')}
        </Text>
      </header>
      {data ? (
        <Sections profile={data} />
      ) : error ? (
        <Failed refusal={error} onRetry={refetch} />
      ) : (
        <Stack gap="md">
          <BlockSkeleton height={260} />
          <BlockSkeleton height={140} />
          <BlockSkeleton height={140} />
        </Stack>
      )}
    </div>
  )
}

function Sections({ profile }: { profile: Profile }) {
  return (
    <>
      <PersonSection profile={profile} />
      <AccountSection profile={profile} />
      <MfaSection profile={profile} />
      <PasskeysSection />
      <SessionsSection />
      <DevicesSection />
      <EventsSection />
    </>
  )
}
