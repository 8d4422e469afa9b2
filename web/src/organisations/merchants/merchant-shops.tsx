import { createPaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { joinAddress } from '../../platform/api/merchant-address.ts'
import { useList } from '../../platform/api/reading.ts'
import type { Related } from '../../platform/api/related.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { InMerchantView } from './in-merchant-view.tsx'

interface Shop {
  id: string
  name: string
  currency_code: string
  website: string | null
  processors: Related<{ id: string; name: string }>[]
}

/** The shops of a merchant, with the processors that take their payments, and the way to another one. */
export function MerchantShops({ merchant }: { merchant: string }) {
  const { t } = useTranslation()
  const { history } = useRouter()
  return (
    <>
      <Shops merchant={merchant} />
      <IfMay do={createPaymentProfileEndpoint}>
        <Button
          size="xs"
          variant="default"
          mt="md"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => history.push(joinAddress({ merchant }, '/paymentprofiles?_add=true'))}
        >
          {t('profiles.add')}
        </Button>
      </IfMay>
    </>
  )
}

const most = 200

function Shops({ merchant }: { merchant: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data, error, refetch } = useList<typeof paymentProfile, Shop>(
    paymentProfile,
    { merchant, _limit: String(most), _sort: 'name' },
    { populate: ['processors'] },
  )
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  if (data.length === 0) return <Text size="sm">{t('merchants.no_shops')}</Text>
  return (
    <>
      <SmallTable label={t('merchants.tab_shops')}>
        <thead>
          <tr>
            <WordsHead>{labels.field(paymentProfile, 'name')}</WordsHead>
            <WordsHead>{labels.field(paymentProfile, 'currency_code')}</WordsHead>
            <WordsHead>{labels.field(paymentProfile, 'processors')}</WordsHead>
          </tr>
        </thead>
        <tbody>
          {data.map(({ id, name, currency_code, processors }) => (
            <tr key={id}>
              <WordsCell>
                <InMerchantView merchant={merchant} to={`/paymentprofiles/${id}`}>
                  {name}
                </InMerchantView>
              </WordsCell>
              <WordsCell>{currency_code}</WordsCell>
              <WordsCell>
                {processors.length === 0
                  ? t('merchants.no_processors')
                  : processors.map((each) => (typeof each === 'string' ? `…${each.slice(-8)}` : each.name)).join(', ')}
              </WordsCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {data.length === most && (
        <Text size="sm" mt="xs">
          {t('merchants.first_by_name', { count: most })}{' '}
          <InMerchantView merchant={merchant} to="/paymentprofiles?_sort=name">
            {t('merchants.all_shops')}
          </InMerchantView>
        </Text>
      )}
    </>
  )
}
