import { setPaymentProfileMiddlewareEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { setPaymentProfileMiddlewareSchemas } from '@kontor/contract/organisations/payment-profile.schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordForm } from '../../../platform/form/record-form.tsx'
import { notify } from '../../../platform/notify.ts'
import type { ProfileRow } from '../profile-row.ts'
import { MiddlewareLine } from './middleware-line.tsx'
import { OrderField, orderIn, orderOf } from './order-field.tsx'

/** Removes middleware from a payment profile, and changes its order. */
export function EditMiddleware({ row, onClose }: { row: ProfileRow; onClose: () => void }) {
  const { t } = useTranslation()
  // The row may be read again while the form is open.
  const [known] = useState(row.middleware)
  return (
    <RecordForm
      endpoint={setPaymentProfileMiddlewareEndpoint}
      body={setPaymentProfileMiddlewareSchemas.body}
      params={{ id: row.id }}
      title={t('profiles.middleware_title', { name: row.name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={{ middleware: orderOf(known) }}
      bodyOf={(values) => {
        const { wanted, seen } = orderIn(values['middleware'])
        return { middleware: wanted, seen }
      }}
      onDone={({ name }) => notify({ color: 'green', message: t('profiles.middleware_saved', { name: String(name) }) })}
    >
      <OrderField
        name="middleware"
        known={known}
        line={MiddlewareLine}
        title={t('profiles.tab_middleware')}
        text={t('profiles.middleware_order_text')}
        none={t('profiles.no_middleware')}
      />
    </RecordForm>
  )
}
