import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { isUuid } from '@kontor/contract/uuid'
import { Button } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ApiRefusal, call } from '../../platform/api/api-client.ts'
import { keyOf } from '../../platform/api/reading.ts'
import { useScope } from '../../platform/api/scope.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'

/** True when the address names a merchant that does not exist. */
export function useIsNoMerchant(): boolean {
  const { merchant: id } = useScope()
  const isId = id !== undefined && isUuid(id)
  // The part of the merchant in the address may be gone while the merchant is there.
  const scope = id === undefined ? {} : { merchant: id }
  const { error } = useQuery<unknown, ApiRefusal>({
    queryKey: keyOf(merchant.name, scope, 'exists'),
    queryFn: ({ signal }) => call(entityEndpoints(merchant).get, { params: { id: id ?? '' }, scope, signal }),
    enabled: isId,
  })
  return id !== undefined && (!isId || error?.code === 'not_found')
}

/** In the place of every screen of a merchant that does not exist. */
export function NoMerchant() {
  const { t } = useTranslation()
  usePageTitle(t('merchants.unknown'))
  return (
    <EmptyState
      isPage
      icon={<IconBuildingStore />}
      title={t('merchants.unknown')}
      text={t('merchants.unknown_text')}
      action={
        <Button component={Link} to="/psp/merchants">
          {t('merchants.to_list')}
        </Button>
      }
    />
  )
}
