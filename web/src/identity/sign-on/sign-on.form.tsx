import {
  providerSignOnEndpoint,
  setProviderSignOnEndpoint,
  setSignOnEndpoint,
  signOnEndpoint,
} from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import { setSignOnSchemas } from '@kontor/contract/identity/sign-on/sign-on.schemas'
import { Input, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CheckField, LongTextField, TextField } from '../../platform/form/fields.tsx'
import { type FormState, type FormValues, RecordForm } from '../../platform/form/record-form.tsx'
import { presentOf } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'
import { CopyValue } from '../../ui/copy-value.tsx'
import { SecretField } from '../profile/secret-field.tsx'
import { GroupsField } from './groups-field.tsx'
import type { House, SignOnReply } from './house.ts'
import { TryIssuer } from './try-issuer.tsx'

interface SignOnFormProps {
  house: House
  reply: SignOnReply
  onClose: () => void
}

/** Sets up the single sign-on of a merchant's people, or of the provider's staff. */
export function SignOnForm({ house, reply, onClose }: SignOnFormProps) {
  const { t } = useTranslation()
  const shared = {
    body: setSignOnSchemas.body,
    verb: t('action.save'),
    opened: true,
    onClose,
    initial: initialOf(reply),
    bodyOf,
    present:
      house === 'provider'
        ? presentOf(providerSignOnEndpoint, {}, initialOf)
        : presentOf(signOnEndpoint, { params: { id: house.id } }, initialOf),
    problems: ({ values }: FormState) => ({
      client_secret: !reply.sign_on && !values['client_secret'] ? t('form_validation.required') : null,
      domains: values['active'] && textsIn(values['domains']).length === 0 ? t('form_validation.required') : null,
    }),
    secrets: ['client_secret'],
    onDone: () => notify({ color: 'green', message: t('sign_on.saved') }),
  }
  const fields = <Fields house={house} reply={reply} />
  return house === 'provider' ? (
    <RecordForm endpoint={setProviderSignOnEndpoint} {...shared} title={t('sign_on.of_provider')}>
      {fields}
    </RecordForm>
  ) : (
    <RecordForm
      endpoint={setSignOnEndpoint}
      {...shared}
      params={{ id: house.id }}
      title={t('sign_on.of_merchant', { name: house.name })}
    >
      {fields}
    </RecordForm>
  )
}

function Fields({ house, reply }: Omit<SignOnFormProps, 'onClose'>) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm">{t('sign_on.text')}</Text>
      <CheckField name="active" label={t('sign_on.active')} />
      <Input.Wrapper label={t('sign_on.redirect_uri')} description={t('sign_on.redirect_uri_help')} labelElement="div">
        <div>
          <CopyValue value={reply.redirect_uri} />
        </div>
      </Input.Wrapper>
      <Input.Wrapper label={t('sign_on.logout_uri')} description={t('sign_on.logout_uri_help')} labelElement="div">
        <div>
          <CopyValue value={reply.logout_uri} />
        </div>
      </Input.Wrapper>
      <TextField name="issuer" type="url" label={t('sign_on.issuer')} placeholder="https://login.example.com" />
      <TryIssuer />
      <TextField name="client_id" label={t('sign_on.client_id')} />
      <SecretField
        name="client_secret"
        label={t('sign_on.client_secret')}
        description={reply.sign_on ? t('sign_on.client_secret_help') : undefined}
        autoComplete="new-password"
        isRequired={!reply.sign_on}
      />
      <LongTextField name="domains" rows={2} label={t('sign_on.domains')} description={t('sign_on.domains_help')} />
      <CheckField
        name="password_allowed"
        label={t('sign_on.password_works')}
        description={t(house === 'provider' ? 'sign_on.password_help_provider' : 'sign_on.password_help')}
      />
      <TextField
        name="factor_values"
        label={t('sign_on.factor_values')}
        description={t('sign_on.factor_values_help')}
        isRequired={false}
      />
      <TextField
        name="groups_claim"
        label={t('sign_on.groups_claim')}
        description={t('sign_on.groups_claim_help')}
        placeholder="groups"
        isRequired={false}
      />
      <GroupsField house={house} />
    </>
  )
}

const initialOf = ({ sign_on }: SignOnReply): FormValues => ({
  active: sign_on?.active ?? true,
  issuer: sign_on?.issuer ?? '',
  client_id: sign_on?.client_id ?? '',
  client_secret: '',
  domains: sign_on?.domains.join('\n') ?? '',
  password_allowed: sign_on?.password_allowed ?? true,
  factor_values: sign_on?.factor_values.join(', ') ?? '',
  groups_claim: sign_on?.groups_claim ?? '',
  groups: sign_on?.groups ?? [],
})

const bodyOf = ({ domains, factor_values, ...values }: FormValues): FormValues => ({
  ...values,
  domains: textsIn(domains),
  factor_values: textsIn(factor_values),
})

const textsIn = (typed: unknown): string[] =>
  String(typed ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)
