import { defaultPasswordPolicy, readRequirements } from '@kontor/contract/identity/password.rules'
import { updatePasswordEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { Anchor } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { forgetSecret, secretOf, spending } from './link-secrets.ts'
import { NewPasswordForm } from './new-password.form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { useLink } from './use-link.ts'

const path = '/updatePassword'

/** Sets a first or a new password by a link. The rules in the address are shown until the server has sent its own. */
export function UpdatePasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const token = secretOf(path)
  const { link, refusal } = useLink(path, 'password')
  const isNew = link?.new ?? search.new === 'true'
  const said = typeof search.requirements === 'string' ? readRequirements(search.requirements) : defaultPasswordPolicy

  async function send(password: string) {
    await spending(path, call(updatePasswordEndpoint, { body: { token: token ?? '', password } }))
    forgetSecret(path)
    await navigate({ to: '/login', search: { reset: 'password' } })
  }

  return (
    <SignInPage
      title={t(isNew ? 'update_password.title_new' : 'update_password.title')}
      subtitle={t(isNew ? 'update_password.subtitle_new' : 'update_password.subtitle')}
    >
      <NewPasswordForm policy={link?.requirements ?? said} refusal={refusal} onSubmit={send} />
      {refusal?.code === 'invalid_token' && (
        <Anchor component={Link} to="/forgotPassword" size="sm" ta="center">
          {t('update_password.ask_again')}
        </Anchor>
      )}
    </SignInPage>
  )
}
