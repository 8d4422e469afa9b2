import type { Profile } from '@kontor/contract/identity/profile.schemas'
import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/section.tsx'
import {
  BeginMfaDialog,
  CodesDialog,
  DisableMfaDialog,
  ProveMfaDialog,
  RenewCodesDialog,
  type Setup,
} from './mfa-dialogs.tsx'

type Open =
  | { dialog: 'begin' | 'off' | 'renew' }
  | { dialog: 'prove'; setup: Setup }
  | { dialog: 'codes'; codes: readonly string[] }

/** The second factor: switch it on, off or to another kind; and the recovery codes. */
export function MfaSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const showCodes = (codes: readonly string[]) => setOpen({ dialog: 'codes', codes })
  const { mfa_type, mfa_required, recovery_codes_left } = profile
  return (
    <Section
      title={t('profile.mfa')}
      text={t('profile.mfa_text')}
      action={
        <Badge variant="light" tt="none" color={mfa_type ? 'green' : 'gray'}>
          {t(mfa_type ? `profile.mfa_on_${mfa_type}` : 'profile.mfa_off')}
        </Badge>
      }
    >
      {mfa_type && recovery_codes_left <= 2 && (
        <Alert color="yellow" mb="sm">
          {t('profile.codes_few', { count: recovery_codes_left })}
        </Alert>
      )}
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => setOpen({ dialog: 'begin' })}>
          {t(mfa_type ? 'profile.mfa_change' : 'profile.mfa_turn_on')}
        </Button>
        {mfa_type && (
          <Button variant="default" size="xs" onClick={() => setOpen({ dialog: 'renew' })}>
            {t('profile.codes_renew')}
          </Button>
        )}
        {mfa_type && !mfa_required && (
          <Button variant="default" size="xs" onClick={() => setOpen({ dialog: 'off' })}>
            {t('profile.mfa_turn_off')}
          </Button>
        )}
      </Group>
      {mfa_type && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('profile.codes_left', { count: recovery_codes_left })} {mfa_required && t('profile.mfa_required')}
        </Text>
      )}
      {open?.dialog === 'begin' && (
        <BeginMfaDialog
          types={profile.mfa_types}
          onClose={close}
          onBegun={(setup) => setOpen({ dialog: 'prove', setup })}
        />
      )}
      {open?.dialog === 'prove' && <ProveMfaDialog setup={open.setup} onClose={close} onCodes={showCodes} />}
      {open?.dialog === 'renew' && <RenewCodesDialog onClose={close} onCodes={showCodes} />}
      {open?.dialog === 'codes' && <CodesDialog codes={open.codes} onClose={close} />}
      {open?.dialog === 'off' && <DisableMfaDialog onClose={close} />}
    </Section>
  )
}
