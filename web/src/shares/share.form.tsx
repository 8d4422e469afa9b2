import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { processor } from '@kontor/contract/processors/processor.entity'
import { createSharesEndpoint, declineShareEndpoint } from '@kontor/contract/shares/share.endpoints'
import type { Share } from '@kontor/contract/shares/share.entity'
import { answerWithin_days, shareAccesses } from '@kontor/contract/shares/share.rules'
import { createSharesSchemas, declineShareSchemas } from '@kontor/contract/shares/share.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IntegerField, LongTextField } from '../platform/form/fields.tsx'
import { RadioField } from '../platform/form/radio-field.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related-field.tsx'
import { RelatedValuesField } from '../platform/form/related-values.tsx'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useLabels } from '../platform/value/labels.ts'
import { useFactsOf } from '../platform/value/use-facts-of.ts'

/** Offers processors to another organisation: each is a request of its own, and all of them are sent by one act. */
export function CreateShare({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const factsOf = useFactsOf(processor)
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={createSharesEndpoint}
      body={createSharesSchemas.body}
      title={t('shares.add')}
      verb={({ values: { processors } }) =>
        Array.isArray(processors) && processors.length > 1
          ? t('shares.add_several', { count: processors.length })
          : t('shares.add')
      }
      size="md"
      opened
      onClose={onClose}
      initial={{
        ...{ processors: [], to_organisation: '', access: 'USE', message: '' },
        expires_in_days: answerWithin_days.usual,
      }}
      onDone={({ length }) =>
        notify({
          color: 'green',
          message: length > 1 ? t('shares.sent_several', { count: length }) : t('shares.sent'),
        })
      }
      goOn={([first, ...others]) => first && others.length === 0 && open(first.id)}
    >
      <Text size="sm">{t('shares.add_text')}</Text>
      <RelatedValuesField
        name="processors"
        target={processor}
        label={labels.entities(processor)}
        description={t('shares.processors_help')}
        missing={t('shares.processors_required')}
        titleOf={(row) =>
          [row['name'], labels.value('payment_product', undefined, String(row['payment_product'])), factsOf(row)].join(
            ' · ',
          )
        }
      />
      <RelatedField
        name="to_organisation"
        target={organisation}
        label={t('shares.to')}
        missing={t('form.organisation_required')}
      />
      <RadioField
        name="access"
        choices={shareAccesses}
        textOf={(access) => t(access === 'USE' ? 'shares.access_use' : 'shares.access_edit')}
      />
      <IntegerField
        name="expires_in_days"
        label={t('shares.expires_in_days')}
        description={t('shares.expires_help', { least: answerWithin_days.least, most: answerWithin_days.most })}
        isRequired
      />
      <LongTextField name="message" label={t('shares.message')} maxLength={500} />
    </RecordForm>
  )
}

interface DeclineProps {
  row: Share
  opened: boolean
  onClose: () => void
}

export function DeclineShare({ row, opened, onClose }: DeclineProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={declineShareEndpoint}
      body={declineShareSchemas.body}
      params={{ id: row.id }}
      title={t('shares.decline_title', { name: row.processor_name })}
      verb={t('shares.decline')}
      opened={opened}
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('shares.declined') })}
    >
      <Text size="sm">{t('shares.decline_text')}</Text>
      <LongTextField name="reason" label={t('shares.reason')} maxLength={500} />
    </RecordForm>
  )
}
