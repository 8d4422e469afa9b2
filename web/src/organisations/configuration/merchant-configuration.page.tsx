import { type Merchant, merchant } from '@kontor/contract/organisations/merchant.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useList, useRow } from '../../platform/api/reading.ts'
import { useScope } from '../../platform/api/scope.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useHistoryTab } from '../../platform/panel/history-tab.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import { InMerchantView } from '../merchants/in-merchant-view.tsx'
import { MerchantSecurityTab } from '../merchants/merchant-security.tab.tsx'
import styles from './merchant-configuration.page.module.css'
import { MerchantConfiguration } from './merchant-configuration.tsx'
import { MerchantDetails } from './merchant-details.tsx'

/** What the provider allows one merchant, and what was changed of it. */
export default function MerchantConfigurationPage() {
  const { t } = useTranslation()
  const { merchant: id } = useScope()
  return (
    <div className={styles.page}>
      <PageHead title={t('nav.merchant_configuration.label')} text={t('nav.merchant_configuration.description')} />
      {id === undefined ? <Merchants /> : <OfMerchant id={id} />}
    </div>
  )
}

const most = 200

/** Merchants by name, each with the way to its configuration. */
function Merchants() {
  const { t } = useTranslation()
  const { data, error, refetch } = useList<typeof merchant, { id: string; name: string }>(merchant, {
    ...{ _limit: String(most), _sort: 'name' },
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  return (
    <Section title={t('merchant_configuration.no_merchant')} text={t('merchant_configuration.no_merchant_text')}>
      <ul className={styles.merchants}>
        {data.map(({ id, name }) => (
          <li key={id}>
            <InMerchantView merchant={id} to="/merchant-configuration">
              {name}
            </InMerchantView>
          </li>
        ))}
      </ul>
      {data.length === most && <Text size="sm">{t('merchant_configuration.first_merchants', { count: most })}</Text>}
    </Section>
  )
}

function OfMerchant({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(merchant, id)
  const { data: row, error, refetch } = useRow(merchant, id)
  if (!row) return <NotYet error={error} refetch={refetch} height={300} />
  const settings = () => <Settings row={row} />
  const first = { name: 'settings', label: t('merchant_configuration.settings'), content: settings }
  return <PanelTabs label={t('merchant_configuration.tabs')} tabs={[first, ...history]} />
}

/** All sections, those of the merchant's other forms among them. */
function Settings({ row }: { row: Merchant }) {
  const { t } = useTranslation()
  return (
    <MerchantConfiguration
      id={row.id}
      before={<MerchantDetails row={row} />}
      after={
        <Section title={t('merchants.security')} text={t('merchant_configuration.security_text')}>
          <MerchantSecurityTab merchant={row} heading="h3" />
        </Section>
      }
    />
  )
}
