import { setPaymentProfileProcessorsEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { setPaymentProfileProcessorsSchemas } from '@kontor/contract/organisations/payment-profile.schemas'
import type { Processor } from '@kontor/contract/processors/processor.entity'
import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Related } from '../../../platform/api/related.ts'
import { RecordForm } from '../../../platform/form/record-form.tsx'
import { notify } from '../../../platform/notify.ts'
import { useLabels } from '../../../platform/value/labels.ts'
import { factsIn, useGateways } from '../../../platform/value/use-gateways.tsx'
import type { ProfileRow } from '../profile-row.ts'
import rows from './chosen-rows.module.css'
import { lostProducts } from './lost-products.ts'
import { OrderField, orderIn, orderOf } from './order-field.tsx'
import { ProcessorLine } from './processor-line.tsx'

/** Removes processors from a payment profile, and changes their order. */
export function EditProcessors({ row, onClose }: { row: ProfileRow; onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  // The row may be read again while the form is open.
  const [known] = useState(row.processors)
  return (
    <RecordForm
      endpoint={setPaymentProfileProcessorsEndpoint}
      body={setPaymentProfileProcessorsSchemas.body}
      params={{ id: row.id }}
      title={t('profiles.processors_title', { name: row.name })}
      // The button says what stops: the sentence about it may be out of sight below a long list.
      verb={({ values }) => {
        const { wanted } = orderIn(values['processors'])
        const lost = lostProducts(known, wanted)
        const list = lost.map((product) => labels.value('payment_product', undefined, product)).join(', ')
        // A processor that this person does not see may take them.
        return lost.length === 0 || keepsUnseen(known, wanted)
          ? t('action.save')
          : t('profiles.save_without', { count: lost.length, list })
      }}
      opened
      onClose={onClose}
      initial={{ processors: orderOf(known) }}
      bodyOf={(values) => {
        const { wanted, seen } = orderIn(values['processors'])
        return { processors: wanted, seen }
      }}
      onDone={({ name }) => notify({ color: 'green', message: t('profiles.processors_saved', { name: String(name) }) })}
    >
      <OrderField
        name="processors"
        known={known}
        line={ProcessorLine}
        title={t('profiles.tab_processors')}
        text={t('profiles.order_text')}
        none={t('profiles.no_processors')}
        effect={(wanted) => <Effect known={known} wanted={wanted} />}
      />
    </RecordForm>
  )
}

const keepsUnseen = (known: readonly Related<Processor>[], kept: readonly string[]): boolean =>
  known.some((each) => typeof each === 'string' && kept.includes(each))

/** What stops without the removed processors: payment products, and cards and agreements that they keep. */
function Effect({ known, wanted }: { known: readonly Related<Processor>[]; wanted: readonly string[] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const gateways = useGateways()
  const lost = lostProducts(known, wanted)
  const keepers = known
    .filter((each) => typeof each !== 'string')
    .filter((each) => !wanted.includes(each.id) && (factsIn(gateways, each)?.keeps.length ?? 0) > 0)
  if (lost.length === 0 && keepers.length === 0) return null
  return (
    <Alert color="yellow" role="presentation" mt="md">
      {lost.length > 0 && (
        <>
          <Text size="sm">{t(keepsUnseen(known, wanted) ? 'profiles.may_lose' : 'profiles.loses')}</Text>
          <ul className={rows.list}>
            {lost.map((product) => (
              <li key={product}>{labels.value('payment_product', undefined, product)}</li>
            ))}
          </ul>
          <Text size="sm">{t('profiles.loses_text')}</Text>
        </>
      )}
      {keepers.length > 0 && (
        <Text size="sm">{t('profiles.keeps_lost', { list: keepers.map(({ name }) => name).join(', ') })}</Text>
      )}
    </Alert>
  )
}
