import { changeEmailEndpoint } from '@kontor/contract/identity/profile.endpoints'
import type { Profile } from '@kontor/contract/identity/profile.schemas'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { Section } from '../../ui/section.tsx'
import typography from '../../ui/words/typography.module.css'
import { ChangeEmailDialog } from './change-email.form.tsx'
import { ChangePasswordDialog } from './change-password.form.tsx'
import rows from './rows.module.css'

/** The e-mail address and the password. */
export function AccountSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'email' | 'password' | undefined>(
    useHasDraft(draftName(changeEmailEndpoint)) ? 'email' : undefined,
  )
  const close = () => setOpen(undefined)
  return (
    <Section title={t('profile.account')} text={t('profile.account_text')}>
      <ul className={rows.rows}>
        <li>
          <div>
            <Text size="sm" fw={600}>
              {t('login.email')}
            </Text>
            <Text size="sm" className={typography.anywhere}>
              {profile.email}
            </Text>
            {profile.pending_email && (
              <Text size="sm" c="dimmed" className={typography.anywhere}>
                {t('profile.pending_email', { email: profile.pending_email })}
              </Text>
            )}
          </div>
          <Button variant="default" size="xs" onClick={() => setOpen('email')}>
            {t('profile.change_email')}
          </Button>
        </li>
        <li>
          <div>
            <Text size="sm" fw={600}>
              {t('login.password')}
            </Text>
            <Text size="sm" c="dimmed">
              {t('profile.password_changed')} <Instant value={profile.password_changed_at} />
            </Text>
          </div>
          <Button variant="default" size="xs" onClick={() => setOpen('password')}>
            {t('profile.change_password')}
          </Button>
        </li>
      </ul>
      {open === 'email' && <ChangeEmailDialog onClose={close} />}
      {open === 'password' && <ChangePasswordDialog policy={profile.password_policy} onClose={close} />}
    </Section>
  )
}
