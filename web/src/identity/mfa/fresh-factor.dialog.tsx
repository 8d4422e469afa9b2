import type { ReplyOf } from '@kontor/contract/endpoint'
import { askFactorEndpoint, showFactorEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { Alert, Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiRefusal, call } from '../../platform/api/api-client.ts'
import type { Asking } from '../../platform/api/fresh-factor.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { refusalFrom, useSubmit } from '../../platform/api/use-submit.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useSaid } from '../fields.ts'
import { Refused } from '../sign-in/refused.tsx'
import { CodeField, isCode } from './code-field.tsx'
import { knowsPasskeys, signWithPasskey } from './passkey.ts'

type Begun = ReplyOf<typeof askFactorEndpoint>

/**
 * Asks a signed-in person for the second factor again, over whatever is on the screen. The call that needed it waits, and goes on
 * when the factor was right.
 */
export default function FreshFactorDialog({ asking }: { asking: Asking }) {
  const { t } = useTranslation()
  const { begun, refusal, again } = useBegun()
  return (
    <Dialog
      opened
      onClose={() => asking.answer(false)}
      title={t('fresh_factor.title')}
      size="sm"
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text size="sm">{t('fresh_factor.text')}</Text>
        {refusal ? (
          <NotBegun refusal={refusal} />
        ) : begun ? (
          <Show begun={begun} asking={asking} onAgain={again} />
        ) : (
          <Loader size="sm" mx="auto" />
        )}
      </Stack>
    </Dialog>
  )
}

/** A mail goes out once for each dialog, whatever is drawn again. */
function useBegun() {
  const [begun, setBegun] = useState<Begun>()
  const [refusal, setRefusal] = useState<ApiRefusal>()
  const begin = useEffectEvent(() =>
    call(askFactorEndpoint, { body: {} }).then(setBegun, (error) => setRefusal(refusalFrom(error))),
  )
  useEffect(() => void begin(), [])
  const again = async () => setBegun(await call(askFactorEndpoint, { body: {} }))
  return { begun, refusal, again }
}

function NotBegun({ refusal }: { refusal: ApiRefusal }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  return (
    <Alert color="red" role="alert">
      {refusal.code === 'mfa_not_enabled' ? (
        <>
          {t('fresh_factor.none')} <Anchor href="/profile">{t('fresh_factor.to_profile')}</Anchor>
        </>
      ) : (
        textOf(refusal)
      )}
    </Alert>
  )
}

interface ShowProps {
  begun: Begun
  asking: Asking
  onAgain: () => Promise<void>
}

function Show({ begun: { token, mfa_type, passkey }, asking, onAgain }: ShowProps) {
  const { t } = useTranslation()
  const said = useSaid()
  const sending = useSubmit(
    async (shown: { code: string } | { response: Awaited<ReturnType<typeof signWithPasskey>> }) => {
      await call(showFactorEndpoint, { body: { token, ...shown } })
      asking.answer(true)
    },
  )
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => said(value === '' ? 'required' : !isCode(value) && 'six_digits') },
    onValuesChange: ({ code }) => {
      if (code !== '') sending.reset()
    },
  })
  const isWrong = sending.refusal?.code === 'invalid_code'
  return (
    <>
      {mfa_type && (
        <form noValidate onSubmit={form.onSubmit(({ code }) => sending.submit({ code }))}>
          <Stack gap="md">
            {!isWrong && <Refused refusal={sending.refusal} tokenText={t('fresh_factor.over')} />}
            <CodeField
              label={t('mfa.code')}
              description={t(`mfa.hint_${mfa_type}`)}
              autoFocus
              data-autofocus
              {...form.getInputProps('code')}
              error={form.errors['code'] ?? (isWrong && t('errors.invalid_code'))}
            />
            <Button type="submit" loading={sending.isBusy}>
              {t('mfa.submit')}
            </Button>
          </Stack>
        </form>
      )}
      {passkey && knowsPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden="true" />}
          onClick={() =>
            void signWithPasskey(passkey).then(
              (response) => sending.submit({ response }),
              () => undefined,
            )
          }
        >
          {t('mfa.use_passkey')}
        </Button>
      )}
      {mfa_type === 'email' && <MailAgain onAgain={onAgain} />}
    </>
  )
}

function MailAgain({ onAgain }: { onAgain: () => Promise<void> }) {
  const { t } = useTranslation()
  const sending = useSubmit(onAgain)
  return (
    <Button variant="subtle" loading={sending.isBusy} onClick={() => void sending.submit()}>
      {t('mfa.resend')}
    </Button>
  )
}
