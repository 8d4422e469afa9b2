import { middleware } from '@kontor/contract/middleware/middleware.entity'
import { setPaymentProfileMiddlewareEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../platform/api/reading.ts'
import { useSending } from '../../../platform/form/use-sending.ts'
import type { ProfileRow } from '../profile-row.ts'
import { AddChoice, toChooseFrom } from './add-choice.tsx'
import { ChosenTab } from './chosen-tab.tsx'
import { MiddlewareLine } from './middleware-line.tsx'

const EditMiddleware = lazy(() =>
  import('./middleware.form.tsx').then((module) => ({ default: module.EditMiddleware })),
)

/** The middleware of a payment profile. */
export function ProfileMiddleware({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  return (
    <ChosenTab
      row={row}
      chosen={row.middleware}
      entity={middleware}
      endpoint={setPaymentProfileMiddlewareEndpoint}
      line={MiddlewareLine}
      add={<AddMiddleware row={row} />}
      form={EditMiddleware}
      title={t('profiles.tab_middleware')}
      text={t('profiles.middleware_order_text')}
      none={t('profiles.no_middleware')}
    />
  )
}

function AddMiddleware({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  const { send, refusal, isBusy } = useSending(setPaymentProfileMiddlewareEndpoint, true)
  return (
    <AddChoice
      row={row}
      chosen={row.middleware}
      reading={useList(middleware, toChooseFrom(row))}
      labelOf={({ name }) => name}
      save={async (chosen, seen) => (await send({ id: row.id }, { middleware: chosen, seen }))?.middleware}
      isBusy={isBusy}
      refusal={refusal}
      label={t('profiles.add_middleware')}
      noMore={t('profiles.no_more_middleware')}
    />
  )
}
