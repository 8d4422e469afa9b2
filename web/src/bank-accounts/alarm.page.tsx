import { getAlarmEndpoint, raiseAlarmEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { secretOf } from '../identity/sign-in/link-secrets.ts'
import { Refused } from '../identity/sign-in/refused.tsx'
import { SignInPage } from '../identity/sign-in/sign-in-page.tsx'
import { type ApiRefusal, call } from '../platform/api/api-client.ts'
import { refusalFrom, useSubmit } from '../platform/api/use-submit.ts'

const alarmPath = '/bank-account-alarm'

/**
 * The page of the link “this was not us” in the mail about a new bank account. It needs no sign-in, and stops nothing until its
 * button is pressed: programs that check mails open links, too.
 */
export function AlarmPage() {
  const { t } = useTranslation()
  const token = secretOf(alarmPath) ?? '-'
  const { data, refusal } = useAlarm(token)
  const stopping = useSubmit(() => call(raiseAlarmEndpoint, { params: { token }, body: {} }))
  const isStopped = stopping.step === 'done' || data?.is_used === true
  return (
    <SignInPage title={t('alarm.title')} subtitle={data ? t('alarm.subtitle', { merchant: data.merchant }) : ''}>
      {refusal ? (
        <Refused refusal={refusal} />
      ) : !data ? (
        <Loader size="sm" mx="auto" />
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

/** What the link is about. Nobody is signed in here, so nothing is kept for other screens. */
function useAlarm(token: string) {
  const [data, setData] = useState<ReplyOf<typeof getAlarmEndpoint>>()
  const [refusal, setRefusal] = useState<ApiRefusal>()
  useEffect(() => {
    let isWanted = true
    call(getAlarmEndpoint, { params: { token } }).then(
      (found) => isWanted && setData(found),
      (error) => isWanted && setRefusal(refusalFrom(error)),
    )
    return () => {
      isWanted = false
    }
  }, [token])
  return { data, refusal }
}
