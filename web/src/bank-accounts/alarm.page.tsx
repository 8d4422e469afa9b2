import { raiseAlarmEndpoint, seeAlarmEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { secretOf } from '../identity/sign-in/link-secrets.ts'
import { Refused } from '../identity/sign-in/refused.tsx'
import { SignInPage } from '../identity/sign-in/sign-in-page.tsx'
import { call } from '../platform/api/api-client.ts'
import { useRead } from '../platform/api/reading.ts'
import { useSubmit } from '../platform/api/use-submit.ts'
import { NotYet } from '../platform/not-yet.tsx'

const alarmPath = '/bank-account-alarm'

/**
 * The page of the link “this was not us” in the mail about a new bank account. It needs no sign-in, and stops nothing until its
 * button is pressed: programs that check mails open links, too.
 */
export function AlarmPage() {
  const { t } = useTranslation()
  const token = secretOf(alarmPath) ?? '-'
  const { data, error, refetch } = useRead(seeAlarmEndpoint, { params: { token } })
  const stopping = useSubmit(() => call(raiseAlarmEndpoint, { params: { token }, body: {} }))
  const isStopped = stopping.step === 'done' || data?.is_used === true
  return (
    <SignInPage title={t('alarm.title')} subtitle={data ? t('alarm.subtitle', { merchant: data.merchant }) : ''}>
      {error ? (
        <Refused refusal={error} />
      ) : !data ? (
        <NotYet error={null} refetch={refetch} rows={3} />
      ) : isStopped ? (
        <Alert color="green" role="status">
          {t('alarm.stopped', { merchant: data.merchant })}
        </Alert>
      ) : (
        <Stack gap="md">
          <Text>{t('alarm.text', { iban: data.iban, holder: data.holder })}</Text>
          <Refused refusal={stopping.refusal} />
          <Button color="red" loading={stopping.isBusy} onClick={() => void stopping.submit()}>
            {t('alarm.stop')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('alarm.nothing')}
          </Text>
        </Stack>
      )}
    </SignInPage>
  )
}
