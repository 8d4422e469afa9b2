import { listPasskeysEndpoint, removePasskeyEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { Section } from '../../ui/section.tsx'
import typography from '../../ui/words/typography.module.css'
import { knowsPasskeys } from '../mfa/passkey.ts'
import { AddPasskeyDialog } from './add-passkey.dialog.tsx'
import { EndButton } from './end-button.tsx'
import { Rows } from './rows.tsx'

export function PasskeysSection() {
  const { t } = useTranslation()
  const reading = useRead(listPasskeysEndpoint)
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={t('profile.passkeys')}
      text={t('profile.passkeys_text')}
      action={
        knowsPasskeys() && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {t('profile.passkey_add')}
          </Button>
        )
      }
    >
      <Rows reading={reading} empty={t('profile.passkeys_none')}>
        {(passkey) => (
          <li key={passkey.id}>
            <div>
              <Text size="sm" fw={600} className={typography.anywhere}>
                {passkey.name}
              </Text>
              <Text size="sm" c="dimmed">
                {t('profile.made')} <Instant value={passkey.created_at} /> · {t('profile.last_used')}{' '}
                <Instant value={passkey.last_used_at} />
              </Text>
            </div>
            <EndButton
              endpoint={removePasskeyEndpoint}
              params={{ id: passkey.id }}
              verb={t('profile.passkey_remove')}
              name={passkey.name}
              title={t('profile.passkey_remove_title', { name: passkey.name })}
              text={t('profile.passkey_remove_text')}
              done={t('profile.passkey_removed')}
            />
          </li>
        )}
      </Rows>
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}
