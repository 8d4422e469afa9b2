import '@mantine/core/styles/Radio.layer.css'
import { mfaRequirements } from '@kontor/contract/identity/mfa'
import { passwordPolicy } from '@kontor/contract/identity/password.rules'
import { setMerchantSecurityEndpoint } from '@kontor/contract/organisations/merchant-security.endpoints'
import type { MerchantSecurity } from '@kontor/contract/organisations/merchant-security.schemas'
import { Alert, Button, Checkbox, Group, Input, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useCommand } from '../platform/api/use-command.ts'
import { draftName, useDraft } from '../platform/form/use-draft.ts'
import { notify } from '../platform/notify.ts'
import { useMay } from '../platform/viewer.ts'

interface MerchantSecurityFormProps {
  merchant: { id: string; name: string }
  security: MerchantSecurity
  onClose: () => void
}

const characters = ['number', 'uppercase', 'lowercase', 'special'] as const

/** The form sends the whole policy, so that the saved policy is the one on screen. */
export function MerchantSecurityForm({ merchant: { id, name }, security, onClose }: MerchantSecurityFormProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const { submit, refusal, isBusy, reset } = useCommand(setMerchantSecurityEndpoint)
  const isFixed = !useMay(setMerchantSecurityEndpoint)
  const form = useForm({
    initialValues: {
      ...security.password_policy,
      length: String(security.password_policy.length),
      mfa_required: security.mfa_required,
    },
    validateInputOnBlur: true,
    validate: { length: (value) => (isLength(value) ? null : t('merchants.security_length_problem')) },
    onValuesChange: reset,
  })

  useDraft(form, draftName(setMerchantSecurityEndpoint, id))

  async function save({ mfa_required, length, ...rules }: typeof form.values) {
    const body = { password_policy: { ...rules, length: Number(length) }, mfa_required }
    if (!(await submit({ id }, body))) return
    onClose()
    notify({ color: 'green', message: t('merchants.security_saved', { name }) })
  }

  return (
    <form noValidate onSubmit={form.onSubmit((values) => void save(values))}>
      <Stack gap="md">
        <TextInput
          label={t('merchants.security_length')}
          description={t('merchants.security_length_help')}
          inputMode="numeric"
          maxLength={2}
          disabled={isFixed}
          {...form.getInputProps('length')}
        />
        <Input.Wrapper label={t('merchants.security_characters')} labelElement="div">
          <Stack gap="xs" mt="xs" role="group" aria-label={t('merchants.security_characters')}>
            {characters.map((rule) => (
              <Checkbox
                key={rule}
                label={t(`password_rule.${rule}`)}
                disabled={isFixed}
                {...form.getInputProps(rule, { type: 'checkbox' })}
              />
            ))}
          </Stack>
        </Input.Wrapper>
        <Radio.Group
          label={t('merchants.security_mfa')}
          description={t('merchants.security_mfa_help')}
          {...form.getInputProps('mfa_required')}
        >
          <Stack gap="xs" my="xs">
            {mfaRequirements.map((each) => (
              <Radio key={each} value={each} label={t(`merchants.security_mfa_${each}`)} disabled={isFixed} />
            ))}
          </Stack>
        </Radio.Group>
        {refusal && (
          <Alert color="red" role="alert">
            {textOf(refusal)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t(isFixed ? 'action.close' : 'action.cancel')}
          </Button>
          {!isFixed && (
            <Button type="submit" loading={isBusy}>
              {t('action.save')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const isLength = (text: string) => /^\d+$/.test(text) && passwordPolicy.shape.length.safeParse(Number(text)).success
