import { setProviderSignOnEndpoint, setSignOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import { Button, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { useMay } from '../../platform/viewer.ts'
import { FieldList } from '../../ui/field-list.tsx'
import type { House, SignOnReply } from './house.ts'

const SignOnForm = lazy(() => import('./sign-on.form.tsx').then((module) => ({ default: module.SignOnForm })))

/** How the people of a house sign in at an issuer, and the button that changes it. */
export function SignOnFacts({ house, reply }: { house: House; reply: SignOnReply }) {
  const { t } = useTranslation()
  const endpoint = house === 'provider' ? setProviderSignOnEndpoint : setSignOnEndpoint
  const ids = house === 'provider' ? [] : [house.id]
  const [isOpen, setOpen] = useState(useHasDraft(draftName(endpoint, ...ids)))
  const may = useMay(endpoint)
  const { sign_on } = reply
  return (
    <>
      {sign_on ? <Facts of={sign_on} /> : <Text size="sm">{t('sign_on.none')}</Text>}
      {may && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setOpen(true)}>
          {t(sign_on ? 'sign_on.change' : 'sign_on.set_up')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <SignOnForm house={house} reply={reply} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Facts({ of }: { of: NonNullable<SignOnReply['sign_on']> }) {
  const { t } = useTranslation()
  const { client_secret_changed_at: at, client_secret_changed_by: by } = of
  return (
    <FieldList
      fields={[
        [t('sign_on.active'), t(of.active ? 'sign_on.on' : 'sign_on.off')],
        [t('sign_on.issuer'), of.issuer],
        [t('sign_on.client_id'), of.client_id],
        [
          t('sign_on.client_secret'),
          at === null ? null : (
            <span key="secret">
              {t('sign_on.changed')} <Instant value={at} /> {by ? `· ${by}` : ''}
            </span>
          ),
        ],
        [t('sign_on.domains'), of.domains.join(', ')],
        [t('sign_on.password'), t(of.password_allowed ? 'sign_on.password_works' : 'sign_on.password_refused')],
        [t('sign_on.factor_values'), of.factor_values.join(', ') || null],
        [t('sign_on.groups'), of.groups.map(({ group }) => group).join(', ') || null],
      ]}
    />
  )
}
