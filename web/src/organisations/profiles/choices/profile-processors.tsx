import { setPaymentProfileProcessorsEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { processor } from '@kontor/contract/processors/processor.entity'
import { type ComponentProps, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../platform/api/reading.ts'
import { useSending } from '../../../platform/form/use-sending.ts'
import { useLabels } from '../../../platform/value/labels.ts'
import { useFactsOf } from '../../../platform/value/use-facts-of.ts'
import type { ProfileRow } from '../profile-row.ts'
import { AddChoice, toChooseFrom } from './add-choice.tsx'
import { ChosenTab } from './chosen-tab.tsx'
import { ProcessorLine } from './processor-line.tsx'

const EditProcessors = lazy(() =>
  import('./processors.form.tsx').then((module) => ({ default: module.EditProcessors })),
)

const LinkedLine = ({ of }: Pick<ComponentProps<typeof ProcessorLine>, 'of'>) => <ProcessorLine of={of} isLinked />

/** The processors of a payment profile. */
export function ProfileProcessors({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  return (
    <ChosenTab
      row={row}
      chosen={row.processors}
      entity={processor}
      endpoint={setPaymentProfileProcessorsEndpoint}
      line={LinkedLine}
      add={<AddProcessor row={row} />}
      form={EditProcessors}
      title={t('profiles.tab_processors')}
      text={t('profiles.order_text')}
      none={t('profiles.no_processors')}
    />
  )
}

function AddProcessor({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { send, refusal, isBusy } = useSending(setPaymentProfileProcessorsEndpoint, true)
  return (
    <AddChoice
      row={row}
      chosen={row.processors}
      reading={useList(processor, toChooseFrom(row))}
      labelOf={(row) => `${row.name} · ${labels.value('payment_product', undefined, row.payment_product)}`}
      factsOf={useFactsOf(processor)}
      save={async (processors, seen) => (await send({ id: row.id }, { processors, seen }))?.processors}
      isBusy={isBusy}
      refusal={refusal}
      label={t('profiles.add_processor')}
      noMore={t('profiles.no_more_processors')}
    />
  )
}
