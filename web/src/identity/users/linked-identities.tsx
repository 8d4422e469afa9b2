import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  listLinkedIdentitiesEndpoint,
  unlinkIdentityEndpoint,
} from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import { providerUserRoles, userRoles } from '@kontor/contract/identity/users/user.rules'
import { lackedRoles } from '@kontor/contract/roles'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useMay, useViewer } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import { Rows } from '../profile/rows.tsx'
import type { AnyUser } from './any-user.ts'

type Identity = ReplyOf<typeof listLinkedIdentitiesEndpoint>[number]

/** The identities at issuers by which a user signs in. */
export function LinkedIdentities({ user }: { user: Pick<AnyUser, 'id' | 'name' | 'merchant' | 'roles'> }) {
  const { t } = useTranslation()
  const { id: own, roles: held } = useViewer()
  const mayUpdate = useMay((user.merchant === null ? providerUserRoles : userRoles).update)
  const reading = useRead(listLinkedIdentitiesEndpoint, { params: { id: user.id } })
  const isTheirs = user.id !== own && lackedRoles(held, user.roles).length === 0
  return (
    <PanelSection title={t('sign_on.identities')}>
      <Rows reading={reading} empty={t('sign_on.identities_none')}>
        {(identity) => (
          <li key={identity.id}>
            <div>
              <Text size="sm" fw={600} className={typography.anywhere}>
                {identity.issuer}
              </Text>
              <Text size="sm" c="dimmed" className={typography.anywhere}>
                {identity.email} · {t('profile.last_used')} <Instant value={identity.last_used_at} />
              </Text>
            </div>
            {mayUpdate && isTheirs && <Unlink user={user} identity={identity} />}
          </li>
        )}
      </Rows>
    </PanelSection>
  )
}

function Unlink({ user, identity }: { user: { id: string; name: string }; identity: Identity }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={t('profile.verb_of', { verb: t('sign_on.unlink'), name: identity.issuer })}
        onClick={() => setOpen(true)}
      >
        {t('sign_on.unlink')}
      </Button>
      <ConfirmCommand
        endpoint={unlinkIdentityEndpoint}
        params={{ id: user.id }}
        body={{ identity: identity.id }}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('sign_on.unlink_title', { name: user.name })}
        text={t('sign_on.unlink_text')}
        verb={t('sign_on.unlink')}
        isDangerous
        done={t('sign_on.unlinked')}
      />
    </>
  )
}
