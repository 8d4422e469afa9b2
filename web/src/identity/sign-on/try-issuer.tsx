import type { ReplyOf } from '@kontor/contract/endpoint'
import { trySignOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import { Alert, Group } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { useFormValues } from '../../platform/form/record-form.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { Refused } from '../sign-in/refused.tsx'

type Tried = ReplyOf<typeof trySignOnEndpoint> & { issuer: string }

/** Asks the typed issuer for its discovery document, and says in words what is wrong. */
export function TryIssuer() {
  const { t } = useTranslation()
  const issuer = String(useFormValues()['issuer'] ?? '').trim()
  const [tried, setTried] = useState<Tried>()
  const { submit, refusal, isBusy } = useSubmit(async () =>
    setTried({ ...(await call(trySignOnEndpoint, { body: { issuer } })), issuer }),
  )
  const shown = tried?.issuer === issuer ? tried : undefined
  return (
    <>
      <Group>
        <ActionButton
          icon={IconPlugConnected}
          label={t('sign_on.try')}
          isBusy={isBusy}
          reason={issuer === '' ? t('sign_on.no_issuer_to_test') : undefined}
          onClick={() => void submit()}
        />
      </Group>
      <Refused refusal={refusal} />
      {shown && (
        <Alert color={shown.problem ? 'red' : 'green'} role="status">
          {t(shown.problem ? `sign_on.issuer_problem.${shown.problem}` : 'sign_on.fine')}{' '}
          {shown.problem ? '' : t(shown.refresh ? 'sign_on.fine_refresh' : 'sign_on.fine_no_refresh')}{' '}
          {shown.logout ? t('sign_on.fine_logout') : ''}
        </Alert>
      )}
    </>
  )
}
