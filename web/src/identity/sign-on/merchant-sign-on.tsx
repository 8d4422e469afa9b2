import { signOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { SignOnFacts } from './sign-on-facts.tsx'

interface MerchantSignOnProps extends Pick<ComponentProps<typeof PanelSection>, 'heading'> {
  merchant: { id: string; name: string }
}

/** The single sign-on of a merchant's people. */
export function MerchantSignOn({ merchant: { id, name }, heading }: MerchantSignOnProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(signOnEndpoint, { params: { id } })
  return (
    <PanelSection title={t('sign_on.heading')} {...(heading && { heading })}>
      {data ? <SignOnFacts house={{ id, name }} reply={data} /> : <NotYet error={error} refetch={refetch} rows={3} />}
    </PanelSection>
  )
}
