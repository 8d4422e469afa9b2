import { signOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { SignOnFacts } from './sign-on-facts.tsx'

/** The single sign-on of a merchant's people. */
export function MerchantSignOn({ merchant: { id, name } }: { merchant: { id: string; name: string } }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(signOnEndpoint, { params: { id } })
  return (
    <PanelSection title={t('sign_on.heading')}>
      {data ? <SignOnFacts house={{ id, name }} reply={data} /> : <NotYet error={error} refetch={refetch} rows={3} />}
    </PanelSection>
  )
}
